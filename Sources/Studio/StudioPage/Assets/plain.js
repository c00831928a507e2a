// A plain text field in place of the editor: for builds without it, and for when it cannot be loaded.

import { element } from './dom.js';
import { t } from './words.js';
import { changeBetween, offsetOf, positionOf } from './positions.js';

export class PlainEditor {
  #field;
  #document;
  #listener;
  #states = new Map();

  constructor(place, listener) {
    this.#listener = listener;
    this.#field = element('textarea', { id: 'plain', spellcheck: 'true', wrap: 'off', 'aria-label': t('Text of the flow'), autocapitalize: 'off' });
    this.#field.addEventListener('input', () => listener.edited(this.#document, this.#field.value));
    for (const event of ['keyup', 'click', 'focus']) {
      this.#field.addEventListener(event, () => this.#document && listener.moved(this.#document, this.position));
    }
    this.#field.addEventListener('keydown', (key) => {
      if ((key.ctrlKey || key.metaKey) && key.key === '.') { key.preventDefault(); listener.cure(); }
      if ((key.ctrlKey || key.metaKey) && key.key === 's') { key.preventDefault(); listener.save(); }
    });
    place.append(this.#field);
  }

  show(document) {
    if (this.#document) this.#states.set(this.#document.path, this.#field.selectionStart);
    this.#document = document;
    this.#field.value = document.text;
    this.#field.readOnly = !document.writable;
    this.#field.setSelectionRange(this.#states.get(document.path) ?? 0, this.#states.get(document.path) ?? 0);
  }

  /** Takes a text that was not typed here; the cursor stays where it is in the text. */
  refresh(document) {
    if (document !== this.#document || this.#field.value === document.text) return;
    const { from, to, insert } = changeBetween(this.#field.value, document.text);
    this.#field.setRangeText(insert, from, to, 'preserve');
  }

  get position() { return positionOf(this.#field.value, this.#field.selectionStart); }

  goTo(position, focus = true) {
    const at = offsetOf(this.#field.value, position);
    this.#field.setSelectionRange(at, at);
    const height = Number.parseFloat(getComputedStyle(this.#field).lineHeight) || 20;
    this.#field.scrollTop = Math.max(0, position.line * height - this.#field.clientHeight / 3);
    if (focus) this.#field.focus();
  }

  focus() { this.#field.focus(); }
  mark() {}
  colour() {}
  here() {}
  cover() {}
  found() {}
}
