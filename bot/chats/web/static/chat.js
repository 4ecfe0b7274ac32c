// The messages of the room: by id and place; who reads the end stays there.

/** @import { Choice, Message, RoomFrame } from "./frames.d.ts" */
/** @import { AmountDialog } from "./dialogs.js" */
/** @import { Connection } from "./net.js" */
/** @import { People } from "./people.js" */
import { $ } from "./elements.js";
import { MessageBuilder } from "./messages.js";

const NEAR_END = 160; // pixels
const SHOWS = 40; // pixels of the last message that are to be seen, at least

/** @typedef {{data: Message, item: HTMLLIElement}} Shown */

/**
 * What else a page does when messages come and go.
 * @typedef {object} ChatEvents
 * @property {(message: Message) => void} heard a new one, of which the reader should know
 * @property {(id: string) => void} passed one has changed or is gone
 * @property {(message: Message) => void} called it asks the reader
 */

export class Chat {
  seen = 0; // the number of the last change
  /** @type {Map<string, Shown>} */
  messages = new Map();
  following = true; // a reader at the end stays there, however the page grows
  size = 0;

  /**
   * @param {Connection<RoomFrame>} connection
   * @param {People} people
   * @param {AmountDialog} amounts
   * @param {ChatEvents} events
   */
  constructor(connection, people, amounts, events) {
    this.people = people;
    this.events = events;
    this.log = $("log");
    this.scroller = $("scroll");
    this.large = $("large", HTMLDialogElement);
    this.builder = new MessageBuilder(people, {
      dismiss: ({ id }) => connection.send({ do: "dismiss", id }),
      enlarge: (message) => this.enlarge(message),
      choose: (choice, button) => {
        if (choice.amount) amounts.ask(choice);
        else connection.press(choice.token, "", button);
      },
      tap: ({ token }, button) => {
        if (this.large.open) this.large.close();
        connection.press(token, "", button);
      },
    });
    this.listen();
  }

  listen() {
    const { large, log, scroller } = this;
    log.addEventListener("load", () => this.following && this.toEnd(), true); // a picture made the page longer
    scroller.addEventListener("scroll", () => this.onScroll());
    new ResizeObserver(() => {
      this.size = scroller.clientHeight + scroller.clientWidth;
      if (this.following) this.toEnd();
    }).observe(scroller);
    $("newer").addEventListener("click", () => this.toEnd());
    $("large-frame").addEventListener("click", ({ target }) => {
      if (target instanceof HTMLImageElement) large.classList.toggle("zoomed");
    });
    large.addEventListener("close", () => {
      large.classList.remove("zoomed");
      $("large-frame").replaceChildren();
    });
  }

  // -- the end ---------------------------------------------------------------------------------------

  nearEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    return scrollHeight - scrollTop - clientHeight < NEAR_END;
  }

  lastIsShown() {
    const last = this.log.lastElementChild;
    const { bottom } = this.scroller.getBoundingClientRect();
    return last !== null && last.getBoundingClientRect().top < bottom - SHOWS;
  }

  toEnd() {
    const last = this.log.lastElementChild;
    if (!(last instanceof HTMLElement)) return;
    if (last.offsetHeight > this.scroller.clientHeight) last.scrollIntoView({ block: "start" });
    else this.scroller.scrollTop = this.scroller.scrollHeight;
    this.following = true;
    $("newer").hidden = true;
  }

  onScroll() {
    const { clientHeight, clientWidth } = this.scroller;
    if (this.nearEnd()) $("newer").hidden = true;
    if (clientHeight + clientWidth === this.size) this.following = this.nearEnd() || this.lastIsShown();
  }

  // -- messages --------------------------------------------------------------------------------------

  /**
   * @param {Message} data
   * @param {boolean} fresh whether it has just come
   */
  show(data, fresh) {
    this.seen = Math.max(this.seen, data.seq);
    const known = this.messages.get(data.id);
    const item = this.builder.build(data);
    const stick = this.following || this.nearEnd();
    if (known) this.replace(known, { data, item }, fresh);
    else this.insert(data.place, item);
    this.messages.set(data.id, { data, item });
    if (fresh) this.attend(data, item, !known, stick);
  }

  /**
   * @param {Shown} known
   * @param {Shown} shown
   * @param {boolean} fresh
   */
  replace(known, shown, fresh) {
    this.events.passed(known.data.id);
    if (fresh) keepFigure(known, shown);
    keepMenus(known.item, shown.item);
    keepFocus(known.item, shown.item);
    known.item.replaceWith(shown.item);
  }

  /**
   * @param {number} place
   * @param {HTMLElement} item
   */
  insert(place, item) {
    const later = [...this.messages.values()].filter(({ data }) => data.place > place);
    later.sort((one, two) => one.data.place - two.data.place);
    this.log.insertBefore(item, later[0]?.item ?? null);
  }

  /**
   * What has just come is shown to who should see it.
   * @param {Message} data
   * @param {HTMLElement} item
   * @param {boolean} isNew
   * @param {boolean} stick
   */
  attend(data, item, isNew, stick) {
    const { me } = this.people;
    const called = Boolean(data.notify?.includes(me.id));
    const answer = isNew && this.isPressed(); // to what was pressed in the chat
    const mine = data.private || data.from?.id === me.id || called || answer;
    if (stick || (mine && isNew)) this.toEnd();
    else if (isNew) $("newer").hidden = false;
    if (called && !data.quiet) this.events.called(data);
    if (isNew) this.events.heard(data);
    this.focus(data, item, called && isNew);
  }

  /** Whether something that was pressed here has no answer yet. */
  isPressed() {
    return this.log.querySelector("button.busy") !== null;
  }

  /**
   * @param {Message} data
   * @param {HTMLElement} item
   * @param {boolean} called
   */
  focus(data, item, called) {
    const active = document.activeElement;
    if (data.private && data.groups && active?.classList.contains("busy")) {
      item.querySelector(/** @type {"button"} */ (".groups button"))?.focus({ preventScroll: true }); // the answer
    } else if (called && $("table").hidden && (active === document.body || active === this.scroller)) {
      item.focus({ preventScroll: true }); // a board asks by itself: keys that play there must not end in the chat
    }
  }

  /** @param {string} id */
  remove(id) {
    const item = this.messages.get(id)?.item;
    if (item?.contains(document.activeElement)) this.scroller.focus({ preventScroll: true });
    item?.remove();
    this.messages.delete(id);
    this.events.passed(id);
    this.tidy();
  }

  /**
   * Remove what no longer stands in the room.
   * @param {string[]} standing
   */
  keepOnly(standing) {
    const ids = new Set(standing);
    for (const id of [...this.messages.keys()]) if (!ids.has(id)) this.remove(id);
  }

  tidy() {
    $("empty").hidden = this.messages.size > 0;
  }

  /** @param {string} id */
  focusOn(id) {
    const item = this.messages.get(id)?.item;
    item?.scrollIntoView({ block: "end" });
    item?.focus({ preventScroll: true });
  }

  /** @param {Message} data */
  enlarge({ picture }) {
    if (!picture) return;
    $("large-frame").replaceChildren(this.builder.frame(picture));
    this.large.showModal();
  }
}

/** @param {Element} item */
const figureOf = (item) => item.querySelector(":scope > figure");

/**
 * The same picture is not loaded again: the page does not jump.
 * @param {Shown} known
 * @param {Shown} shown
 */
function keepFigure(known, shown) {
  const old = figureOf(known.item);
  const same = JSON.stringify(known.data.picture) === JSON.stringify(shown.data.picture);
  if (old && same) figureOf(shown.item)?.replaceWith(old);
}

/**
 * @param {HTMLElement} old
 * @param {HTMLElement} item
 */
function keepMenus(old, item) {
  const states = new Map([...old.querySelectorAll("details")].map((menu) => [menu.dataset.menu, menu.open]));
  for (const menu of item.querySelectorAll("details")) {
    menu.open = states.get(menu.dataset.menu) ?? menu.open;
  }
}

/**
 * @param {HTMLElement} old
 * @param {HTMLElement} item
 */
function keepFocus(old, item) {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !old.contains(focused)) return;
  const { token } = focused.dataset;
  if (!token) return;
  requestAnimationFrame(() => {
    const again = [...item.querySelectorAll("button")].find((button) => button.dataset.token === token);
    (again ?? item).focus({ preventScroll: true });
  });
}
