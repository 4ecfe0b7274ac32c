// The line that says how the connection is, and other short things.

import { $ } from "./elements.js";
import { word } from "./words.js";

const SHOWN = 4000; // milliseconds of a note

export class Status {
  constructor() {
    this.element = $("status");
  }

  get isAway() {
    return document.body.classList.contains("offline");
  }

  away() {
    this.element.textContent = word("web.offline");
    document.body.classList.add("offline");
  }

  /** The connection is there, or there again; whether it was away. */
  back() {
    const again = this.isAway;
    document.body.classList.remove("offline");
    if (again) this.element.textContent = "";
    return again;
  }

  /** @param {string} text */
  note(text) {
    this.element.textContent = text;
    setTimeout(() => {
      if (!this.isAway && this.element.textContent === text) this.element.textContent = "";
    }, SHOWN);
  }
}
