// The room: its messages, its people and its table.

/** @import { Boot, HelloFrame, Message, RoomFrame, WordsFrame } from "./frames.d.ts" */
/** @import { Host, Receivers, Transport } from "./hosts.d.ts" */
import { Chat } from "./chat.js";
import { Composer } from "./compose.js";
import { AmountDialog, NameDialog } from "./dialogs.js";
import { $, typing } from "./elements.js";
import { Connection, OPENING } from "./net.js";
import { Notifications } from "./notifications.js";
import { People } from "./people.js";
import { phone } from "./preferences.js";
import { Status } from "./status.js";
import { Table } from "./table.js";
import { TapGuard } from "./tap_guard.js";
import { setWords, speak, word } from "./words.js";

const SHORT = 200; // letters of a question that may cover the board
const MOST_CHOICES = 2; // of such a question

/** @param {Boot} boot */
export function mount(boot) {
  setWords(boot.words);
  new Room(boot).start();
}

/** @implements {Host} */
class Room {
  /** @type {Connection<RoomFrame>} */
  connection;
  greeted = false;

  /** @param {Boot} boot */
  constructor(boot) {
    this.boot = boot;
    this.address = `/r/${encodeURIComponent(boot.room)}`;
    this.story = { address: `${this.address}/story`, live: true, request: () => ({}) };
    this.status = new Status();
    this.people = new People();
    this.notifications = new Notifications(boot.room);
    const taps = new TapGuard(globalThis);
    this.connection = new Connection(this.transport(), this.status, taps);
    this.names = new NameDialog(this.connection, this.people);
    this.composer = new Composer(this.connection);
    this.chat = new Chat(this.connection, this.people, new AmountDialog(this.connection), {
      heard: (message) => this.onHeard(message),
      passed: (id) => this.table.toasts.remove(id),
      called: () => this.notifications.call(),
    });
    this.table = new Table(this, taps);
  }

  start() {
    $("room-name").textContent = this.boot.room;
    $("watch", HTMLAnchorElement).href = `${this.address}/watch`;
    $("games", HTMLAnchorElement).href = `${this.address}/games`;
    $("own-room", HTMLAnchorElement).href = `/r/${unusedRoom()}`;
    this.sideMenu();
    this.keys();
    globalThis.window.bastide = { table: this.table, press: (...press) => this.connection.press(...press) };
    speak(this.boot.language);
    this.notifications.title();
    this.connection.start(this.receivers());
  }

  /** @returns {Transport} */
  transport() {
    const { language } = this.boot;
    return {
      authenticate: () => fetch("/me", { method: "POST", signal: AbortSignal.timeout(OPENING) }),
      address: () => `${this.address}/socket?since=${this.chat.seen}&language=${language}`,
      first: () => "",
      refused: () => {},
    };
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
  seated(names, colours) {
    this.people.seated(names, colours);
  }

  /** @type {Host["sideShown"]} */
  sideShown(open) {
    if (open) this.chat.toEnd();
  }

  // -- what the server says --------------------------------------------------------------------------

  /** @returns {Receivers<RoomFrame>} */
  receivers() {
    return {
      ...this.table.receivers(),
      ready: () => this.connection.pressAgain(this.table.asked()),
      hello: (frame) => this.onHello(frame),
      words: (frame) => this.onWords(frame, frame.messages),
      me: ({ me }) => {
        this.people.me = me;
        this.named();
      },
      name: () => this.names.ask(),
      people: ({ people }) => this.people.show(people),
      message: ({ message }) => {
        this.chat.show(message, true);
        this.chat.tidy();
      },
      gone: ({ id }) => this.chat.remove(id),
      focus: ({ id }) => this.chat.focusOn(id),
      busy: ({ on, share }) => this.busy(on ? busyWords(share) : ""),
      lost: () => this.busy(""),
      slow: () => this.status.note(word("web.slow")),
      failed: () => this.status.note(word("web.failed")),
      suggest: (frame) => this.composer.onSuggest(frame),
    };
  }

  /** @param {HelloFrame} frame */
  onHello(frame) {
    if (this.connection.connected() && this.greeted) this.status.note(word("web.online"));
    this.people.me = frame.me;
    this.onWords(frame, [...this.chat.messages.values()].map(({ data }) => data));
    this.chat.keepOnly(frame.ids);
    for (const message of frame.messages) this.chat.show(message, this.greeted);
    this.greeted = true;
    this.chat.tidy();
    if (frame.messages.length) this.chat.toEnd();
    document.body.dataset.ready = "yes";
  }

  /**
   * @param {HelloFrame | WordsFrame} frame
   * @param {Message[]} messages to be shown in these words
   */
  onWords({ commands, language, words }, messages) {
    setWords(words);
    this.composer.commands = commands;
    $("language", HTMLSelectElement).value = language;
    speak(language);
    this.named();
    for (const message of messages) this.chat.show(message, false);
    this.table.render();
  }

  /** The reader's own name is known, or another one. */
  named() {
    const { name } = this.people.me;
    document.body.dataset.name = name;
    $("own-name").textContent = word("web.you_are", { name });
  }

  /** @param {string} text */
  busy(text) {
    $("busy").textContent = text;
  }

  /**
   * A question that may cover the board, and what only the reader may read, stand above it as well.
   * @param {Message} message
   */
  onHeard(message) {
    const choices = (message.groups ?? []).flatMap((group) => group.choices);
    const short = message.text.reduce((length, run) => length + run.t.length, 0) < SHORT;
    const few = choices.length > 0 && choices.length <= MOST_CHOICES;
    const asks = few && short && !message.picture; // "are you sure?"
    const covered = phone().matches && !this.table.sideIsOpen(); // the chat cannot be seen
    const vote = asks && message.notify?.includes(this.people.me.id);
    const needed = covered ? message.private || vote : message.private && asks && !this.readsChat();
    if (this.table.running() && needed) this.table.toasts.show(message, asks ? choices : []);
    if (covered && message.from) this.table.news();
  }

  /** Whether the reader looks into the chat for an answer. */
  readsChat() {
    return phone().matches || this.connection.awaits("say") || this.chat.isPressed();
  }

  // -- the menu at the side --------------------------------------------------------------------------

  sideMenu() {
    $("open-side").addEventListener("click", () => openSide(!document.body.classList.contains("side-open")));
    document.addEventListener("pointerdown", ({ target }) => {
      if (!(/** @type {Element} */ (target)).closest("#side, #open-side, dialog")) openSide(false);
    });
    for (const button of document.querySelectorAll(/** @type {"button"} */ ("[data-say]"))) {
      button.addEventListener("click", () => {
        openSide(false);
        this.composer.say(button.dataset.say ?? "");
      });
    }
    const language = $("language", HTMLSelectElement);
    language.addEventListener("change", () => this.composer.say(`/settings language ${language.value}`));
    $("share").addEventListener("click", () => this.share());
    $("other-room").addEventListener("submit", (event) => {
      event.preventDefault();
      const room = $("other-room-name", HTMLInputElement).value.trim().toLowerCase();
      location.assign(`/r/${encodeURIComponent(room)}`);
    });
  }

  async share() {
    try {
      await navigator.clipboard.writeText(location.href);
      this.status.note(word("web.copied"));
    } catch {
      this.status.note(location.href);
    }
  }

  keys() {
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") openSide(false);
      if (event.key !== "/" || typing() || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      this.table.showSide(true);
      this.chat.toEnd();
      this.composer.begin();
    });
  }
}

/** @param {number | undefined} share of a picture that is being drawn */
function busyWords(share) {
  return share === undefined ? word("web.busy") : word("web.drawing", { n: share });
}

/** @param {boolean} open */
function openSide(open) {
  document.body.classList.toggle("side-open", open);
  $("open-side").setAttribute("aria-expanded", String(open));
}

/** The name of a room in which nobody is. */
function unusedRoom() {
  return [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join("");
}
