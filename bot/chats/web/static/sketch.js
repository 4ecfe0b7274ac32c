// What is shown while the art is being drawn: pale tiles from their outlines, plain discs for figures, a short note.

import { outline } from "./art.js";
import { make, word } from "./words.js";

const FILLS = {
  field: "#b9cf8c",
  meadow: "#b9cf8c",
  city: "#d6a983",
  crop: "#dcc46c",
  road: "#f1e4c1",
  trail: "#f1e4c1",
  river: "#8fb4d4",
  carcassonne: "#d6a983",
  monastery: "#e4d9c8",
  shrine: "#e4d9c8",
  garden: "#93b77a",
};
const ORDER = ["field", "meadow", "crop", "city", "carcassonne", "river", "road", "trail"];
const PATIENCE = 300; // milliseconds before the note comes

export function sketchTile(context, tile, rotation, left, top, size) {
  context.save();
  context.globalAlpha *= 0.75;
  context.fillStyle = FILLS.field;
  context.fillRect(left, top, size, size);
  context.translate(left, top);
  context.scale(size, size);
  const order = ([, one]) => (ORDER.indexOf(one.kind) + ORDER.length + 1) % (ORDER.length + 1); // sites come last
  for (
    const [name, { kind }] of Object.entries(tile?.segments ?? {}).sort((one, two) => order(one) - order(two))
  ) {
    context.fillStyle = FILLS[kind] ?? FILLS.monastery;
    context.fill(outline(tile, name, rotation), "evenodd");
  }
  context.strokeStyle = "rgb(60 45 30 / 35%)";
  context.lineWidth = 1.5 / size;
  context.strokeRect(0.75 / size, 0.75 / size, 1 - 1.5 / size, 1 - 1.5 / size);
  context.restore();
}

export function sketchPiece(context, sprite, { colours, inks }, x, y, size) {
  const seat = Number(sprite.split("/")[1] ?? -1);
  context.save();
  context.fillStyle = colours[seat] ?? "#fffdf5";
  context.strokeStyle = "rgb(0 0 0 / 65%)";
  context.beginPath();
  context.arc(x, y, size * 0.13, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
  context.fillStyle = inks[seat] ?? "#231c16";
  context.font = `700 ${Math.round(size * 0.15)}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText("ABCDEF"[seat] ?? "", x, y);
  context.restore();
}

// Says that tiles are being drawn, and how many are there.
export class DrawingNote {
  constructor(host) {
    this.element = make("p", "drawing");
    this.element.setAttribute("role", "status");
    this.element.hidden = true;
    host.append(this.element);
  }

  show(share) {
    clearTimeout(this.timer);
    this.element.style.setProperty("--share", `${Math.round(share * 100)}%`);
    if (share >= 1) this.element.hidden = true;
    else if (this.element.hidden) this.timer = setTimeout(() => this.appear(), PATIENCE);
  }

  appear() {
    this.element.textContent = word("web.board.drawing");
    this.element.hidden = false;
  }
}
