// Circles that a finger must be able to tell apart.

import { equal, ok } from "./assert.js";
import { spread } from "../../../../../bot/chats/web/static/spread.js";

/** @param {number[][]} middles */
const circles = (middles) => middles.map(([left, top]) => ({ left, top, shown: 44 }));

/** @param {{left: number, top: number}[]} circles */
const nearest = ([one, ...others]) =>
  Math.min(...others.map((two) => Math.hypot(two.left - one.left, two.top - one.top)));

Deno.test("circles on one spot come apart, around it", () => {
  const two = circles([[100, 100], [100, 100]]);
  spread(two);
  ok(nearest(two) >= 46.9, String(nearest(two)));
  equal([(two[0].left + two[1].left) / 2, two[0].top], [100, 100]);
});

Deno.test("three that crowd each other can be told apart", () => {
  const three = circles([[100, 100], [110, 100], [105, 108]]);
  spread(three);
  for (const one of three) ok(nearest([one, ...three.filter((other) => other !== one)]) > 43);
});

Deno.test("circles that do not touch stay where they are", () => {
  const two = circles([[0, 0], [60, 0]]);
  spread(two);
  equal(two, circles([[0, 0], [60, 0]]));
});
