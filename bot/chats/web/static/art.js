// Sheets of sprites: which squares of which picture show a tile or a piece.

const DARK = matchMedia("(prefers-color-scheme: dark)");
const CONTRAST = matchMedia("(prefers-contrast: more)");
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const WHOLE = 2.4; // so large, a meeple fills its square
const FADE = 350; // milliseconds in which a sheet takes the place of what stood there

export function theme() {
  if (CONTRAST.matches) return "contrast";
  return DARK.matches ? "night" : "day";
}

export class Art {
  constructor(changed) {
    this.changed = changed; // called when something has come
    this.sheets = new Map(); // name -> {index, image, url}
    this.spots = new Map(); // sprite -> {sheet, number}
    this.tiles = {}; // id -> edges, turns, segments
    this.scales = {}; // design of a piece -> its size, by that of a meeple
    this.key = "";
    for (const media of [DARK, CONTRAST]) media.addEventListener("change", () => this.load(this.wanted));
  }

  load(wanted) {
    if (!wanted) return;
    this.wanted = wanted;
    const density = devicePixelRatio > 1.25 ? 2 : 1;
    const key = JSON.stringify([wanted.version, wanted.tiles, wanted.pieces, theme(), density]);
    if (key === this.key) return;
    this.key = key;
    this.size = wanted.sizes[density];
    for (const name of this.names) this.fetch(name, wanted.version, density, key);
  }

  get names() {
    return [...(this.wanted?.pieces ?? []), ...(this.wanted?.tiles ?? [])];
  } // the figures are drawn sooner

  async fetch(name, version, density, key) {
    const known = this.sheets.get(name);
    const image = new Image();
    const url = `/art/${name}-${theme()}-${density}-${version}.webp`;
    image.src = url;
    let index = known?.version === version ? known.index : null;
    try {
      index ??= await (await fetch(`/art/${name}-${version}.json`)).json();
      Object.assign(this.tiles, index.tiles ?? {});
      Object.assign(this.scales, index.scales ?? {});
      if (!known) this.changed(); // outlines are enough for a sketch
      await image.decode();
    } catch {
      setTimeout(() => {
        if (this.key === key) this.fetch(name, version, density, key);
      }, 2000);
      return;
    }
    if (this.key !== key) return; // another theme is wanted by now
    const since = known || CALM.matches ? -FADE : performance.now();
    const sheet = { index, image, url, version, size: this.size, since };
    this.sheets.set(name, sheet);
    for (const [sprite, number] of Object.entries(index.sprites)) this.spots.set(sprite, { sheet, number });
    this.changed();
  }

  // How many of the sheets are there.
  get share() {
    return this.names.filter((name) => this.sheets.has(name)).length / Math.max(1, this.names.length);
  }

  ready() {
    return this.wanted && this.share === 1;
  }

  // How much of a sprite is to be seen now, from 0 to 1; whether any is still coming up.
  shown(sprite, now) {
    return Math.min(1, (now - (this.spots.get(sprite)?.sheet.since ?? now)) / FADE);
  }

  fading(now) {
    return [...this.sheets.values()].some(({ since }) => now < since + FADE);
  }

  tileSprite(id, rotation) {
    return `${id}/${this.tiles[id]?.turns[rotation] ?? rotation}`;
  }

  // Draw a sprite into a square of a canvas, or nearly one; false while it is not there.
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

  // An element that shows a sprite; a piece may be shown larger than it stands on a tile, but always whole.
  element(sprite, size, zoom = 1) {
    const shown = document.createElement("span");
    shown.className = "sprite";
    shown.setAttribute("aria-hidden", "true");
    shown.style.width = shown.style.height = `${size}px`;
    this.dress(shown, sprite, size, zoom);
    return shown;
  }

  dress(shown, sprite, size, zoom = 1) {
    const spot = this.spots.get(sprite);
    shown.classList.toggle("unmade", !spot);
    if (!spot) return;
    const { columns } = spot.sheet.index;
    const whole = size * Math.min(zoom, WHOLE / (this.scales[sprite.split("/")[0]] ?? 1));
    const shift = (whole - size) / 2;
    shown.style.backgroundImage = `url("${spot.sheet.url}")`;
    shown.style.backgroundSize = `${whole * columns}px auto`;
    shown.style.backgroundPosition = `${-(spot.number % columns) * whole - shift}px ${
      -Math.floor(spot.number / columns) * whole - shift
    }px`;
  }
}

// A point of a tile as printed, on the tile turned clockwise by so many quarters.
export function turned([x, y], rotation) {
  for (let turn = 0; turn < rotation; turn += 1) [x, y] = [1 - y, x];
  return [x, y];
}

// The rings around a segment of a turned tile as one path, in units of the tile.
export function outline(tile, segment, rotation) {
  const path = new Path2D();
  const found = tile?.segments[segment];
  if (!found) return path;
  for (const ring of found.rings) {
    for (let index = 0; index < ring.length; index += 2) {
      const [x, y] = turned([ring[index] / 100, ring[index + 1] / 100], rotation);
      if (index) path.lineTo(x, y);
      else path.moveTo(x, y);
    }
    path.closePath();
  }
  if (!found.rings.length) { // a site
    const [x, y] = turned([found.at[0] / 100, found.at[1] / 100], rotation);
    path.moveTo(x + 0.24, y);
    path.arc(x, y, 0.24, 0, 2 * Math.PI);
  }
  return path;
}

const LAYERS = [
  "monastery",
  "shrine",
  "garden",
  "road",
  "trail",
  "river",
  "city",
  "crop",
  "carcassonne",
  "field",
  "meadow",
];

// The segments under a point of a turned tile, the topmost first.
export function segmentsAt(context, tile, rotation, x, y) {
  if (!tile) return [];
  const found = Object.entries(tile.segments).filter(([name]) =>
    context.isPointInPath(outline(tile, name, rotation), x, y)
  );
  return found.sort(([, one], [, two]) => LAYERS.indexOf(one.kind) - LAYERS.indexOf(two.kind)).map(([name]) =>
    name
  );
}
