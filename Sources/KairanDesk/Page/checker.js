/** Time after the last key, in milliseconds. */
const delay = 300;

/** Asks something after typing has stopped: never twice at once, and the last question counts. */
export class Checker {
  #timer = 0;
  #isRunning = false;
  #isAgain = false;
  #isEnded = false;

  constructor(ask) {
    this.ask = ask;
  }

  later() {
    clearTimeout(this.#timer);
    if (!this.#isEnded) this.#timer = setTimeout(() => this.now(), delay);
  }

  async now() {
    clearTimeout(this.#timer);
    if (this.#isRunning) {
      this.#isAgain = true;
      return;
    }
    this.#isRunning = true;
    try {
      await this.ask(() => !this.#isAgain && !this.#isEnded);
    } finally {
      this.#isRunning = false;
      if (this.#isAgain && !this.#isEnded) {
        this.#isAgain = false;
        this.later();
      }
    }
  }

  end() {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }
}
