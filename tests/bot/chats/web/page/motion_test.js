// What moves after a patch, and for how long.

import { equal, ok } from "./assert.js";
import { Motion } from "../../../../../bot/chats/web/static/motion.js";

/** @param {object} facts */
const board = (facts) => /** @type {any} */ ({ game: "g1", tiles: [], pieces: [], last: null, ...facts });

/** @type {(seat: number) => [number, number]} */
const home = (seat) => [seat, 0];

/**
 * @param {any} before
 * @param {any} after
 * @param {any[]} happened
 */
function motion(before, after, happened = [], still = false) {
  let asked = 0;
  const found = new Motion(() => asked += 1, () => still);
  found.begin(before, after, happened, home);
  equal(asked > 0, found.running.length > 0); // what moves is drawn
  return found;
}

/** @param {Motion} found */
const kinds = (found) => found.running.map((one) => one.kind);

Deno.test("a tile that was laid drops, and lies after a while", () => {
  const found = motion(board({}), board({ tiles: [[3, 4, "A", 0]] }));
  equal(kinds(found), ["drop"]);
  found.running[0].start = 1000;
  equal([...found.drops(1000)], [["3 4", 1]]);
  equal([...found.drops(1160)], [["3 4", 0.5]]);
  ok(found.tick(1319));
  equal(found.tick(1320), false);
});

Deno.test("many tiles at once are another board, not a move", () => {
  const tiles = Array.from({ length: 4 }, (_, x) => [x, 0, "A", 0]);
  equal(kinds(motion(board({}), board({ tiles }))), []);
});

Deno.test("a figure that left walks home to its player", () => {
  const found = motion(board({ pieces: [["meeple/1", 2.5, 0.5]] }), board({}));
  const [walk] = /** @type {any[]} */ (found.running);
  equal([walk.kind, walk.sprite, walk.home], ["walk", "meeple/1", [1, 0]]);
});

Deno.test("a piece that stands elsewhere flies there, and is not drawn twice", () => {
  const before = board({ pieces: [["dragon", 0.5, 0.5], ["meeple/0", 1, 1]] });
  const after = board({ pieces: [["meeple/0", 1, 1], ["dragon", 3.5, 0.5]] });
  const found = motion(before, after);
  equal(kinds(found), ["fly"]);
  equal([...found.hidden()], ["dragon 3.5 0.5"]);
});

Deno.test("a piece that moved hardly at all does not fly", () => {
  const before = board({ pieces: [["meeple/0", 1, 1]] });
  equal(kinds(motion(before, board({ pieces: [["meeple/0", 1.2, 1]] }))), []);
});

Deno.test("points rise where they were made, those of one place above each other", () => {
  const points = { what: "points", points: 4 };
  const happened = [{ ...points, seat: 0, at: [2, 1] }, { ...points, seat: 1, at: [2, 1] }, {
    ...points,
    seat: 1,
    at: null,
  }];
  const found = motion(board({}), board({ last: [7, 7] }), happened);
  equal(found.running.map((one) => [one.x, one.y]), [[2.5, 1.5], [2.5, 1.9], [7.5, 7.5]]);
});

Deno.test("nothing moves for those who want it calm, in another game, or at first sight", () => {
  const [before, after] = [board({}), board({ tiles: [[0, 0, "A", 0]] })];
  equal(kinds(motion(before, after, [], true)), []);
  equal(kinds(motion(board({ game: "g2" }), after)), []);
  equal(kinds(motion(null, after)), []);
});
