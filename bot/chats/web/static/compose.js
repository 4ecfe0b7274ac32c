// The line to write in, with completion of commands.

/** @import { Command, RoomFrame, SuggestFrame } from "./frames.d.ts" */
/** @import { Connection } from "./net.js" */
import { $, make } from "./elements.js";
import { word } from "./words.js";

const PAUSE = 150; // milliseconds without a key before completion is asked for

/** @typedef {{text: string, shown: string, detail?: string}} Offer */

export class Composer {
  /** @type {Command[]} */
  commands = [];
  /** @type {Offer[]} */
  offered = [];
  chosen = -1;
  asking = 0;

  /** @param {Connection<RoomFrame>} connection */
  constructor(connection) {
    this.connection = connection;
    this.line = $("line", HTMLInputElement);
    this.list = $("completion");
    this.line.addEventListener("input", () => this.onInput());
    this.line.addEventListener("keydown", (event) => this.onKey(event));
    $("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
  }

  /** Begin to write a command. */
  begin() {
    this.line.value = "/";
    this.line.focus();
    this.onInput();
  }

  submit() {
    const text = this.line.value.trim();
    if (!text) return;
    if (!this.connection.online) return this.connection.status.note(word("web.offline"));
    this.offer([]);
    this.line.value = "";
    this.say(text);
  }

  /** @param {string} text */
  say(text) {
    const sent = this.connection.send({ do: "say", text }, (how) => {
      if (how !== "done" && !this.line.value) this.line.value = text; // it can be sent again
    });
    if (!sent) this.connection.status.note(word("web.offline"));
  }

  // -- completion ------------------------------------------------------------------------------------

  onInput() {
    clearTimeout(this.asking);
    const text = this.line.value;
    const naming = text.startsWith("/") && !text.includes(" ");
    this.offer(naming ? this.commandsOf(text.slice(1).toLowerCase()) : []);
    if (!text.startsWith("/") || naming) return;
    this.asking = setTimeout(() => this.connection.send({ do: "suggest", text }), PAUSE);
  }

  /**
   * @param {string} begun
   * @returns {Offer[]}
   */
  commandsOf(begun) {
    const found = this.commands.filter((one) => one.name.startsWith(begun));
    return found.map(({ name, detail }) => ({ text: `/${name}`, shown: `/${name}`, detail }));
  }

  /** @param {SuggestFrame} frame */
  onSuggest({ text, lines }) {
    if (text !== this.line.value) return;
    const [command] = text.split(" ");
    this.offer(lines.map((line) => ({ text: `${command} ${line}`, shown: line })));
  }

  /** @param {Offer[]} found */
  offer(found) {
    this.offered = found;
    this.chosen = -1;
    this.list.replaceChildren(...found.map((one, index) => this.item(one, index)));
    this.list.hidden = found.length === 0;
    this.line.setAttribute("aria-expanded", String(found.length > 0));
    this.line.removeAttribute("aria-activedescendant");
  }

  /**
   * @param {Offer} offer
   * @param {number} index
   */
  item({ shown, detail }, index) {
    const item = make("li", "", shown);
    item.id = `completion-${index}`;
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", "false");
    if (detail) item.append(make("small", "", ` ${detail}`));
    item.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.accept(index);
    });
    return item;
  }

  /** @param {number} index */
  choose(index) {
    const items = [...this.list.children];
    items[this.chosen]?.setAttribute("aria-selected", "false");
    this.chosen = (index + items.length) % items.length;
    items[this.chosen].setAttribute("aria-selected", "true");
    items[this.chosen].scrollIntoView({ block: "nearest" });
    this.line.setAttribute("aria-activedescendant", items[this.chosen].id);
  }

  /** @param {number} index */
  accept(index) {
    this.line.value = `${this.offered[index].text} `;
    this.line.focus();
    this.onInput();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const { chosen } = this;
    if (this.list.hidden) {
      if (event.key === "Escape" && !this.line.value) this.line.blur(); // to where keys play
      return;
    }
    if (event.key === "ArrowDown") this.choose(chosen + 1);
    else if (event.key === "ArrowUp") this.choose(chosen < 0 ? -1 : chosen - 1);
    else if (event.key === "Escape") this.offer([]);
    else if (event.key === "Tab" && !event.shiftKey) this.accept(Math.max(chosen, 0));
    else if (event.key === "Enter" && chosen >= 0) this.accept(chosen);
    else return;
    event.preventDefault();
  }
}
