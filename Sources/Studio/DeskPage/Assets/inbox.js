// The inbox: conversations that wait for people, the longest waiting first, and the one that is open.

import { length, say } from './desk-words.js';
import { announce, element } from './dom.js';
import { get } from './requests.js';

export const nameOf = (entry) => say('customer', { name: entry.id });

const channels = { apple: 'Apple', web: 'Web' };

export class Inbox {
  #list = document.getElementById('waiting');
  #none = document.getElementById('none');
  #items = new Map();
  #entries = [];
  #isKnown = false;
  #open;
  #listener;
  #clock;

  /**
   * @param listener `open(entry)` for a conversation that is chosen, `changed(entries)`, `news()` when something new waits for
   * an answer.
   * @param clock answers the time of the server.
   */
  constructor(listener, clock) {
    this.#listener = listener;
    this.#clock = clock;
    this.#none.querySelector('p').textContent = say('none');
    this.#none.querySelector('small').textContent = say('noneHelp');
    document.getElementById('inbox-title').textContent = say('inbox');
    this.#list.addEventListener('keydown', (key) => this.#turn(key));
    setInterval(() => this.#showTimes(), 15_000);
  }

  get entries() { return this.#entries; }
  get unanswered() { return this.#entries.filter((entry) => !entry.answered).length; }

  entry(id) { return this.#entries.find((entry) => entry.id === id); }

  async refresh() {
    const entries = [];
    let after = null;
    do {
      const page = await get(`/handovers?limit=500${after ? `&after=${encodeURIComponent(after)}` : ''}`);
      entries.push(...page.handovers);
      after = page.next;
    } while (after && entries.length < 5_000);
    const before = new Map(this.#entries.map((entry) => [entry.id, entry]));
    this.#entries = entries;
    this.#show();
    if (this.#isKnown) this.#report(entries, before);
    this.#isKnown = true;
    this.#listener.changed(entries);
  }

  /** Reports what waits for an answer since the last look. */
  #report(entries, before) {
    const news = entries.filter((entry) => {
      const old = before.get(entry.id);
      return !entry.answered && (!old || old.answered || old.last_message !== entry.last_message || old.since !== entry.since);
    });
    if (news.length === 0) return;
    this.#listener.news();
    announce(news.map((entry) => (before.has(entry.id)
      ? say('newMessage', { name: nameOf(entry), text: entry.last_message ?? '' })
      : say('newHandover', { name: nameOf(entry) }))).join(' '));
  }

  #show() {
    const wanted = new Set(this.#entries.map((entry) => entry.id));
    for (const [id, item] of this.#items) {
      if (wanted.has(id)) continue;
      const next = item.nextElementSibling ?? item.previousElementSibling;
      if (item.contains(document.activeElement)) next?.querySelector('button').focus();
      item.remove();
      this.#items.delete(id);
    }
    this.#entries.forEach((entry, index) => {
      const item = this.#items.get(entry.id) ?? this.#make(entry.id);
      this.#fill(item, entry);
      if (this.#list.children[index] !== item) this.#list.insertBefore(item, this.#list.children[index] ?? null);
    });
    this.#none.hidden = this.#entries.length > 0;
    this.#showTimes();
  }

  #make(id) {
    const item = element('li', {}, element('button', { type: 'button', 'data-id': id, onclick: () => this.choose(id) }));
    this.#items.set(id, item);
    return item;
  }

  #fill(item, entry) {
    const state = say(entry.answered ? 'answered' : 'unanswered');
    item.classList.toggle('unanswered', !entry.answered);
    const button = item.firstElementChild;
    button.replaceChildren(
      element('span', { class: 'line' }, element('strong', {}, nameOf(entry)), element('time', { 'data-since': entry.since })),
      element('span', { class: 'words', dir: 'auto' }, entry.last_message ?? entry.note ?? ''),
      element('span', { class: 'line tags' }, element('span', { class: 'queue', dir: 'auto' }, entry.queue),
        element('span', { class: 'channel' }, channels[entry.channel] ?? entry.channel), element('span', { class: 'state' }, state)));
    if (entry.id === this.#open) button.setAttribute('aria-current', 'true'); else button.removeAttribute('aria-current');
  }

  #showTimes() {
    for (const time of this.#list.querySelectorAll('time')) {
      const words = length(this.#clock() - Date.parse(time.dataset.since));
      if (time.textContent !== words) time.textContent = words;
      time.setAttribute('aria-label', say('since', { time: words }));
    }
  }

  choose(id) {
    this.mark(id);
    const entry = this.entry(id);
    if (entry) this.#listener.open(entry);
  }

  /** Shows which conversation is open. */
  mark(id) {
    this.#open = id;
    for (const [own, item] of this.#items) {
      if (own === id) item.firstElementChild.setAttribute('aria-current', 'true'); else item.firstElementChild.removeAttribute('aria-current');
    }
  }

  focus() {
    const item = this.#items.get(this.#open) ?? this.#list.firstElementChild;
    item?.firstElementChild.focus();
  }

  #turn(key) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key.key];
    const buttons = [...this.#list.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement);
    if (key.key === 'Home') buttons[0]?.focus();
    else if (key.key === 'End') buttons.at(-1)?.focus();
    else if (step && at >= 0) buttons[Math.min(buttons.length - 1, Math.max(0, at + step))].focus();
    else return;
    key.preventDefault();
  }
}
