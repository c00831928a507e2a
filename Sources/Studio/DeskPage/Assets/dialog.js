// A dialog with a few fields.

import { say } from './desk-words.js';
import { element } from './dom.js';

const dialog = document.getElementById('dialog');

/**
 * Asks for values, by the names of their fields; `undefined` when the dialog is closed without an answer.
 *
 * @param fields `{name, label, kind, options}`; the kind is `line`, `lines`, `choice` or `check`.
 */
export function ask(title, action, fields) {
  const controls = fields.map((field) => [field, control(field)]);
  const form = element('form', { autocomplete: 'off' },
    element('h2', { id: 'dialog-title' }, title),
    ...controls.map(([field, made]) => element('label', { class: field.kind === 'check' ? 'check' : '' },
      ...(field.kind === 'check' ? [made, element('span', {}, field.label)] : [element('span', {}, field.label), made]))),
    element('p', { class: 'acts' },
      element('button', { type: 'button', class: 'plain', onclick: () => dialog.close() }, say('cancel')),
      element('button', { type: 'submit' }, action)));
  dialog.replaceChildren(form);
  const before = document.activeElement;
  return new Promise((resolve) => {
    let given;
    form.onsubmit = (submit) => {
      submit.preventDefault();
      given = Object.fromEntries(controls.map(([field, made]) => [field.name, field.kind === 'check' ? made.checked : made.value]));
      dialog.close();
    };
    // Enter sends what is on one line; in a field with several lines it begins the next.
    form.onkeydown = (key) => {
      if (key.key !== 'Enter' || !(key.ctrlKey || key.metaKey)) return;
      key.preventDefault();
      form.requestSubmit();
    };
    dialog.onclose = () => {
      dialog.replaceChildren();
      before?.focus?.();
      resolve(given);
    };
    dialog.showModal();
    controls[0]?.[1].focus();
  });
}

function control({ kind, options, name, required }) {
  if (kind === 'choice') {
    return element('select', { name, required }, ...options.map(([value, words]) => element('option', { value, dir: 'auto' }, words)));
  }
  if (kind === 'check') return element('input', { type: 'checkbox', name });
  if (kind === 'lines') return element('textarea', { name, rows: '4', dir: 'auto', maxlength: '4000', required });
  return element('input', { type: kind === 'address' ? 'url' : 'text', name, dir: 'auto', maxlength: '2000', required, placeholder: kind === 'address' ? 'https://' : undefined });
}
