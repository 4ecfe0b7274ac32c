// Looking closer: a feature under the finger or the mouse, fields, dead cells, the bag, projected scores.

import { $, make, word } from "./words.js";
import { segmentsAt } from "./art.js";

const HOVER = 140; // milliseconds

export class Looks {
  constructor(table, board) {
    Object.assign(this, { table, board });
    this.feature = null; // the one that is lit
    this.kept = new Map(); // what was asked at this version
    this.aids = null;
    this.on = { fields: false, dead: false, bag: false, projected: false };
    this.tip = $("tip");
    board.overlays.unshift((context) => this.draw(context));
    board.camera.longs.push((at) => this.lookAt(at));
    board.camera.taps.push(() => this.clear());
    board.host.addEventListener("pointermove", (event) => this.hover(event));
    board.host.addEventListener("pointerleave", () => {
      if (!this.held) this.clear();
    });
    for (const name of Object.keys(this.on)) {
      $(`look-${name}`).addEventListener("change", (event) => this.toggle(name, event.target.checked));
    }
    document.addEventListener("pointerdown", (event) => {
      if (!event.target.closest("#looks")) this.shut();
    });
    $("looks").addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !$("looks").open) return;
      event.stopPropagation();
      this.shut();
      $("looks").querySelector("summary").focus();
    });
    $("bag-away").addEventListener("click", () => {
      $("look-bag").checked = false;
      this.toggle("bag", false);
      $("looks").querySelector("summary").focus();
    });
  }

  take(data, before) {
    if (before && before.version === data.version && before.game === data.game) return;
    this.kept.clear();
    this.clear();
    this.aids = null;
    if (Object.values(this.on).some(Boolean) && data.aids && !data.over) this.table.ask({ do: "aids" });
    $("looks").hidden = !data.aids || data.over;
  }

  shut() {
    $("looks").open = false;
  }

  toggle(name, on) {
    this.on[name] = on;
    if (on && !this.aids) this.table.ask({ do: "aids" });
    this.show();
  }

  takeAids(aids) {
    this.aids = aids;
    this.show();
  }

  show() {
    this.table.project(this.on.projected && this.aids ? this.aids.projected : null);
    $("bag").hidden = !this.on.bag;
    const bag = $("bag").querySelector("ul");
    bag.replaceChildren();
    if (this.on.bag && this.aids) {
      for (const [tile, count] of this.aids.bag) {
        const item = make("li");
        item.append(
          this.board.art.element(this.board.art.tileSprite(tile, 0), 52),
          make("b", "", `×${count}`),
        );
        bag.append(item);
      }
    }
    this.board.redraw();
  }

  // -- one feature -----------------------------------------------------------------------------------------

  hover(event) {
    if (event.pointerType !== "mouse" || event.buttons || event.target.closest("button")) return;
    clearTimeout(this.waiting);
    const at = this.board.camera.toBoard(...this.board.camera.local(event));
    this.waiting = setTimeout(() => this.lookAt(at, true), HOVER);
  }

  lookAt([px, py], hovering = false) {
    this.held = !hovering;
    const data = this.table.data;
    const [x, y] = [Math.floor(px), Math.floor(py)];
    const laid = this.board.tileAt(x, y);
    if (!laid || !data?.aids || data.over || this.table.past) return this.clear();
    const segments = segmentsAt(
      this.board.context,
      this.board.art.tiles[laid.id],
      laid.rotation,
      px - x,
      py - y,
    );
    if (!segments.length) return this.clear();
    const key = JSON.stringify([x, y, segments]);
    if (key === this.asked && this.feature) return;
    this.asked = key;
    this.at = [px, py];
    if (this.kept.has(key)) this.light(this.kept.get(key));
    else this.table.ask({ do: "look", cell: [x, y], segments });
  }

  takeLook(data) {
    const key = JSON.stringify([...data.cell, data.segments]);
    this.kept.set(key, data.feature);
    if (key === this.asked) this.light(data.feature);
  }

  light(feature) {
    this.feature = feature;
    const names = feature.owners.map((seat) => this.table.data.players[seat].name).join(", ") ||
      word("web.look.free");
    const kind = word(`kind.${feature.kind}`);
    const land = feature.kind === "field" || feature.kind === "meadow";
    const worth = feature.complete
      ? word("web.look.complete", { points: feature.completed })
      : land
      ? word("web.look.land", { points: feature.now })
      : word("web.look.worth", { points: feature.now, completed: feature.completed });
    this.tip.replaceChildren(make("b", "", kind), ` · ${names}`, make("br"), worth);
    this.tip.hidden = false;
    const [left, top] = this.board.camera.toScreen(...this.at);
    this.tip.style.transform = `translate(${
      Math.max(8, Math.min(left + 14, this.board.camera.width - 230))
    }px, ${Math.max(8, top - 70)}px)`;
    this.board.redraw();
  }

  clear() {
    clearTimeout(this.waiting);
    this.asked = "";
    if (!this.feature) return;
    this.feature = null;
    this.tip.hidden = true;
    this.board.redraw();
  }

  // -- on the canvas -----------------------------------------------------------------------------------------

  draw(context) {
    const { board } = this;
    const data = this.table.data;
    const { last } = this.table.past ?? data ?? {};
    if (last && !board.ghost) board.bracket(context, last);
    if (this.table.past) return;
    if (this.on.dead && this.aids) { for (const [x, y] of this.aids.dead) this.cross(context, x, y); }
    if (this.on.fields && this.aids) { for (const field of this.aids.fields) this.field(context, field); }
    if (this.feature) {
      const colour = this.feature.owners.length === 1 ? data.art.colours[this.feature.owners[0]] : "#f7c948";
      for (const [x, y, segment] of this.feature.parts) {
        board.segment(context, x, y, segment, { fill: `${colour}70`, stroke: "#ffffff", width: 2.5 });
      }
    }
  }

  field(context, field) {
    const colours = this.table.data.art.colours;
    const owner = field.owners.length === 1 ? colours[field.owners[0]] : "#8a8a8a";
    for (const [x, y, segment] of field.parts) {
      this.board.segment(context, x, y, segment, { fill: `${owner}59`, stroke: owner, width: 1.5 });
    }
    const [x, y] = field.parts[Math.floor(field.parts.length / 2)];
    const [left, top] = this.board.camera.toScreen(x + 0.5, y + 0.5);
    this.board.tag(context, String(field.now), left, top, field.owners.length === 1 ? field.owners[0] : null);
  }

  cross(context, x, y) {
    const [left, top, size] = this.board.square(x, y);
    context.save();
    context.strokeStyle = "rgb(110 90 70 / 75%)";
    context.lineWidth = 3;
    context.beginPath();
    context.moveTo(left + size * 0.3, top + size * 0.3);
    context.lineTo(left + size * 0.7, top + size * 0.7);
    context.moveTo(left + size * 0.7, top + size * 0.3);
    context.lineTo(left + size * 0.3, top + size * 0.7);
    context.stroke();
    context.restore();
  }
}
