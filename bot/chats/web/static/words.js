// What both pages use: the page's words, and elements made from data. Data never becomes markup.

export const boot = JSON.parse(document.getElementById("boot").textContent);
let words = boot.words;

export const $ = (id) => document.getElementById(id);

export function setWords(found) {
  words = found;
}

export function has(key) {
  return key in words;
}

export function word(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

export function speak(language) {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = word(element.dataset.word);
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", word(element.dataset.label));
    if (element.tagName === "BUTTON") element.title = word(element.dataset.label);
  }
  for (const element of document.querySelectorAll("[data-placeholder]")) {
    element.placeholder = word(element.dataset.placeholder);
  }
}

export function make(tag, className = "", text = "") {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}

export function writeRuns(target, runs, me = "") {
  for (const run of runs) {
    let node = document.createTextNode(run.t);
    const looks = [["b", "b"], ["i", "i"], ["c", "code"]];
    for (const [look, tag] of looks) {
      if (run[look]) {
        const outer = make(tag);
        outer.append(node);
        node = outer;
      }
    }
    if (run.u !== undefined) {
      const outer = make("mark", run.u === me ? "mention me" : "mention");
      outer.append(node);
      node = outer;
    }
    target.append(node);
  }
}
