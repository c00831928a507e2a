// The values of a conversation that begins in the middle of a flow: a small form above the phones.

import { element } from './dom.js';
import { t } from './words.js';

export class Starting {
  #form;
  #asker;

  /** @param form where the values are asked for. */
  constructor(form) {
    this.#form = form;
    form.addEventListener('keydown', (key) => {
      if (key.key !== 'Escape') return;
      key.preventDefault();
      this.close();
    });
  }

  /**
   * Asks for values.
   *
   * @param step where the conversation begins.
   * @param values `{ name, type, field, example, answers }` each, as the server lists them.
   * @param begin begins with `[[name, words]]`; returns what is wrong, by name, or nothing once the conversation has begun. With
   * nothing by name, something else is wrong, and the values stay.
   * @param others further ways to begin: `[[words, begin]]`.
   */
  ask(step, values, begin, others = []) {
    this.#asker = document.activeElement;
    const fields = values.map((value) => ({ value, input: field(value) }));
    this.#form.replaceChildren(
      element('p', {}, t('What has been answered when a conversation comes to “{step}”:', { step })),
      ...fields.map(({ value, input }) => element('div', { class: 'asked' },
        element('label', { for: input.id }, value.name, element('small', {}, ` ${value.type}`)), input,
        element('p', { class: 'bad', id: `${input.id}-problem` }))),
      element('div', { class: 'ways' }, element('button', { type: 'submit' }, t('Begin')),
        ...others.map(([words, other]) => element('button', { type: 'button', onclick: () => { this.close(); other(); } }, words)),
        element('button', { type: 'button', onclick: () => this.close() }, t('Cancel'))));
    this.#form.onsubmit = (submit) => {
      submit.preventDefault();
      this.#begin(fields, begin);
    };
    this.#form.hidden = false;
    fields[0].input.focus();
    fields[0].input.select?.();
  }

  async #begin(fields, begin) {
    const ways = [...this.#form.querySelectorAll('.ways button')].slice(0, -1);
    const held = document.activeElement;
    for (const way of ways) way.disabled = true;
    const problems = await begin(fields.map(({ value, input }) => [value.name, input.value.replace('T', value.field === 'time' ? ' ' : 'T')]));
    // Another form may stand here by now.
    if (!fields[0].input.isConnected) return;
    if (!problems) { this.close(); return; }
    for (const way of ways) way.disabled = false;
    if (document.activeElement === document.body) held.focus();
    for (const { value, input } of fields) {
      const problem = problems[value.name] ?? '';
      document.getElementById(`${input.id}-problem`).textContent = problem;
      input.toggleAttribute('aria-invalid', problem !== '');
      if (problem) input.setAttribute('aria-describedby', `${input.id}-problem`); else input.removeAttribute('aria-describedby');
    }
    fields.find(({ value }) => problems[value.name])?.input.focus();
  }

  close() {
    if (this.#form.hidden) return;
    this.#form.hidden = true;
    this.#form.replaceChildren();
    this.#asker?.focus();
  }
}

/** The field of a value, filled with its example. */
function field({ name, field: kind, example, answers }) {
  const id = `asked-${name}`;
  if (kind === 'choice' || kind === 'yes-no') {
    return element('select', { id }, ...(kind === 'choice' ? answers : ['yes', 'no']).map((words) => element('option', { value: words }, words)));
  }
  const input = element('input', {
    id, dir: 'auto', autocomplete: 'off', type: { date: 'date', time: 'datetime-local' }[kind] ?? 'text', inputmode: kind === 'number' ? 'decimal' : undefined,
  });
  input.value = kind === 'time' ? example.replace(' ', 'T') : example;
  return input;
}
