// The inbox: conversations that wait for people, first those that no one has, the longest waiting first, and the one that is open.

import { length, number, say } from './desk-words.js';
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
  #load = { queues: [], agents: [], me: '' };
  #asked = 0;

  /**
   * @param listener `open(entry)` for a conversation that is chosen, `changed(entries)`, `news()` when something new waits for
   * an answer, `filtered()` when others are to be listed.
   * @param clock answers the time of the server.
   */
  constructor(listener, clock) {
    this.#listener = listener;
    this.#clock = clock;
    this.#none.querySelector('p').textContent = say('none');
    this.#none.querySelector('small').textContent = say('noneHelp');
    document.getElementById('inbox-title').textContent = say('inbox');
    for (const [id, words] of [['queue-filter', say('queue')], ['agent-filter', say('assignee')]]) {
      document.getElementById(id).labels[0].querySelector('span').textContent = words;
      document.getElementById(id).onchange = () => this.#listener.filtered();
    }
    this.#list.addEventListener('keydown', (key) => this.#turn(key));
    setInterval(() => this.#showTimes(), 15_000);
  }

  get entries() { return this.#entries; }
  get unanswered() { return this.#entries.filter((entry) => !entry.answered).length; }

  entry(id) { return this.#entries.find((entry) => entry.id === id); }

  /** What `GET /queues` has answered: the queues with their hours and waits, the agents, and who we are. */
  use(load) {
    this.#load = load;
    const options = (id, all) => {
      const field = document.getElementById(id);
      const face = JSON.stringify(all);
      if (field.dataset.face === face) return;
      const { value } = field;
      field.dataset.face = face;
      field.replaceChildren(...all.map(([own, words]) => element('option', { value: own, dir: 'auto' }, words)));
      field.value = all.some(([own]) => own === value) ? value : '';
    };
    options('queue-filter', [['', say('allQueues')], ...load.queues.map((queue) => [queue.name, queue.name])]);
    const others = load.agents.map((agent) => agent.name).filter((name) => name !== load.me);
    options('agent-filter', [['', say('everyone')], ['me', say('mine')], ['none', say('noOne')], ...others.map((name) => [name, name])]);
    document.getElementById('queues').replaceChildren(...load.queues.map((queue) => element('li', { class: queue.open ? 'open' : 'closed' },
      element('span', { class: 'queue', dir: 'auto' }, queue.name),
      [say(queue.open ? 'openQueue' : 'closedNow'), say('waitingCount', { count: number(queue.waiting) }),
        queue.first_answer_seconds.median === null ? null : say('firstAnswer', { time: length(queue.first_answer_seconds.median * 1_000) }),
      ].filter(Boolean).join(' · '))));
  }

  /** Whether all conversations are listed. */
  get isWhole() { return !document.getElementById('queue-filter').value && !document.getElementById('agent-filter').value; }

  /** @param isQuiet whether what appears is no news: other conversations were asked for. */
  async refresh(isQuiet = false) {
    this.#asked += 1;
    const asked = this.#asked;
    const entries = [];
    const filters = [['queue', 'queue-filter'], ['assignee', 'agent-filter']].map(([name, id]) => [name, document.getElementById(id).value])
      .filter(([, value]) => value).map(([name, value]) => `&${name}=${encodeURIComponent(value)}`).join('');
    let after = null;
    do {
      const page = await get(`/handovers?limit=500${filters}${after ? `&after=${encodeURIComponent(after)}` : ''}`);
      entries.push(...page.handovers);
      after = page.next;
    } while (after && entries.length < 5_000);
    // What was asked for later counts, whichever comes first.
    if (asked !== this.#asked) return;
    const before = new Map(this.#entries.map((entry) => [entry.id, entry]));
    this.#entries = entries;
    this.#show();
    if (this.#isKnown && !isQuiet) this.#report(entries, before);
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
        element('span', { class: 'channel' }, channels[entry.channel] ?? entry.channel),
        entry.assignee ? element('span', { class: 'agent', dir: 'auto' }, entry.assignee === this.#load.me ? say('you') : entry.assignee) : null, element('span', { class: 'state' }, state)));
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
