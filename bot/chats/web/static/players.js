// The players' cards: name, score, supply, clock, whose turn it is.

/** @import { BoardView, PastView, Player } from "./frames.d.ts" */
/** @import { Art } from "./art.js" */
import { SEAT_LETTERS } from "./cells.js";
import { make } from "./elements.js";
import { word } from "./words.js";

const WIDE = /^(castle|bridge)/; // sprites that fill their frame

/** @typedef {PastView & Partial<BoardView>} Shown */
/** @typedef {{clock: HTMLElement, since: number | undefined, player: Player}} Clock */

export class Players {
  /** @type {Shown | null} */
  data = null;
  /** @type {number[] | null} */
  projected = null;
  /** @type {Clock[]} */
  clocks = [];

  /**
   * @param {HTMLElement} list
   * @param {Art} art
   */
  constructor(list, art) {
    this.list = list;
    this.art = art;
    setInterval(() => this.tick(), 1000);
  }

  /** @param {Shown} data */
  show(data) {
    this.data = data;
    const waits = new Map(data.waits ?? []);
    this.clocks = [];
    this.list.dataset.seats = String(data.players.length);
    this.list.replaceChildren(...data.players.map((_, seat) => this.card(data, seat, waits.get(seat))));
    this.tick();
  }

  /**
   * @param {Shown} data
   * @param {number} seat
   * @param {number | undefined} since when the player is waited for
   */
  card(data, seat, since) {
    const player = data.players[seat];
    const card = make("li", "player");
    card.style.setProperty("--seat", data.art.colours[seat]);
    card.style.setProperty("--seat-ink", data.art.inks[seat]);
    if (since !== undefined && !data.over) card.classList.add("turn");
    if (seat === data.seat) card.classList.add("own");
    const head = make("p", "who");
    const name = make("span", "name", player.name);
    name.title = player.name;
    head.append(make("b", "mark", SEAT_LETTERS[seat]), name);
    card.append(head, this.standing(player, seat), this.supply(data, seat));
    if (data.waits && !data.over) card.append(this.clock(player, since));
    return card;
  }

  /**
   * @param {Player} player
   * @param {number} seat
   */
  standing(player, seat) {
    const points = make("p", "standing");
    points.append(make("b", "score", String(player.score)));
    if (this.projected) points.append(make("small", "projected", ` → ${this.projected[seat]}`));
    return points;
  }

  /**
   * @param {Shown} data
   * @param {number} seat
   */
  supply(data, seat) {
    const supply = make("p", "supply");
    for (const [sprite, count] of data.supplies[seat]) {
      const item = make("span", count ? "" : "none");
      item.append(this.art.element(sprite, 22, WIDE.test(sprite) ? 1.7 : 2), String(count));
      supply.append(item);
    }
    return supply;
  }

  /**
   * @param {Player} player
   * @param {number | undefined} since
   */
  clock(player, since) {
    const clock = make("p", since === undefined ? "clock idle" : "clock"); // its room is kept: nothing moves
    this.clocks.push({ clock, since, player });
    return clock;
  }

  tick() {
    const { limit = 0, paused = false } = this.data ?? {};
    for (const { clock, since, player } of this.clocks) {
      const passed = since === undefined ? 0 : Math.max(0, Date.now() / 1000 - since);
      const left = limit ? Math.max(0, limit - passed) : passed;
      const limited = limit && !player.computer;
      const waits = word(player.computer ? "web.thinks" : "web.waits");
      const state = make("span", limited ? "" : "state", `${limited ? "⏳" : waits} `);
      clock.replaceChildren(...(paused ? [word("web.paused")] : [state, spoken(left)]));
      const share = limit && !paused ? Math.min(100, (passed / limit) * 100) : 0;
      clock.style.setProperty("--passed", `${share}%`);
      clock.classList.toggle("thinks", Boolean(player.computer) && !paused);
    }
  }

  /**
   * Where the figures of a seat go when they come home, on the board.
   * @param {number} seat
   * @param {HTMLElement} host
   * @returns {[left: number, top: number]}
   */
  home(seat, host) {
    const card = this.list.children[seat];
    if (!card) return [host.clientWidth / 2, 0];
    const box = card.getBoundingClientRect();
    const own = host.getBoundingClientRect();
    return [box.left + box.width / 2 - own.left, box.top + box.height / 2 - own.top];
  }
}

/**
 * Days, hours, minutes and seconds; the first two only if there are any.
 * @param {number} seconds
 */
function spoken(seconds) {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 60) % 60, whole % 60];
  if (whole >= 3600) parts.unshift(Math.floor(whole / 3600) % 24);
  if (whole >= 86400) parts.unshift(Math.floor(whole / 86400));
  return parts.map((part, index) => index ? String(part).padStart(2, "0") : String(part)).join(":");
}
