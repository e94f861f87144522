// The part of a client that says why a publication could not be had.

const words = {
  notThisAPI: "the answer is not the manifest of this version",
  busy: "the server is busy",
  status: "the server answered with another status than 200",
  wrong: "the file is not the one that the manifest lists",
  missing: "the file is not published",
  unreadable: "this client cannot read the file",
  leftOut: "this client cannot read a record, which is left out",
};

export class Failure extends Error {
  constructor(reason, { path, until, status, message } = {}) {
    super([path, words[reason], status, message].filter((part) => part !== undefined).join(": "));
    this.name = "Failure";
    Object.assign(this, { reason, path, until, status });
  }

  get isRefusal() {
    return this.reason === "missing" || this.reason === "unreadable";
  }
}
