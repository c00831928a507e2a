// Customers on the map: how many came by, where they were lost, and what they typed that fitted nothing, with the answer to
// add.

import { element } from './dom.js';
import { post, Refusal } from './server.js';
import { language, t } from './words.js';

const number = new Intl.NumberFormat(language);

export class Traffic {
  #choice;
  #place;
  #listener;

  /**
   * @param choice the choice between no numbers and those of two sets of conversations.
   * @param place where the replies are listed.
   * @param listener `changed()` for another choice, `add(reply, like)` for an answer to add, `go(reply)` to its step.
   */
  constructor(choice, place, listener) {
    this.#choice = choice;
    this.#place = place;
    this.#listener = listener;
    choice.onchange = () => { this.clear(); listener.changed(); };
  }

  get isShown() { return this.#choice.value !== ''; }

  /** The map of a flow with numbers. */
  async map(flow, drafts) {
    try {
      const answer = await post('/traffic', { flow, of: this.#choice.value, drafts });
      this.#show(answer);
      return answer.map;
    } catch (problem) {
      if (!(problem instanceof Refusal || problem.reason) || problem.status === 401) throw problem;
      this.#place.hidden = false;
      this.#place.replaceChildren(element('p', { class: 'empty' }, problem.message));
      return undefined;
    }
  }

  clear() {
    this.#place.hidden = true;
    this.#place.replaceChildren();
  }

  #show({ visits, replies, replies_shown: areShown }) {
    // What customers typed is for those who may see customers.
    if (!areShown) {
      this.clear();
      return;
    }
    this.#place.hidden = false;
    if (visits === 0) {
      this.#place.replaceChildren(element('p', { class: 'empty' }, t('No customer has come by yet.')));
      return;
    }
    if (replies.length === 0) {
      this.#place.replaceChildren(element('p', { class: 'empty' }, t('Everything that customers typed fitted an answer.')));
      return;
    }
    this.#place.replaceChildren(
      element('h2', { id: 'replies-title' }, t('Typed, and fitted nothing')),
      element('ul', { 'aria-labelledby': 'replies-title' }, ...replies.map((reply) => this.#reply(reply))));
  }

  #reply(reply) {
    const like = element('select', { 'aria-label': t('Where “{text}” leads', { text: reply.text }) },
      ...reply.answers.map((answer) => element('option', { value: answer }, t('like “{answer}”', { answer }))));
    return element('li', {},
      element('span', { class: 'times', title: t('How many times') }, `${number.format(reply.count)}×`),
      element('q', { dir: 'auto' }, reply.text),
      element('button', { type: 'button', class: 'step', onclick: () => this.#listener.go(reply) }, `${reply.flow}/${reply.step}`),
      reply.answers.length > 0 ? element('span', { class: 'adding' }, like,
        element('button', { type: 'button', class: 'add', onclick: () => this.#listener.add(reply, like.value) }, t('Add as an answer'))) : null);
  }
}
