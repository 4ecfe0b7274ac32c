// Names of cells are those of the chats: the same pairs are read by tests/engine/test_coordinates.py.

import { equal, ok } from "./assert.js";
import { cellName } from "../../../../../bot/chats/web/static/cells.js";

/** @type {[x: number, y: number, name: string][]} */
const PAIRS = JSON.parse(
  await Deno.readTextFile(new URL("../../../../engine/cell_names.json", import.meta.url)),
);

Deno.test("every cell has the name that chats give it", () => {
  ok(PAIRS.length > 20);
  for (const [x, y, name] of PAIRS) equal(cellName(x, y), name);
});
