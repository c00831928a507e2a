// What the page says around the messages: the line, problems, how far files are, and who is typing.

import { announce } from './dom.js';
import { language, percent, say } from './words.js';

const get = (id) => document.getElementById(id);

/** The banner above the messages. */
export class Status {
  #timer;
  #coming = '';

  /** Whether events arrive. */
  get isOpen() { return get('chat').dataset.line === 'open'; }

  line(isOpen) {
    get('chat').dataset.line = isOpen ? 'open' : 'lost';
    this.show(isOpen ? '' : say(navigator.onLine ? 'connecting' : 'offline'));
  }

  show(text) {
    const banner = get('banner');
    // A line that is lost again before its banner shows does not postpone it.
    if (text === this.#coming) return;
    this.#coming = text;
    clearTimeout(this.#timer);
    // A short interruption is not shown.
    this.#timer = setTimeout(() => {
      banner.textContent = text;
      banner.hidden = text === '';
    }, text === say('connecting') ? 1500 : 0);
  }

  /** Shows a problem for a while. */
  problem(text) {
    this.show(text);
    announce(text);
    setTimeout(() => { if (get('banner').textContent === text) this.show(''); }, 8000);
  }

  /** Shows how far the files are that are being sent. */
  progress(count, fraction) {
    if (count > 1) this.show(say('waiting', { count, percent: percent(fraction) }));
    else if (this.isOpen) this.show('');
  }
}

/** Who is typing in the open conversation. */
export class Typing {
  #timers = new Map();
  #nameOf;

  /** @param nameOf answers the name of a participant; `undefined` for those that are not shown. */
  constructor(nameOf) { this.#nameOf = nameOf; }

  heard({ participant, action }) {
    clearTimeout(this.#timers.get(participant));
    this.#timers.delete(participant);
    if (action === 'begin') {
      this.#timers.set(participant, setTimeout(() => this.heard({ participant, action: 'finish' }), 15_000));
    }
    this.#show();
  }

  /** Another conversation is open. */
  clear() {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#show();
  }

  #show() {
    const names = [...this.#timers.keys()].map((one) => this.#nameOf(one)).filter(Boolean);
    const text = names.length > 0 ? say('typing', { name: new Intl.ListFormat(language).format(names) }) : '';
    if (get('typing').textContent !== text) get('typing').textContent = text;
  }
}
