// The live board of a chat's table, opened as a Mini App of Telegram or an Activity of Discord.

/** @import { Boot, EmbeddedFrame, WelcomeFrame } from "./frames.d.ts" */
/** @import { Host, Receivers, Transport } from "./hosts.d.ts" */
import { activity } from "./discord.js";
import { $, make } from "./elements.js";
import { Connection } from "./net.js";
import { Status } from "./status.js";
import { Table } from "./table.js";
import { TapGuard } from "./tap_guard.js";
import { miniApp } from "./telegram.js";
import { setWords, speak, word } from "./words.js";

const MOST_CHOICES = 4; // below a notice

/**
 * The client in which the page was opened.
 * @typedef {object} Platform
 * @property {() => void} begin
 * @property {() => Promise<object | null>} credentials what the client says of the user; null: nothing
 */

/** @param {Boot} boot */
export function mount(boot) {
  setWords(boot.words);
  new Embedded(boot, boot.door === "discord" ? activity(boot) : miniApp()).start();
}

/** @implements {Host} */
class Embedded {
  /** @type {Connection<EmbeddedFrame>} */
  connection;
  greeted = false;

  /**
   * @param {Boot} boot
   * @param {Platform} platform
   */
  constructor(boot, platform) {
    this.boot = boot;
    this.platform = platform;
    this.address = `/app/${boot.door}`;
    this.ticket = new Ticket(`bastide.ticket.${boot.door}.${location.search}${location.hash}`); // each launch has its own
    this.story = { address: `${this.address}/story`, live: true, request: () => this.ticket.request() };
    this.status = new Status();
    const taps = new TapGuard(globalThis);
    this.connection = new Connection(this.transport(), this.status, taps);
    this.table = new Table(this, taps);
    this.nothing = make("p", "nothing");
  }

  start() {
    const heading = make("h1", "unseen", "Bastide"); // the room's own is not shown here
    this.nothing.id = "nothing";
    this.nothing.setAttribute("role", "status");
    this.nothing.hidden = true;
    document.querySelector("main")?.prepend(heading, this.nothing);
    $("open-chat").dataset.label = "watch.history";
    globalThis.window.bastide = { table: this.table, press: (...press) => this.connection.press(...press) };
    speak(this.boot.language);
    document.title = "Bastide";
    this.platform.begin();
    this.connection.start(this.receivers());
  }

  // -- coming in -------------------------------------------------------------------------------------

  /** @returns {Transport} */
  transport() {
    return {
      authenticate: async () => this.ticket.text ? { ok: true } : await this.enter(),
      address: () => `${this.address}/socket`,
      first: () => JSON.stringify({ do: "enter", ticket: this.ticket.text }),
      refused: () => this.ticket.keep(""),
    };
  }

  async enter() {
    const shown = await this.platform.credentials();
    if (!shown) return this.stay();
    const answer = await fetch(`${this.address}/enter`, { method: "POST", body: JSON.stringify(shown) });
    if (answer.status === 403) return this.stay();
    if (answer.ok) this.ticket.keep((await answer.json()).ticket);
    return answer;
  }

  /**
   * Nothing more can be done until the page is opened again.
   * @returns {Promise<never>}
   */
  stay() {
    this.say("web.door.again");
    return new Promise(() => {});
  }

  /** @param {string} key */
  say(key) {
    this.nothing.textContent = key ? word(key) : "";
    this.nothing.hidden = !key;
  }

  // -- what the table asks its host ------------------------------------------------------------------

  /** @type {Host["ask"]} */
  ask(request, done) {
    this.connection.send(request, done);
  }

  /** @type {Host["press"]} */
  press(token, text = "", button = null) {
    this.connection.press(token, text, button);
  }

  /** @type {Host["seated"]} */
  seated() {}

  /** @type {Host["sideShown"]} */
  sideShown(open) {
    this.table.tab(open ? "moves" : "chat"); // the chat is behind the page: in its place are the moves
  }

  // -- what the server says --------------------------------------------------------------------------

  /** @returns {Receivers<EmbeddedFrame>} */
  receivers() {
    const { board, ...others } = this.table.receivers();
    return {
      ...others,
      board: (frame) => {
        this.say("");
        board?.(frame);
      },
      ready: () => this.connection.pressAgain(this.table.asked()),
      hello: (frame) => this.onHello(frame),
      none: () => {
        if (!this.table.data) this.say("web.door.none");
      },
      message: ({ message }) => {
        const choices = (message.groups ?? []).flatMap((group) => group.choices);
        this.table.toasts.show(message, choices.slice(0, MOST_CHOICES));
      },
      slow: () => this.status.note(word("web.slow")),
      failed: () => this.status.note(word("web.failed")),
    };
  }

  /** @param {WelcomeFrame} frame */
  onHello({ language, words }) {
    if (this.connection.connected() && this.greeted) this.status.note(word("web.online"));
    this.greeted = true;
    setWords(words);
    speak(language);
    this.table.render();
    document.body.dataset.ready = "yes";
  }
}

/** What the server gave to this visitor, kept for reloads. */
class Ticket {
  /** @param {string} key */
  constructor(key) {
    this.key = key;
    this.text = this.stored();
  }

  stored() {
    try {
      return sessionStorage.getItem(this.key) ?? "";
    } catch {
      return ""; // no storage: each load asks anew
    }
  }

  /** @param {string} text */
  keep(text) {
    this.text = text;
    try {
      sessionStorage.setItem(this.key, text);
    } catch { /* a reload asks anew */ }
  }

  /** @returns {RequestInit} */
  request() {
    return { headers: { Authorization: `Bearer ${this.text}` } };
  }
}
