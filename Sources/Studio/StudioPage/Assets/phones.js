// Phones side by side: the same conversation on each device, as the bubbles of the chat.

import { announce, element, presented } from './dom.js';
import { t } from './words.js';

export const devices = [
  ['iphone', 'iPhone'], ['old-iphone', 'Old iPhone'], ['mac', 'Mac'], ['web', 'Web'], ['text-only', 'Text only'],
];

const notes = {
  'hand-over': (text) => (text ? t('Handed over to {team}', { team: text }) : t('Handed over')), 'give-back': () => t('Given back to the bot'), close: () => t('Closed'), event: (text) => text,
  wait: (text) => t('{time} later', { time: text }), undelivered: (text) => [t('Not delivered'), text].filter(Boolean).join(': '),
};

export class Phones {
  #place;
  #listener;
  #phones = new Map();
  #said;

  /** @param listener `act(lines)` when something is tapped. */
  constructor(place, listener) {
    this.#place = place;
    this.#listener = listener;
  }

  /** Shows the plays of a thread, one phone each. Only what differs is touched, so that nothing flashes or jumps. */
  show(plays) {
    const wanted = new Set(plays.map((play) => play.device));
    for (const [device, phone] of this.#phones) {
      if (wanted.has(device)) continue;
      phone.frame.remove();
      this.#phones.delete(device);
    }
    for (const play of plays) this.#play(play);
    this.#announce(plays[0]);
  }

  #play(play) {
    let phone = this.#phones.get(play.device);
    if (!phone) {
      const log = element('ol', { class: 'log', role: 'log', 'aria-live': 'off', tabindex: 0, 'aria-label': name(play.device) });
      const frame = element('section', { class: 'phone', 'data-device': play.device }, element('h2', {}, name(play.device)), log);
      phone = { frame, log, items: [] };
      // The newest message stays in view when the phone gets another size.
      new ResizeObserver(() => { log.scrollTop = log.scrollHeight; }).observe(log);
      log.addEventListener('click', (click) => this.#clicked(click, phone));
      this.#phones.set(play.device, phone);
      const order = devices.map(([device]) => device);
      const next = [...this.#place.children].find((one) => order.indexOf(one.dataset.device) > order.indexOf(play.device));
      this.#place.insertBefore(frame, next ?? null);
    }
    phone.play = play;
    const shown = play.turns.flatMap((turn) => turn.shown.map((one, index) => ({ ...one, line: turn.line, key: one.id ?? `${turn.line}.${index}` })));
    const items = shown.map((one, index) => this.#item(one, phone.items[index]));
    let changed = items.length !== phone.items.length;
    items.forEach((item, index) => {
      if (item === phone.items[index]) return;
      changed = true;
      if (phone.items[index]?.node.parentNode) phone.items[index].node.replaceWith(item.node); else phone.log.append(item.node);
    });
    for (const old of phone.items.slice(items.length)) old.node.remove();
    phone.items = items;
    if (changed) phone.log.scrollTop = phone.log.scrollHeight;
  }

  #item(one, old) {
    const face = JSON.stringify([one.from, one.kind, one.html ?? one.text, one.open, one.line]);
    if (old?.face === face) return old;
    let node;
    if (one.from === 'bot') {
      const body = element('div', { class: 'body' }, presented(one.html));
      if (!one.open) for (const control of body.querySelectorAll('button, input, select, textarea')) control.disabled = true;
      for (const form of body.querySelectorAll('form')) form.addEventListener('submit', (submit) => submit.preventDefault());
      node = element('li', { class: 'theirs', 'data-type': one.type, 'data-line': one.line, 'data-open': one.open }, body);
    } else if (one.from === 'note') {
      node = element('li', { class: 'remark', 'data-line': one.line }, notes[one.kind]?.(one.text) ?? one.text);
    } else {
      const mine = one.from === 'customer';
      const bubble = element('div', { class: 'message text', dir: 'auto' }, element('p', {}, one.text));
      node = element(
        'li', { class: mine ? 'mine' : 'theirs person', 'data-line': one.line }, mine ? null : element('p', { class: 'sender' }, t('Agent')),
        element('div', { class: 'body' }, bubble));
    }
    return { face, node };
  }

  #clicked(click, phone) {
    const button = click.target.closest('button.choice, label.choice');
    if (!button || button.disabled || !button.closest('li[data-open]')) return;
    const words = button.querySelector('.words') ?? button;
    const label = (words.firstChild?.textContent ?? words.textContent).trim();
    const offers = phone.play.offers.filter((offer) => offer.kind === 'tap' || offer.kind === 'pick');
    const all = [...button.closest('li').querySelectorAll('button.choice, label.choice')];
    const offer = offers.find((one) => one.label === label) ?? offers[all.indexOf(button)];
    if (!offer) return;
    click.preventDefault();
    this.#listener.act(offer.lines);
  }

  /** Says what is new, for those who do not see it. */
  #announce(play) {
    const texts = (play?.turns ?? []).flatMap((turn) => turn.shown).filter((one) => one.from !== 'customer').map((one) => one.text);
    const known = this.#said ?? texts;
    this.#said = texts;
    let same = 0;
    while (same < known.length && known[same] === texts[same]) same += 1;
    if (texts.length > same) announce(texts.slice(same).join(' '));
  }
}

const name = (device) => t(devices.find(([known]) => known === device)?.[1] ?? device);
