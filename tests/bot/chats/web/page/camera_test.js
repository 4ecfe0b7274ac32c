// The view of the board: fingers, wheel, fitting and revealing.

import { equal, ok } from "./assert.js";
import { Camera, inView, square } from "../../../../../bot/chats/web/static/camera.js";
import { Clock, happen, Host } from "./stand_ins.js";

function camera() {
  const host = new Host();
  return { host, camera: new Camera(/** @type {any} */ (host), () => {}) };
}

/** @param {number[]} numbers */
const rounded = (numbers) => numbers.map((number) => Math.round(number * 1000) / 1000 + 0);

Deno.test("what is on the screen is found on the board again", () => {
  const { camera: seen } = camera();
  seen.zoomAt(1.7, 120, 80);
  equal(rounded(seen.toBoard(...seen.toScreen(3.25, -2))), [3.25, -2]);
});

Deno.test("a drag pans, and is no tap", () => {
  using _ = new Clock();
  const { camera: seen, host } = camera();
  let taps = 0;
  seen.taps.push(() => taps += 1);
  const before = seen.toBoard(100, 100);
  happen(host, "pointerdown", { clientX: 100, clientY: 100 });
  happen(host, "pointermove", { clientX: 140, clientY: 70 });
  happen(host, "pointerup", { clientX: 140, clientY: 70 });
  equal(rounded(seen.toBoard(140, 70)), rounded(before)); // what was under the finger still is
  equal([taps, seen.touched, host.captured], [0, true, [1]]);
  ok(happen(host, "click").defaultPrevented);
});

Deno.test("a finger that trembles taps", () => {
  using _ = new Clock();
  const { camera: seen, host } = camera();
  /** @type {number[][]} */
  const taps = [];
  seen.taps.push((at) => taps.push(at));
  Object.assign(host, { closest: () => null });
  happen(host, "pointerdown", { clientX: 400, clientY: 300 });
  happen(host, "pointermove", { clientX: 404, clientY: 304 });
  happen(host, "pointerup", { clientX: 400, clientY: 300 });
  equal(taps, [[0.5, 0.5]]);
  equal([seen.touched, happen(host, "click").defaultPrevented], [false, false]);
});

Deno.test("a finger that stays looks closer, and does not tap", () => {
  using clock = new Clock();
  const { camera: seen, host } = camera();
  const heard = { taps: 0, longs: 0 };
  seen.taps.push(() => heard.taps += 1);
  seen.longs.push(() => heard.longs += 1);
  happen(host, "pointerdown");
  clock.ring();
  happen(host, "pointerup", { timeStamp: 900 });
  equal(heard, { taps: 0, longs: 1 });
});

Deno.test("two fingers zoom around their middle", () => {
  using _ = new Clock();
  const { camera: seen, host } = camera();
  happen(host, "pointerdown", { pointerId: 1, clientX: 300, clientY: 300 });
  happen(host, "pointerdown", { pointerId: 2, clientX: 500, clientY: 300 });
  const [zoom, middle] = [seen.zoom, seen.toBoard(400, 300)];
  happen(host, "pointermove", { pointerId: 1, clientX: 250, clientY: 300 });
  happen(host, "pointermove", { pointerId: 2, clientX: 550, clientY: 300 });
  equal(Math.round(seen.zoom), Math.round(zoom * 1.5));
  const [x, y] = seen.toBoard(400, 300);
  ok(Math.hypot(x - middle[0], y - middle[1]) < 0.05); // one finger is heard after the other
});

Deno.test("the wheel zooms at the pointer, within limits", () => {
  const { camera: seen, host } = camera();
  const under = seen.toBoard(200, 150);
  happen(host, "wheel", { deltaY: -100, deltaMode: 0, ctrlKey: false, clientX: 200, clientY: 150 });
  ok(seen.zoom > 80);
  equal(rounded(seen.toBoard(200, 150)), rounded(under));
  seen.zoomBy(1000);
  equal(seen.zoom, 260);
  seen.zoomBy(1 / 1000);
  equal(seen.zoom, 14);
});

Deno.test("a fitted box is seen whole, beside what panels cover", () => {
  const { camera: seen } = camera();
  seen.touched = true;
  seen.fit([-3, -2, 9, 4], { above: 70, below: 120, aside: 60 });
  const [left, top] = seen.toScreen(-3, -2);
  const [right, bottom] = seen.toScreen(9, 4);
  ok(left >= 11.9 && top >= 69.9 && right <= 740.1 && bottom <= 480.1, String([left, top, right, bottom]));
  equal(seen.touched, false); // the view is the page's again
});

Deno.test("a cell is revealed no farther than needed, and large enough", () => {
  const { camera: seen } = camera();
  const before = [seen.x, seen.y];
  seen.reveal(0, 0);
  equal([seen.x, seen.y], before); // it was in view
  seen.reveal(12, 0, { least: 104 });
  equal(seen.zoom, 104);
  const [left, , width] = square(seen, 12, 0);
  ok(left > 0 && left + width <= 800);
  equal(seen.touched, false);
});

Deno.test("tiles touch: their squares are of whole pixels without a gap", () => {
  const { camera: seen } = camera();
  for (const by of [0.91, 0.93, 0.97, 1.03, 1.11]) {
    seen.zoomAt(by, 33, 71);
    const [left, top, width, height] = square(seen, 2, 3);
    equal(square(seen, 3, 3)[0], left + width);
    equal(square(seen, 2, 4)[1], top + height);
    ok([left, top, width, height].every(Number.isInteger));
  }
});

Deno.test("cells outside of the view are not drawn", () => {
  const { camera: seen } = camera();
  equal([inView(seen, 0, 0), inView(seen, 40, 0), inView(seen, 0, -40)], [true, false, false]);
});
