// Nothing is replaced under a finger.

import { equal } from "./assert.js";
import { TapGuard } from "../../../../../bot/chats/web/static/tap_guard.js";
import { Clock, happen } from "./stand_ins.js";

function guarded() {
  const target = new EventTarget();
  const guard = new TapGuard(target);
  /** @type {string[]} */
  const done = [];
  return { target, done, after: (/** @type {string} */ name) => guard.afterTap(() => done.push(name)) };
}

Deno.test("without a finger everything is done at once", () => {
  const { after, done } = guarded();
  after("one");
  equal(done, ["one"]);
});

Deno.test("what comes during a tap waits for its click, in order", () => {
  using clock = new Clock();
  const { after, done, target } = guarded();
  happen(target, "pointerdown");
  after("one");
  after("two");
  happen(target, "pointerup");
  happen(target, "click");
  equal(done, []); // the click is still being heard
  clock.ring();
  equal(done, ["one", "two"]);
});

Deno.test("who drags or loses the finger taps nothing", () => {
  using _ = new Clock();
  const { after, done, target } = guarded();
  happen(target, "pointerdown");
  after("drag");
  happen(target, "pointermove", { clientX: 5 });
  equal(done, []);
  happen(target, "pointermove", { clientX: 9 });
  equal(done, ["drag"]);
  happen(target, "pointerdown");
  after("lost");
  happen(target, "pointercancel");
  equal(done, ["drag", "lost"]);
});

Deno.test("a finger that is never lifted does not stop the page for ever", () => {
  using clock = new Clock();
  const { after, done, target } = guarded();
  happen(target, "pointerdown");
  after("late");
  equal(clock.pauses, [10000]);
  clock.ring();
  equal(done, ["late"]);
});
