// What a Mini App of Telegram says to its client, and what the client tells of the user.

/** @import { Platform } from "./embedded.js" */

const WEB = "https://web.telegram.org"; // where the client is a page itself

/** @returns {Platform} */
export function miniApp() {
  const launch = new URLSearchParams(location.hash.slice(1));
  return {
    begin() {
      tell("web_app_ready");
      tell("web_app_expand");
      tell("web_app_setup_swipe_behavior", { allow_vertical_swipe: false }); // a finger moves the board, not the app
    },
    credentials() {
      const shown = launch.get("tgWebAppData");
      const table = new URLSearchParams(location.search).get("table") ?? "";
      return Promise.resolve(shown ? { init_data: shown, table } : null);
    },
  };
}

/**
 * @param {string} event
 * @param {object} data
 */
function tell(event, data = {}) {
  const client = window.TelegramWebviewProxy;
  if (client) client.postEvent(event, JSON.stringify(data));
  else if (window.parent !== window) {
    window.parent.postMessage(JSON.stringify({ eventType: event, eventData: data }), WEB);
  }
}
