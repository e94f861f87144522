// Prints what a client decoded as JSON, for any client.

const shown = (value) => {
  if (value === undefined) return null;
  if (value instanceof Date) return value.getTime();
  if (value instanceof URL) return value.href;
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shown(member)]));
};

export async function show(path, value) {
  try {
    console.log(`${path}\t${JSON.stringify(shown(await value()))}`);
  } catch (error) {
    console.log(`${path}\terror: ${error}`);
  }
}
