// Stand-ins for what a browser has.

/** An element of a size, at the corner of the window. */
export class Host extends EventTarget {
  clientWidth = 800;
  clientHeight = 600;
  /** @type {number[]} */
  captured = [];

  getBoundingClientRect() {
    return { left: 0, top: 0 };
  }

  /** @param {number} pointer */
  setPointerCapture(pointer) {
    this.captured.push(pointer);
  }
}

/**
 * Something that a finger, a mouse or a wheel does.
 * @param {EventTarget} target
 * @param {string} type
 * @param {Record<string, unknown>} about
 */
export function happen(target, type, about = {}) {
  const event = new Event(type, { cancelable: true });
  const usual = { button: 0, pointerId: 1, clientX: 0, clientY: 0, timeStamp: 0 };
  for (const [name, value] of Object.entries({ ...usual, ...about })) {
    Object.defineProperty(event, name, { value });
  }
  target.dispatchEvent(event);
  return event;
}

/** Timers that ring when they are told. */
export class Clock {
  /** @type {Map<number, {act: () => void, pause: number}>} */
  timers = new Map();
  last = 0;
  real = { setTimeout, clearTimeout };

  constructor() {
    Object.assign(globalThis, {
      setTimeout: (/** @type {() => void} */ act, pause = 0) => {
        this.last += 1;
        this.timers.set(this.last, { act, pause });
        return this.last;
      },
      clearTimeout: (/** @type {number} */ id) => this.timers.delete(id),
    });
  }

  /** The pauses of all that wait. */
  get pauses() {
    return [...this.timers.values()].map(({ pause }) => pause);
  }

  ring() {
    const due = [...this.timers.values()];
    this.timers.clear();
    for (const { act } of due) act();
  }

  [Symbol.dispose]() {
    Object.assign(globalThis, this.real);
  }
}
