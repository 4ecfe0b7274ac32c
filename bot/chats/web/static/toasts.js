// Short messages above the board, for those who do not see the chat.

/** @import { Choice, Message, Notice } from "./frames.d.ts" */
/** @import { Host } from "./hosts.d.ts" */
import { $, make, makeButton } from "./elements.js";
import { linkTo } from "./messages.js";

const LASTS = 6000; // milliseconds
const LASTS_ASKING = 20000;

export class Toasts {
  /**
   * @param {Host} host
   * @param {() => void} missed called when a question goes away: it can still be answered in the chat
   */
  constructor(host, missed) {
    this.host = host;
    this.missed = missed;
    this.element = $("toasts");
  }

  /**
   * @param {Notice & Partial<Message>} message
   * @param {Choice[]} choices
   */
  show(message, choices) {
    const item = make("p", "toast", message.text.map((run) => run.t).join(""));
    if (message.id) item.dataset.id = message.id;
    for (const choice of choices) {
      if (!choice.token.endsWith(":!board")) item.append(this.choice(choice, item)); // the board is here
    }
    this.element.append(item);
    setTimeout(() => {
      if (item.isConnected && choices.length) this.missed();
      item.remove();
    }, choices.length ? LASTS_ASKING : LASTS);
  }

  /**
   * @param {Choice} choice
   * @param {HTMLElement} item
   */
  choice(choice, item) {
    if (choice.address) return linkTo(choice.address, choice);
    return makeButton(choice.style, choice.label, (_, button) => {
      this.host.press(choice.token, "", button);
      item.remove();
    });
  }

  /** @param {string} id of a message */
  remove(id) {
    this.element.querySelector(`[data-id="${CSS.escape(id)}"]`)?.remove();
  }
}
