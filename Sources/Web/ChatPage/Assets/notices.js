// Notifications of the browser, for those who look elsewhere: only once they have asked for them.

import { isWidget } from './host.js';
import { say } from './words.js';

export class Notices {
  #button;

  /** @param button asks for the permission; shown where there is something to ask. A widget is not asked: its site decides. */
  constructor(button) {
    this.#button = button;
    const words = say('notify');
    button.setAttribute('aria-label', words);
    button.title = words;
    button.onclick = () => this.#ask();
    this.#show();
  }

  /** Shows what has come, while nobody looks at the page. */
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
