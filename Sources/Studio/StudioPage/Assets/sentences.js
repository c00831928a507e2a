// What an edit means for customers, as `usher diff` says it in sentences: above the lines that differ, each with the shortest
// conversation that shows it.

import { Background, redraw } from './background.js';
import { element } from './dom.js';
import { t } from './words.js';

export class Sentences {
  #background;
  #place;
  #listener;
  #answer;

  /**
   * @param place the section.
   * @param client the id of this page.
   * @param listener `drafts()`, `isWanted()`, `step(flow, step)`, `play(conversation)`.
   */
  constructor(place, client, listener) {
    this.#place = place;
    this.#listener = listener;
    this.#background = new Background('/sentences', client, {
      drafts: listener.drafts, isWanted: listener.isWanted, show: () => this.#show(), take: (answer) => { this.#answer = answer; },
    }, 700);
  }

  changed() { this.#background.changed(); }
  ready() { this.#background.ready(); }

  /** The flows to compare with may be others now. */
  comparedWith(base) {
    if (!this.#answer || JSON.stringify(this.#answer.base) === JSON.stringify(base)) return;
    this.changed();
    this.ready();
  }

  #show() {
    const { base, sentences = [] } = this.#answer ?? {};
    this.#place.hidden = base === null || (!this.#answer && !this.#background.isRunning);
    this.#place.setAttribute('aria-busy', String(this.#background.isRunning));
    const list = sentences.length === 0 ? [] : [element('ol', {}, ...sentences.map((one, place) => this.#node(one, place)))];
    redraw(this.#place, [
      element('h2', {}, t('What customers notice')),
      element('p', { class: 'state', role: 'status' }, this.#state()), ...list,
    ]);
  }

  #state() {
    if (this.#background.isRunning) return t('Both versions are being compared…');
    if (!this.#answer) return '';
    if (!this.#background.isCurrent) return t('This was compared before the last change.');
    const { problem, complete, sentences } = this.#answer;
    if (problem) return t('The flows to compare with have {problem}.', { problem });
    if (!complete) return t('Not everything was compared. `usher diff` takes longer.');
    return sentences.length === 0 ? t('Customers notice no difference.') : '';
  }

  #node(one, place) {
    const isOld = one.plays_on === 'old';
    const words = one.scene ? `${one.text.slice(0, -1)}, ${one.scene}.` : one.text;
    const conversation = { flow: this.#answer.begins[one.plays_on], text: one.transcript, name: one.step, before: isOld };
    const label = isOld ? t('Play, as it was before: {words}', { words }) : t('Play: {words}', { words });
    return element('li', { 'data-sentence': one.kind },
      element('p', {}, ...marked(words)),
      one.transcript ? element('button', { type: 'button', class: 'play', 'data-key': `play ${place}`, 'aria-label': label, onclick: () => this.#listener.play(conversation) }, isOld ? t('Play, as it was before') : t('Play')) : null,
      element('button', { type: 'button', class: 'where', 'data-key': `go ${place}`, onclick: () => this.#listener.step(one.flow, one.step) }, `${one.flow}/${one.step}`));
  }
}

/** Names of steps and labels stand between `*`, names of actions in backticks. */
function marked(words) {
  return words.split(/(\*[^*]+\*|`[^`]+`)/).map((piece) => {
    if (/^\*.+\*$/.test(piece)) return element('em', {}, piece.slice(1, -1));
    return /^`.+`$/.test(piece) ? element('code', {}, piece.slice(1, -1)) : piece;
  });
}
