// What becomes of presses whose connection went away.

import { equal } from "./assert.js";
import { Presses } from "../../../../../bot/chats/web/static/presses.js";

const ASKED = "g1:7:";

function interrupted() {
  const presses = new Presses();
  for (const token of ["g1:7:a1", "g1:6:a0", "g1:7:!undo", "g1:6:!undo"]) presses.add(token, "");
  presses.answered("g1:7:a1");
  presses.add("g1:7:a2", "5");
  presses.interrupt();
  return presses;
}

Deno.test("presses that answer the open question are sent again, other deeds are named", () => {
  equal(interrupted().sort(ASKED), {
    again: [["g1:7:!undo", ""], ["g1:7:a2", "5"]],
    named: [["g1:6:!undo", ""]],
  });
});

Deno.test("a connection that goes away twice loses no press", () => {
  const presses = interrupted();
  presses.interrupt();
  equal(presses.sort(ASKED).again.length, 2);
});

Deno.test("when nothing is asked, nothing is sent again", () => {
  equal(interrupted().sort("").again, []);
});

Deno.test("an interrupted press is dealt with once", () => {
  const presses = interrupted();
  presses.sort(ASKED);
  equal(presses.sort(ASKED), { again: [], named: [] });
  presses.interrupt();
  equal(presses.sort(ASKED), { again: [], named: [] });
});
