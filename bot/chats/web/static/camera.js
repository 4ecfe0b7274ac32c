// Where the board is looked at: pan by dragging, zoom by pinching or with the wheel.

const LEAST = 14;
const MOST = 260; // pixels of a cell
const STILL = 8; // pixels that a finger may move in a tap
const LONG = 450; // milliseconds of a long press

export class Camera {
  constructor(host, moved) {
    this.host = host;
    this.moved = moved;
    this.zoom = 80;
    this.x = this.y = 0.5; // the middle of the view, in cells
    this.touched = false; // moved by the viewer
    this.moving = 0; // until when the view is in motion
    this.pointers = new Map();
    this.taps = []; // called with a point in cells, and the event
    this.longs = [];
    host.addEventListener("pointerdown", (event) => this.down(event));
    host.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) host.addEventListener(name, (event) => this.up(event));
    host.addEventListener("click", (event) => {
      if (this.dragged) {
        event.stopPropagation();
        event.preventDefault();
      }
    }, true);
    host.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  get width() {
    return this.host.clientWidth;
  }
  get height() {
    return this.host.clientHeight;
  }

  toScreen(x, y) {
    return [(x - this.x) * this.zoom + this.width / 2, (y - this.y) * this.zoom + this.height / 2];
  }
  toBoard(left, top) {
    return [(left - this.width / 2) / this.zoom + this.x, (top - this.height / 2) / this.zoom + this.y];
  }

  local(event) {
    const box = this.host.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  down(event) {
    if (event.button > 0) return;
    this.pointers.set(event.pointerId, this.local(event));
    if (this.pointers.size === 1) {
      this.dragged = false;
      this.from = this.local(event);
      this.began = event.timeStamp;
      this.held = false;
      clearTimeout(this.long);
      this.long = setTimeout(() => {
        if (this.pointers.size === 1 && !this.dragged) {
          this.dragged = this.held = true; // it is no tap any more
          for (const listener of this.longs) listener(this.toBoard(...this.from), event);
        }
      }, LONG);
    }
  }

  move(event) {
    const old = this.pointers.get(event.pointerId);
    if (!old) return;
    const at = this.local(event);
    if (
      this.pointers.size === 1 && !this.dragged &&
      Math.hypot(at[0] - this.from[0], at[1] - this.from[1]) < STILL
    ) return;
    if (!this.dragged) {
      this.dragged = true;
      clearTimeout(this.long);
      this.host.setPointerCapture(event.pointerId);
    }
    if (this.pointers.size === 2) {
      const other = [...this.pointers.entries()].find(([id]) => id !== event.pointerId)[1];
      const before = Math.hypot(old[0] - other[0], old[1] - other[1]);
      const now = Math.hypot(at[0] - other[0], at[1] - other[1]);
      if (before > 0) this.zoomAt(now / before, (at[0] + other[0]) / 2, (at[1] + other[1]) / 2);
    }
    const share = 1 / this.pointers.size;
    this.x -= ((at[0] - old[0]) / this.zoom) * share;
    this.y -= ((at[1] - old[1]) / this.zoom) * share;
    this.pointers.set(event.pointerId, at);
    this.change();
  }

  up(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    clearTimeout(this.long);
    if (this.held && event.timeStamp - this.began < LONG) this.dragged = false; // a quick tap, of which a busy page heard late
    const tap = !this.dragged && event.type === "pointerup";
    if (tap && !event.target.closest("button, a, input, label")) {
      for (const listener of this.taps) listener(this.toBoard(...this.local(event)), event);
    }
  }

  wheel(event) {
    event.preventDefault();
    const by = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : event.deltaMode ? 0.05 : 0.0015));
    this.zoomAt(by, ...this.local(event));
  }

  zoomAt(factor, left, top) {
    const [x, y] = this.toBoard(left, top);
    this.zoom = Math.max(LEAST, Math.min(MOST, this.zoom * factor));
    this.x = x - (left - this.width / 2) / this.zoom;
    this.y = y - (top - this.height / 2) / this.zoom;
    this.change();
  }

  zoomBy(factor) {
    this.zoomAt(factor, this.width / 2, this.height / 2);
  }

  change() {
    this.touched = true;
    this.moving = performance.now() + 160;
    this.moved();
  }

  // Show all of a box of cells, with room at the edges that panels cover.
  fit([left, top, right, bottom], { above = 12, below = 12, aside = 12, most = 130 } = {}) {
    const room = [Math.max(60, this.width - 12 - aside), Math.max(60, this.height - above - below)];
    this.zoom = Math.max(LEAST, Math.min(most, room[0] / (right - left), room[1] / (bottom - top)));
    this.x = (left + right) / 2 + (aside - 12) / 2 / this.zoom;
    this.y = (top + bottom) / 2 - (above - below) / 2 / this.zoom;
    this.touched = false;
    this.moved();
  }

  // Bring a cell into view, no farther than needed, and at least so large.
  reveal(x, y, { above = 12, below = 12, aside = 12, least = 0 } = {}) {
    if (this.zoom < least) {
      const [left, top] = this.toScreen(x + 0.5, y + 0.5);
      const touched = this.touched;
      this.zoomAt(least / this.zoom, left, top);
      this.touched = touched;
    }
    const [left, top] = this.toScreen(x, y);
    const size = this.zoom;
    const edge = size * 0.3;
    const dx = left < edge ? left - edge : Math.max(0, left + size + edge + aside - this.width);
    const dy = top < above + edge ? top - above - edge : Math.max(0, top + size + edge + below - this.height);
    this.x += dx / this.zoom;
    this.y += dy / this.zoom;
    if (dx || dy) this.moved();
  }
}
