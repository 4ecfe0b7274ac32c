// What a Mini App of Telegram says to its client, and what the client tells of the user.

const launch = new URLSearchParams(location.hash.slice(1));
const WEB = "https://web.telegram.org"; // where the client is a page itself

function tell(event, data = {}) {
  const client = window.TelegramWebviewProxy;
  if (client?.postEvent) client.postEvent(event, JSON.stringify(data));
  else if (window.parent !== window) {
    window.parent.postMessage(JSON.stringify({ eventType: event, eventData: data }), WEB);
  }
}

export const telegram = {
  begin() {
    tell("web_app_ready");
    tell("web_app_expand");
    tell("web_app_setup_swipe_behavior", { allow_vertical_swipe: false }); // a finger moves the board, not the app
  },
  credentials() {
    const shown = launch.get("tgWebAppData");
    return shown && { init_data: shown, table: new URLSearchParams(location.search).get("table") ?? "" };
  },
};
