// What the viewer has chosen so far, without a page.

import { equal } from "./assert.js";
import { Decision } from "../../../../../bot/chats/web/static/decision.js";

/** @typedef {import("../../../../../bot/chats/web/static/frames.d.ts").Way} Way */

/** @param {string} token */
const claim = (token, figure = "meeple") => ({
  token,
  verb: "claim",
  label: token,
  at: /** @type {[number, number]} */ ([0, 0]),
  figure,
});
const NOBODY = { token: "nobody", verb: "pass", label: "Nobody" };

/**
 * @param {number} rotation
 * @param {Partial<Way>} facts
 * @returns {Way}
 */
const way = (rotation, facts = {}) => ({
  token: `turn${rotation}`,
  verb: "place",
  label: "",
  cell: [1, 0],
  rotation,
  ...facts,
});

/** @param {Way[]} ways */
function placing(...ways) {
  const found = new Decision({ ask: "place", stamp: 1, seat: 0, cells: [[1, 0, ways.length]] });
  found.choose([1, 0]);
  if (ways.length) found.learn([1, 0], ways);
  return found;
}

Deno.test("nothing can be played before the ways are known", () => {
  equal(placing().token, "");
});

Deno.test("a tile that nobody can claim is played as it lies", () => {
  const found = placing(way(0), way(2));
  equal(found.token, "turn0");
  found.rotate();
  equal(found.token, "turn2");
  found.rotate();
  equal(found.token, "turn0");
  equal(placing(way(3)).rotate(), false);
});

Deno.test("a claim takes the place of nobody, and back", () => {
  const found = placing(way(0, { follow: [claim("road"), claim("city"), NOBODY] }));
  equal(found.token, "nobody");
  found.pick(found.spots[1]);
  equal(found.token, "city");
  found.pick(found.spots[1]);
  equal(found.token, "nobody");
});

Deno.test("where something must be claimed, a tile alone is no move", () => {
  equal(placing(way(0, { follow: [claim("road")] })).token, "");
});

Deno.test("another figure shows its own spots, and drops the choice", () => {
  const found = placing(way(0, { follow: [claim("road"), claim("large", "large"), NOBODY] }));
  equal(found.spots.map((spot) => spot.token), ["road"]);
  found.pick(found.spots[0]);
  found.nextMode();
  equal([found.spots.map((spot) => spot.token), found.choice], [["large"], null]);
});

Deno.test("a tile is laid without a bridge unless one is wanted", () => {
  const bridge = way(0, { verb: "bridge", token: "bridge", site: [1, 0], axis: "WE" });
  const found = placing(bridge, way(0));
  equal(found.token, "turn0");
  found.vary(0);
  equal(found.token, "bridge");
  const turned = placing(way(0), way(1, { verb: "bridge", token: "bridge" }), way(1));
  turned.rotate();
  equal(turned.token, "turn1");
});

Deno.test("taking back goes one step at a time", () => {
  const found = placing(way(0, { follow: [claim("road"), NOBODY] }));
  found.pick(found.spots[0]);
  found.cancel();
  equal([found.choice, found.isAt([1, 0])], [null, true]);
  found.cancel();
  equal(found.cell, null);
});

Deno.test("a question without a tile is answered by one of its options", () => {
  const found = new Decision({ ask: "fairy", stamp: 1, seat: 0, options: [claim("one"), NOBODY] });
  found.firstMode();
  equal(found.token, "");
  found.pick(found.spots[0]);
  equal(found.token, "one");
});

Deno.test("an answer about another cell changes nothing", () => {
  const found = placing(way(0), way(1));
  found.rotate();
  found.learn([5, 5], [way(0)]);
  equal(found.token, "turn1");
});
