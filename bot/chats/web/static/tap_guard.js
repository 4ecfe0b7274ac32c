// While a finger or a mouse button is down, nothing is replaced under it: the tap would be lost.

const STILL = 8; // pixels: who moves farther drags
const LONGEST = 10000; // milliseconds, if nobody says that it was lifted
const AFTER = 60; // milliseconds from lifting a finger to its click, at most

export class TapGuard {
  /** @type {[number, number] | null} */
  from = null; // where it went down
  /** @type {(() => void)[]} */
  held = []; // what waits until it is lifted
  limit = 0;
  lifting = false;

  /** @param {EventTarget} target */
  constructor(target) {
    /** @type {[string, (event: PointerEvent) => void][]} */
    const heard = [
      ["pointerdown", (event) => this.down(event)],
      ["pointermove", (event) => this.move(event)],
      ["pointercancel", () => this.lift()],
      ["pointerup", () => this.liftIn(AFTER)],
      ["click", () => this.liftIn(0)],
    ];
    for (const [name, act] of heard) {
      target.addEventListener(name, (event) => act(/** @type {PointerEvent} */ (event)), true);
    }
  }

  /**
   * Do something at once, or when the tap is over; in the order of the calls.
   * @param {() => void} doing
   */
  afterTap(doing) {
    this.held.push(doing);
    if (!this.from) this.lift();
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.from = [event.clientX, event.clientY];
    this.liftIn(LONGEST);
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.from) return;
    const [x, y] = this.from;
    if (Math.hypot(event.clientX - x, event.clientY - y) > STILL) this.lift();
  }

  /** @param {number} pause */
  liftIn(pause) {
    clearTimeout(this.limit);
    if (this.from) this.limit = setTimeout(() => this.lift(), pause);
  }

  lift() {
    clearTimeout(this.limit);
    this.from = null;
    if (this.lifting) return; // what is done now has asked for more: that is next
    this.lifting = true;
    try {
      while (this.held.length && !this.from) this.held.shift()?.();
    } finally {
      this.lifting = false;
      if (this.held.length && !this.from) setTimeout(() => this.lift()); // one has failed
    }
  }
}
