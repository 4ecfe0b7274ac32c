// What a test demands.

/**
 * @param {unknown} found
 * @param {unknown} wanted a value that looks the same, with all that it holds
 */
export function equal(found, wanted) {
  const look = { depth: 9, iterableLimit: 1000, strAbbreviateSize: 10000, sorted: true };
  const [one, two] = [found, wanted].map((value) => Deno.inspect(value, look));
  if (one !== two) throw new Error(`found\n  ${one}\nwanted\n  ${two}`);
}

/** @param {boolean} so */
export function ok(so, why = "it is not so") {
  if (!so) throw new Error(why);
}
