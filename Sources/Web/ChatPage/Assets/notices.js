// Browser notifications, for users who have asked for them and are looking elsewhere.

import { isWidget } from './host.js';
import { say } from './words.js';

export class Notices {
  #button;

  /** @param button asks for the permission; shown if it can be requested. A widget does not ask: its site decides. */
  constructor(button) {
    this.#button = button;
    const words = say('notify');
    button.setAttribute('aria-label', words);
    button.title = words;
    button.onclick = () => this.#ask();
    this.#show();
  }

  /** Shows a new message while the page is not in view. */
  show(text, message) {
    if (isWidget || globalThis.Notification?.permission !== 'granted' || (!document.hidden && document.hasFocus())) return;
    try {
      const notice = new Notification(document.getElementById('title').textContent, { body: text, tag: message });
      notice.onclick = () => { window.focus(); notice.close(); };
    } catch { /* some browsers show them for workers alone */ }
  }

  async #ask() {
    try { await Notification.requestPermission(); } finally { this.#show(); }
  }

  #show() { this.#button.hidden = isWidget || globalThis.Notification?.permission !== 'default'; }
}
