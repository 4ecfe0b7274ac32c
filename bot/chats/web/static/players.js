// The players' cards: name, score, supply, clock, whose turn it is.

import { make, word } from "./words.js";

const WIDE = /^(castle|bridge)/; // sprites that fill their frame

export class Players {
  constructor(list, art) {
    Object.assign(this, { list, art });
    this.projected = null;
    setInterval(() => this.tick(), 1000);
  }

  show(data) {
    this.data = data;
    const waits = new Map((data.waits ?? []).map(([seat, since]) => [seat, since]));
    this.clocks = [];
    this.list.replaceChildren();
    this.list.dataset.seats = data.players.length;
    data.players.forEach((player, seat) => this.list.append(this.card(player, seat, waits.get(seat))));
    this.tick();
  }

  card(player, seat, since) {
    const { data } = this;
    const card = make("li", "player");
    card.style.setProperty("--seat", data.art.colours[seat]);
    card.style.setProperty("--seat-ink", data.art.inks[seat]);
    if (since !== undefined && !data.over) card.classList.add("turn");
    if (seat === data.seat) card.classList.add("own");
    const head = make("p", "who");
    const name = make("span", "name", player.name);
    name.title = player.name;
    head.append(make("b", "mark", "ABCDEF"[seat]), name);
    const points = make("p", "standing");
    points.append(make("b", "score", String(player.score)));
    if (this.projected) points.append(make("small", "projected", ` → ${this.projected[seat]}`));
    const supply = make("p", "supply");
    for (const [sprite, count] of data.supplies[seat]) {
      const item = make("span", count ? "" : "none");
      item.append(this.art.element(sprite, 22, WIDE.test(sprite) ? 1.7 : 2), String(count));
      supply.append(item);
    }
    card.append(head, points, supply);
    if (data.waits && !data.over) {
      const clock = make("p", since === undefined ? "clock idle" : "clock"); // its room is kept: nothing moves
      this.clocks.push([clock, since, player]);
      card.append(clock);
    }
    return card;
  }

  tick() {
    for (const [clock, since, player] of this.clocks ?? []) {
      const passed = since === undefined ? 0 : Math.max(0, Date.now() / 1000 - since);
      const { limit, paused } = this.data;
      const left = limit ? Math.max(0, limit - passed) : passed;
      const limited = limit && !player.computer;
      const state = make(
        "span",
        limited ? "" : "state",
        `${limited ? "⏳" : word(player.computer ? "web.thinks" : "web.waits")} `,
      );
      clock.replaceChildren(...(paused ? [word("web.paused")] : [state, spoken(left)]));
      clock.style.setProperty(
        "--passed",
        limit && !paused ? `${Math.min(100, (passed / limit) * 100)}%` : "0%",
      );
      clock.classList.toggle("thinks", Boolean(player.computer) && !paused);
    }
  }

  // Where the figures of a seat go when they come home, on the board.
  home(seat, host) {
    const card = this.list.children[seat];
    if (!card) return [host.clientWidth / 2, 0];
    const box = card.getBoundingClientRect();
    const own = host.getBoundingClientRect();
    return [box.left + box.width / 2 - own.left, box.top + box.height / 2 - own.top];
  }
}

function spoken(seconds) {
  const whole = Math.floor(seconds);
  const two = (number) => String(number).padStart(2, "0");
  if (whole >= 86400) {
    return `${Math.floor(whole / 86400)}:${two(Math.floor((whole % 86400) / 3600))}:${
      two(Math.floor((whole % 3600) / 60))
    }:${two(whole % 60)}`;
  }
  if (whole >= 3600) {
    return `${Math.floor(whole / 3600)}:${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
  }
  return `${Math.floor(whole / 60)}:${two(whole % 60)}`;
}
