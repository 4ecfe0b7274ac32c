// Who is in the room, and in which colours.

/** @import { Person } from "./frames.d.ts" */
import { $, make } from "./elements.js";
import { word } from "./words.js";

export class People {
  /** @type {Person} */
  me = { id: "", name: "" };
  /** @type {Person[]} */
  here = [];
  /** @type {string[]} */
  seats = []; // names, of the game that is shown
  /** @type {string[]} */
  colours = [];

  /** @param {string} id */
  dot(id, name = "") {
    const mark = make("span", "dot");
    mark.setAttribute("aria-hidden", "true");
    const shown = name || this.here.find((one) => one.id === id)?.name || "";
    const seat = this.seats.indexOf(shown);
    if (seat >= 0) mark.style.background = this.colours[seat];
    return mark;
  }

  /**
   * @param {string[]} names
   * @param {string[]} colours
   */
  seated(names, colours) {
    if (String([names, colours]) === String([this.seats, this.colours])) return;
    this.seats = names;
    this.colours = colours;
    this.show(this.here);
  }

  /** @param {Person[]} found */
  show(found) {
    this.here = found;
    $("people").replaceChildren(...found.map((one) => this.line(one)));
    if (!found.length) $("people").append(make("li", "soft", word("web.nobody")));
  }

  /** @param {Person} person */
  line({ id, name }) {
    const item = make("li", "", name);
    item.prepend(this.dot(id, name));
    if (id === this.me.id) item.append(make("small", "", ` (${word("web.you")})`));
    return item;
  }
}
