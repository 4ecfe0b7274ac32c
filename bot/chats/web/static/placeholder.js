// What is shown while the art is being drawn: pale tiles from their outlines, plain discs for figures, a short note.

/** @import { Art as ArtNames, TileFacts } from "./frames.d.ts" */
import { SEAT_LETTERS } from "./cells.js";
import { make } from "./elements.js";
import { outline } from "./outlines.js";
import { word } from "./words.js";

/** @type {Record<string, string>} */
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

/**
 * @param {CanvasRenderingContext2D} context
 * @param {TileFacts | undefined} tile
 * @param {number} rotation
 * @param {number} left
 * @param {number} top
 * @param {number} size
 */
export function drawPaleTile(context, tile, rotation, left, top, size) {
  context.save();
  context.globalAlpha *= 0.75;
  context.fillStyle = FILLS.field;
  context.fillRect(left, top, size, size);
  context.translate(left, top);
  context.scale(size, size);
  const segments = Object.entries(tile?.segments ?? {});
  segments.sort(([, one], [, two]) => orderOf(one.kind) - orderOf(two.kind));
  for (const [name, { kind }] of segments) {
    context.fillStyle = FILLS[kind] ?? FILLS.monastery;
    context.fill(outline(tile, name, rotation), "evenodd");
  }
  context.strokeStyle = "rgb(60 45 30 / 35%)";
  context.lineWidth = 1.5 / size;
  context.strokeRect(0.75 / size, 0.75 / size, 1 - 1.5 / size, 1 - 1.5 / size);
  context.restore();
}

/**
 * Sites come last.
 * @param {string} kind
 */
function orderOf(kind) {
  return (ORDER.indexOf(kind) + ORDER.length + 1) % (ORDER.length + 1);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} sprite
 * @param {ArtNames} art
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function drawDisc(context, sprite, { colours, inks }, x, y, size) {
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
  context.fillText(SEAT_LETTERS[seat] ?? "", x, y);
  context.restore();
}

// Says that tiles are being drawn, and how many are there.
export class DrawingNote {
  timer = 0;

  /** @param {HTMLElement} host */
  constructor(host) {
    this.element = make("p", "drawing");
    this.element.setAttribute("role", "status");
    this.element.hidden = true;
    host.append(this.element);
  }

  /** @param {number} share */
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
