// The same conversation on the wire: through the real gateway of the simulated Apple, with the log of what is exchanged,
// and with faults on demand.

import { element } from './dom.js';
import { post } from './server.js';
import { t } from './words.js';

const faults = [
  ['', 'without a fault'], ['gateway-down', 'the gateway refuses a message'], ['gateway-answer-lost', 'the answer of the gateway is lost'],
  ['slow-gateway', 'the gateway is slow'], ['webhook-lost', 'a webhook is lost'], ['webhook-answer-lost', 'the answer to a webhook is lost'],
  ['double-tap', 'a tap comes twice'],
];

export class Wire {
  node;
  #listener;
  #fault = '';
  #button;
  #result = element('div', { 'aria-live': 'polite' });

  /** @param listener `request()` with the conversation, `trouble(problem)`. */
  constructor(listener) {
    this.#listener = listener;
    this.#button = element('button', { type: 'button', onclick: () => this.#run() }, t('Send it over the wire'));
    this.node = element('div', { class: 'wire' },
      element('p', { class: 'wire-bar' }, this.#button,
        element('select', { 'aria-label': t('Fault'), onchange: (change) => { this.#fault = change.target.value; } },
          ...faults.map(([value, words]) => element('option', { value }, t(words)))),
        element('span', { class: 'empty' }, t('A new customer of the simulated Apple does the same, with the flows that are saved.'))),
      this.#result);
  }

  async #run() {
    this.#button.disabled = true;
    try {
      const answer = await post('/wire', { ...this.#listener.request(), ...(this.#fault ? { fault: this.#fault } : {}) });
      this.#result.replaceChildren(this.#lines(answer.lines), element('h3', {}, t('Log of the wire')), this.#log(answer.log));
    } catch (problem) {
      this.#listener.trouble(problem);
    } finally {
      this.#button.disabled = false;
    }
  }

  #lines(lines) {
    return table([t('Line'), t('What'), t('Posted'), t('On the device')], lines.map((line) => [
      line.line, line.text,
      (line.posts ?? []).map((one) => `${one.type} ${one.status ?? one.failure ?? ''}${one.fault ? ` (${one.fault})` : ''}`).join(', '),
      line.obstacle ? obstacle(line) : line.problem ? element('span', { class: 'bad' }, line.problem)
        : element('span', {}, ...line.shown.map((one) => element('p', {}, element('small', {}, `${one.kind} `), one.text, one.lost ? ` – ${one.lost}` : ''))),
    ]));
  }

  #log(log) {
    return table(['', t('Side'), t('Type'), t('Status'), t('Attempt'), t('Fault'), ''], log.map((one) => [
      one.number, one.side, one.type ?? '', one.status ?? '–', one.attempt ?? '', one.fault ?? '', [one.repeat ? t('again') : '', one.reason ?? ''].filter(Boolean).join(' '),
    ]));
  }
}

/** Why a line is not done here, and where it is. */
function obstacle({ obstacle: kind, text }) {
  const verb = text.slice(0, text.indexOf(':') + 1);
  if (kind === 'arranged') return element('span', { class: 'empty' }, t('{verb} is for the phones; on the wire, the conversation goes its way without it.', { verb }));
  if (kind === 'start') return element('span', { class: 'bad' }, t('On the wire, a conversation begins at its beginning: tap or write from there, then send it.'));
  if (kind === 'desk') {
    return element('span', { class: 'bad' }, t('An agent answers at the desk.'), ' ', element('a', { href: '/desk', target: '_blank', rel: 'noopener' }, t('Desk')));
  }
  return element('span', { class: 'bad' }, t('{verb} is not done here: talk to the same flows in a terminal, with `usher chat`, and do it by hand.', { verb }));
}

function table(heads, rows) {
  return element('table', {},
    element('thead', {}, element('tr', {}, ...heads.map((words) => element('th', { scope: 'col' }, words)))),
    element('tbody', {}, ...rows.map((cells) => element('tr', {}, ...cells.map((cell) => element('td', {}, typeof cell === 'number' ? String(cell) : cell))))));
}
