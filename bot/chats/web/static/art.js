// Sheets of sprites: which squares of which picture show a tile or a piece.

/** @import { Art as Wanted, SheetIndex, TileFacts } from "./frames.d.ts" */
import { make } from "./elements.js";
import { calm, contrast, dark } from "./preferences.js";

const WHOLE = 1.85; // so large, a meeple fills its square
const FADE = 350; // milliseconds in which a sheet takes the place of what stood there
const AGAIN = 2000; // milliseconds until a sheet is asked for again

/**
 * @typedef {object} Sheet
 * @property {SheetIndex} index
 * @property {HTMLImageElement} image
 * @property {string} url
 * @property {string} version
 * @property {number} size pixels of a sprite
 * @property {number} since when it came
 */

function theme() {
  if (contrast().matches) return "contrast";
  return dark().matches ? "night" : "day";
}

export class Art {
  /** @type {Map<string, Sheet>} */
  sheets = new Map();
  /** @type {Map<string, {sheet: Sheet, number: number}>} */
  spots = new Map(); // by sprite
  /** @type {Record<string, TileFacts>} */
  tiles = {};
  /** @type {Record<string, number>} */
  scales = {}; // design of a piece -> its size, by that of a meeple
  /** @type {Wanted | null} */
  wanted = null;
  key = "";
  size = 0;

  /** @param {() => void} changed called when something has come */
  constructor(changed) {
    this.changed = changed;
    for (const media of [dark(), contrast()]) {
      media.addEventListener("change", () => this.wanted && this.load(this.wanted));
    }
  }

  /** @param {Wanted} wanted */
  load(wanted) {
    this.wanted = wanted;
    const density = devicePixelRatio > 1.25 ? 2 : 1;
    const key = JSON.stringify([wanted.version, wanted.tiles, wanted.pieces, theme(), density]);
    if (key === this.key) return;
    this.key = key;
    this.size = wanted.sizes[density];
    for (const name of this.names) this.fetch(name, wanted.version, density);
  }

  get names() {
    return [...(this.wanted?.pieces ?? []), ...(this.wanted?.tiles ?? [])]; // the figures are drawn sooner
  }

  /**
   * @param {string} name
   * @param {string} version
   * @param {number} density
   */
  async fetch(name, version, density) {
    const { key, size } = this;
    const known = this.sheets.get(name);
    const url = `/art/${name}-${theme()}-${density}-${version}.webp`;
    const image = new Image();
    image.src = url;
    /** @type {SheetIndex} */
    let index;
    try {
      index = known?.version === version ? known.index : await this.facts(name, version);
      if (!known) this.changed(); // outlines are enough for a placeholder
      await image.decode();
    } catch {
      setTimeout(() => this.key === key && this.fetch(name, version, density), AGAIN);
      return;
    }
    if (this.key !== key) return; // another theme is wanted by now
    const since = known || calm().matches ? -FADE : performance.now();
    this.keep(name, { index, image, url, version, size, since });
  }

  /**
   * @param {string} name
   * @param {string} version
   */
  async facts(name, version) {
    /** @type {SheetIndex} */
    const index = await (await fetch(`/art/${name}-${version}.json`)).json();
    Object.assign(this.tiles, index.tiles);
    Object.assign(this.scales, index.scales);
    return index;
  }

  /**
   * @param {string} name
   * @param {Sheet} sheet
   */
  keep(name, sheet) {
    this.sheets.set(name, sheet);
    for (const [sprite, number] of Object.entries(sheet.index.sprites)) {
      this.spots.set(sprite, { sheet, number });
    }
    this.changed();
  }

  /** How many of the sheets are there. */
  get share() {
    return this.names.filter((name) => this.sheets.has(name)).length / Math.max(1, this.names.length);
  }

  ready() {
    return this.wanted !== null && this.share === 1;
  }

  /**
   * How much of a sprite is to be seen now, from 0 to 1.
   * @param {string} sprite
   * @param {number} now
   */
  shown(sprite, now) {
    return Math.min(1, (now - (this.spots.get(sprite)?.sheet.since ?? now)) / FADE);
  }

  /**
   * Whether any sheet is still coming up.
   * @param {number} now
   */
  fading(now) {
    return [...this.sheets.values()].some(({ since }) => now < since + FADE);
  }

  /**
   * @param {string} id
   * @param {number} rotation
   */
  tileSprite(id, rotation) {
    return `${id}/${this.tiles[id]?.turns[rotation] ?? rotation}`;
  }

  /**
   * Draw a sprite into a square of a canvas, or nearly one; false while it is not there.
   * @param {CanvasRenderingContext2D} context
   * @param {string} sprite
   * @param {number} left
   * @param {number} top
   * @param {number} size
   */
  draw(context, sprite, left, top, size, height = size) {
    const spot = this.spots.get(sprite);
    if (!spot) return false;
    const { image, size: own, index } = spot.sheet;
    const x = (spot.number % index.columns) * own;
    const y = Math.floor(spot.number / index.columns) * own;
    const rim = own / 192; // what stands beside a sprite must not shine in
    context.drawImage(image, x + rim, y + rim, own - 2 * rim, own - 2 * rim, left, top, size, height);
    return true;
  }

  /**
   * An element that shows a sprite; a piece may be shown larger than it stands on a tile, but always whole.
   * @param {string} sprite
   * @param {number} size
   */
  element(sprite, size, zoom = 1) {
    const shown = make("span", "sprite");
    shown.setAttribute("aria-hidden", "true");
    shown.style.width = shown.style.height = `${size}px`;
    this.dress(shown, sprite, size, zoom);
    return shown;
  }

  /**
   * @param {HTMLElement} shown
   * @param {string} sprite
   * @param {number} size
   */
  dress(shown, sprite, size, zoom = 1) {
    const spot = this.spots.get(sprite);
    shown.classList.toggle("unmade", !spot);
    if (!spot) return;
    const { columns } = spot.sheet.index;
    const whole = size * Math.min(zoom, WHOLE / (this.scales[sprite.split("/")[0]] ?? 1));
    const shift = (whole - size) / 2;
    const left = -(spot.number % columns) * whole - shift;
    const top = -Math.floor(spot.number / columns) * whole - shift;
    shown.style.backgroundImage = `url("${spot.sheet.url}")`;
    shown.style.backgroundSize = `${whole * columns}px auto`;
    shown.style.backgroundPosition = `${left}px ${top}px`;
  }
}
