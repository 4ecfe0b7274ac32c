// A message as elements: text, picture with places to press, rows of buttons and menus, a file.

/** @import { Choice, Group, Message, Picture, Spot } from "./frames.d.ts" */
/** @import { People } from "./people.js" */
import { make, makeButton, name, writeRuns } from "./elements.js";
import { word } from "./words.js";

/**
 * What can be done with a message.
 * @typedef {object} MessageActions
 * @property {(message: Message) => void} dismiss
 * @property {(message: Message) => void} enlarge
 * @property {(choice: Choice, button: HTMLElement) => void} choose
 * @property {(spot: Spot, button: HTMLElement) => void} tap
 */

export class MessageBuilder {
  /**
   * @param {People} people
   * @param {MessageActions} actions
   */
  constructor(people, actions) {
    this.people = people;
    this.actions = actions;
  }

  /** @param {Message} data */
  build(data) {
    const item = make("li", ["message", ...this.kinds(data)].join(" "));
    item.tabIndex = -1;
    item.dataset.id = data.id;
    const text = make("p", "text");
    writeRuns(text, data.text, this.people.me.id);
    const body = make("div", "body");
    body.append(...this.heads(data), text);
    if (data.file) body.append(fileLink(data.file));
    if (data.groups) body.append(this.groups(data.groups, data.picture));
    body.append(timeOf(data.at));
    if (data.picture) item.append(this.figure(data, data.picture));
    item.append(body);
    return item;
  }

  /** @param {Message} data */
  kinds({ from, groups, notify, picture, private: mine, quiet }) {
    const { me } = this.people;
    const ends = groups?.some((group) => group.choices.some((choice) => choice.token.includes(":!again")));
    return Object.entries({
      talk: from,
      own: from?.id === me.id,
      private: mine,
      pictured: picture,
      question: (notify || quiet) && !ends, // the board shows its picture
      mine: groups && notify?.includes(me.id),
      others: groups && notify && !notify.includes(me.id),
    }).flatMap(([kind, is]) => is ? [kind] : []);
  }

  /** @param {Message} data */
  heads(data) {
    const heads = [];
    if (data.from) {
      const head = make("p", "from", data.from.name);
      head.prepend(this.people.dot(data.from.id, data.from.name));
      heads.push(head);
    }
    if (data.private) {
      const head = make("p", "only", word("web.private"));
      const away = makeButton("dismiss", "×", () => this.actions.dismiss(data));
      name(away, word("web.dismiss"));
      head.append(away);
      heads.push(head);
    }
    return heads;
  }

  /**
   * @param {Message} data
   * @param {Picture} picture
   */
  figure(data, picture) {
    const open = makeButton("enlarge", "⤢", () => this.actions.enlarge(data));
    name(open, word("web.enlarge"));
    const frame = this.frame(picture);
    frame.querySelector("picture")?.addEventListener("click", () => this.actions.enlarge(data));
    const figure = make("figure");
    figure.append(frame, open);
    return figure;
  }

  /** @param {Picture} picture */
  frame(picture) {
    const frame = make("div", "frame");
    frame.append(pictureOf(picture), ...(picture.spots ?? []).map((spot) => this.spot(spot)));
    return frame;
  }

  /** @param {Spot} spot */
  spot(spot) {
    const button = makeButton("spot", "", () => this.actions.tap(spot, button));
    button.tabIndex = -1; // the same choice stands below as a button
    button.title = `${word("web.cell")} ${spot.label}`;
    button.setAttribute("aria-hidden", "true");
    const [left, top, width, height] = spot.box.map((share) => `${share}%`);
    Object.assign(button.style, { left, top, width, height });
    return button;
  }

  /**
   * @param {Group[]} groups
   * @param {Picture | undefined} picture
   */
  groups(groups, picture) {
    const numbers = new Map(picture?.spots?.map(({ token, label }) => [token, label]));
    const box = make("div", "groups");
    for (const group of groups) {
      const row = make("div", "row");
      row.append(...group.choices.map((choice) => this.choice(choice, numbers.get(choice.token))));
      if (group.menu) menusIn(box).append(menuOf(group, group.menu, row));
      else box.append(row);
    }
    return box;
  }

  /**
   * @param {Choice} choice
   * @param {string | undefined} number its place on the picture, which shows the rest
   */
  choice(choice, number) {
    if (choice.address) return linkTo(choice.address, choice);
    const text = number ?? choice.label;
    const button = makeButton(choice.style, text, () => this.actions.choose(choice, button));
    button.dataset.token = choice.token;
    if (/^\d{1,3}$/.test(text)) button.classList.add("number");
    if (choice.detail) {
      button.title = choice.detail;
      button.setAttribute("aria-label", `${choice.label}, ${choice.detail}`);
    }
    return button;
  }
}

/**
 * A choice that leads to another page of this server.
 * @param {string} address
 * @param {Choice} choice
 */
export function linkTo(address, { label, style }) {
  const link = make("a", `button ${style}`, label);
  link.href = address;
  return link;
}

/** @param {import("./frames.d.ts").Attachment} file */
function fileLink(file) {
  const link = make("a", "button", `${word("web.save")}: ${file.name}`);
  link.href = file.url;
  link.download = file.name;
  return link;
}

/** @param {number} seconds */
function timeOf(seconds) {
  const at = new Date(seconds * 1000);
  /** @type {Intl.DateTimeFormatOptions} */
  const look = { hour: "2-digit", minute: "2-digit", hour12: false };
  const time = make("time", "", at.toLocaleTimeString(document.documentElement.lang, look));
  time.dateTime = at.toISOString();
  return time;
}

/** @param {Picture} picture */
function pictureOf({ alt, height, night, url, width }) {
  const both = make("picture");
  if (night) {
    const dark = make("source");
    dark.media = "(prefers-color-scheme: dark)";
    dark.srcset = `${url}${url.includes("?") ? "&" : "?"}theme=night`;
    both.append(dark);
  }
  const image = make("img");
  Object.assign(image, { alt, width, height, decoding: "async", loading: "lazy" });
  image.src = url; // last: only now it is known that it may come later
  both.append(image);
  return both;
}

/**
 * The row of menus at the end of a box.
 * @param {HTMLElement} box
 */
function menusIn(box) {
  const last = box.lastElementChild;
  if (last?.classList.contains("menus")) return last;
  const menus = make("div", "menus");
  box.append(menus);
  return menus;
}

/**
 * @param {Group} group
 * @param {string} title
 * @param {HTMLElement} row
 */
function menuOf(group, title, row) {
  const menu = make("details");
  menu.dataset.menu = title;
  menu.open = group.choices.some((choice) => choice.style === "primary");
  menu.append(make("summary", "", title), row);
  return menu;
}
