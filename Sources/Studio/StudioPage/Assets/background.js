// What takes the server a while, such as trying every way through the flows: it is asked for when the author pauses, and withdrawn
// by the next change of a text.

import { later, request } from './server.js';

export class Background {
  #path;
  #client;
  #listener;
  #askSoon;
  // Counts the changes; `asked` and `answered` are those that were asked about and answered last.
  #version = 0;
  #asked = -1;
  #answered = -1;

  /**
   * @param path the route.
   * @param client the id of this page.
   * @param listener `drafts()`, `isWanted()`, `show()` when the state has changed, `take(answer)`.
   * @param pause how long nothing may change before the server is asked, in milliseconds.
   */
  constructor(path, client, listener, pause) {
    this.#path = path;
    this.#client = client;
    this.#listener = listener;
    this.#askSoon = later(() => this.#ask(), pause);
  }

  /** Whether the last answer is about the texts as they are now. */
  get isCurrent() { return this.#answered === this.#version; }

  /** Whether an answer about the texts as they are now is under way. */
  get isRunning() { return this.#asked === this.#version && !this.isCurrent; }

  /** A text has changed, or what it is compared with. */
  changed() {
    if (this.isRunning) request('DELETE', `${this.#path}?client=${this.#client}`).catch(() => {});
    const wasShown = this.isCurrent || this.isRunning;
    this.#askSoon.cancel();
    this.#version += 1;
    if (wasShown) this.#listener.show();
  }

  /** The texts have no errors: asks after a pause, unless that was done. */
  ready() { if (this.#asked !== this.#version && this.#listener.isWanted()) this.#askSoon(); }

  async #ask() {
    if (this.#asked === this.#version || !this.#listener.isWanted()) return;
    const version = this.#version;
    this.#asked = version;
    this.#listener.show();
    let answer;
    try {
      answer = await request('POST', this.#path, { client: this.#client, drafts: this.#listener.drafts() });
    } catch { /* What plays the conversations says what is wrong with the server. */ }
    if (version !== this.#version) return;
    if (!answer || answer.abandoned || !answer.current) {
      // The next play asks again.
      this.#asked = -1;
    } else {
      this.#answered = version;
      this.#listener.take(answer);
    }
    this.#listener.show();
  }
}

/**
 * Puts nodes in place of others. What has the focus keeps it: the control with the same `data-key`, or with the same words, or, where
 * it is gone, the one that stands where it stood.
 */
export function redraw(place, nodes) {
  const controls = () => [...place.querySelectorAll('button:not(:disabled), input, select, textarea, summary')];
  const nameOf = (control) => control.dataset.key ?? control.ariaLabel ?? control.textContent;
  const held = place.contains(document.activeElement) ? document.activeElement : undefined;
  const at = controls().indexOf(held);
  place.replaceChildren(...nodes);
  if (at < 0) return;
  const now = controls();
  (now.find((one) => nameOf(one) === nameOf(held)) ?? now[Math.min(at, now.length - 1)])?.focus();
}

/** The device on which a conversation is to be seen, as its `given:` lines say. */
export function deviceOf(text) {
  const device = /^given: device (.+)$/m.exec(text)?.[1] ?? '';
  if (device === 'is web') return 'web';
  if (device === 'is text only') return 'text-only';
  if (device.startsWith('without')) return device.includes('buttons') ? 'old-iphone' : 'mac';
  return 'iphone';
}
