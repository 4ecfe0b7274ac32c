// The words of the page, in the language of its reader.

/** @import { Boot, Words } from "./frames.d.ts" */
import { $ } from "./elements.js";

/** @type {Words} */
let words = {};

/**
 * What the server has written into the page.
 * @returns {Boot}
 */
export function readBoot() {
  return JSON.parse($("boot").textContent ?? "");
}

/** @param {Words} found */
export function setWords(found) {
  words = found;
}

/** @param {string} key */
export function has(key) {
  return key in words;
}

/**
 * @param {string} key
 * @param {Record<string, string | number>} values
 */
export function word(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * Write the words into everything that asks for some.
 * @param {string} language
 */
export function speak(language) {
  document.documentElement.lang = language;
  for (const element of marked("word")) element.textContent = word(element.dataset.word ?? "");
  for (const element of marked("label")) {
    element.setAttribute("aria-label", word(element.dataset.label ?? ""));
    if (element.tagName === "BUTTON") element.title = word(element.dataset.label ?? "");
  }
  for (const element of marked("placeholder")) {
    element.setAttribute("placeholder", word(element.dataset.placeholder ?? ""));
  }
}

/**
 * @param {string} attribute
 * @returns {NodeListOf<HTMLElement>}
 */
function marked(attribute) {
  return document.querySelectorAll(`[data-${attribute}]`);
}
