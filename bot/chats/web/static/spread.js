// Circles that would cover each other, pushed apart, so that a finger can tell them apart.

const ROUNDS = 12;
const GAP = 3; // pixels

/**
 * @typedef {object} Circle
 * @property {number} left of its middle
 * @property {number} top
 * @property {number} shown its width
 */

/** @param {Circle[]} circles */
export function spread(circles) {
  for (let round = 0; round < ROUNDS; round += 1) {
    circles.forEach((one, index) => {
      for (const two of circles.slice(index + 1)) pushApart(one, two);
    });
  }
}

/**
 * @param {Circle} one
 * @param {Circle} two
 */
function pushApart(one, two) {
  const near = (one.shown + two.shown) / 2 + GAP;
  let [dx, dy] = [two.left - one.left, two.top - one.top];
  if (!dx && !dy) dx = 1;
  const away = Math.hypot(dx, dy);
  if (away >= near) return;
  const push = (near - away) / 2 / away;
  one.left -= dx * push;
  one.top -= dy * push;
  two.left += dx * push;
  two.top += dy * push;
}
