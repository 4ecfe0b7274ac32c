// While a finger or a mouse button is down, nothing is replaced under it: the tap would be lost.

const STILL = 8; // pixels: who moves farther drags
const LONGEST = 10000; // milliseconds, if nobody says that it was lifted
const AFTER = 60; // milliseconds from lifting a finger to its click, at most
let from = null; // where it went down
let limit = 0;
const held = []; // what waits until it is lifted
let lifting = false;

// Do something at once, or when the tap is over; in the order of the calls.
export function afterTap(doing) {
  held.push(doing);
  if (!from) lift();
}

function lift() {
  clearTimeout(limit);
  from = null;
  if (lifting) return; // what is done now has asked for more: that is next
  lifting = true;
  try {
    while (held.length && !from) held.shift()();
  } finally {
    lifting = false;
    if (held.length && !from) setTimeout(lift); // one has failed
  }
}

addEventListener("pointerdown", (event) => {
  from = [event.clientX, event.clientY];
  clearTimeout(limit);
  limit = setTimeout(lift, LONGEST);
}, true);
addEventListener("pointermove", (event) => {
  if (from && Math.hypot(event.clientX - from[0], event.clientY - from[1]) > STILL) lift();
}, true);
addEventListener("pointercancel", lift, true);
addEventListener("pointerup", () => {
  clearTimeout(limit);
  if (from) limit = setTimeout(lift, AFTER);
}, true);
addEventListener("click", () => {
  clearTimeout(limit);
  if (from) limit = setTimeout(lift);
}, true);
