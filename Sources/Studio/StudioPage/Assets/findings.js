// What customers would stumble over, as `usher explore` finds it: in the list of problems and in the text, each with the shortest
// conversation that shows it.

import { Background } from './background.js';
import { element } from './dom.js';
import { t } from './words.js';

export class Findings {
  #background;
  #listener;
  #answer;

  /**
   * @param client the id of this page.
   * @param listener `drafts()`, `isWanted()`, `show()` when the list or its state has changed, `found(byPath)` for the marks in the
   * texts, `go(path, position)`, `play(conversation)`, `keep(conversation)`, `explain(click, code)`.
   */
  constructor(client, listener) {
    this.#listener = listener;
    this.#background = new Background('/findings', client, {
      drafts: listener.drafts, isWanted: listener.isWanted, show: listener.show, take: (answer) => this.#take(answer),
    }, 2000);
  }

  get count() { return this.#all.length; }
  get errors() { return this.#all.filter((one) => one.severity === 'error').length; }
  get isRunning() { return this.#background.isRunning; }

  changed() { this.#background.changed(); }
  ready() { this.#background.ready(); }

  get #all() { return this.#answer?.findings ?? []; }

  #take(answer) {
    this.#answer = answer;
    this.#listener.found(Map.groupBy(answer.findings.filter((one) => one.range), (one) => one.file));
  }

  /** The list, as elements. */
  nodes() {
    if (!this.#answer && !this.isRunning) return [];
    const list = this.count === 0 ? [] : [element('ul', { class: 'problems findings', 'aria-label': t('Findings') }, ...this.#all.map((one) => this.#node(one)))];
    return [element('p', { class: 'explored', role: 'status' }, this.#state()), ...list];
  }

  #state() {
    if (this.isRunning) return t('Every way through the flows is being tried…');
    if (!this.#background.isCurrent) return t('This was found before the last change.');
    const { states, complete, incomplete } = this.#answer;
    if (!complete) return t('Not everything was tried: {scenes}. `usher explore` takes longer.', { scenes: incomplete.join(', ') });
    return this.count === 0 ? t('Every way through the flows was tried, and nothing was found.') : t('Every way through the flows was tried: {count} states.', { count: states });
  }

  #node(one) {
    const key = `${one.code} ${one.flow}/${one.step} ${one.line}`;
    const conversation = { flow: this.#answer.begins, text: one.transcript, name: `${one.code}: ${one.step}` };
    return element('li', { class: one.severity, 'data-code': one.code },
      element('button', { type: 'button', class: 'go', 'data-key': `go ${key}`, onclick: () => this.#listener.go(one.file, one.range?.start ?? { line: one.line - 1, character: 0 }) }, `${one.file}:${one.line}`),
      element('code', {}, one.code),
      element('span', { class: 'message' }, [one.message, one.help].filter(Boolean).join('\n')),
      ...(one.transcript ? [
        element('button', { type: 'button', class: 'play', 'data-key': `play ${key}`, 'aria-label': t('Play: {words}', { words: one.message }), onclick: () => this.#listener.play(conversation) }, t('Play')),
        element('button', { type: 'button', 'data-key': `keep ${key}`, onclick: () => this.#listener.keep(conversation) }, t('Keep as test')),
      ] : []),
      element('button', { type: 'button', 'data-key': `why ${key}`, onclick: (click) => this.#listener.explain(click, one.code) }, t('Why?')));
  }
}
