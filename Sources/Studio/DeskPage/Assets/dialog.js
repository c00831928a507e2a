// A dialog with a few fields.

import { say } from './desk-words.js';
import { element } from './dom.js';
import { Refusal, Unreachable } from './requests.js';
import { signedOut } from './signed-out.js';

const dialog = document.getElementById('dialog');

/**
 * Asks for values and sends them. The dialog stays until that is done, so that nothing that was written is lost.
 *
 * @param fields `{name, label, kind, options}`; the kind is `line`, `lines`, `choice` or `check`.
 * @param send gets the values by the names of their fields, and the attempt: its `signal` is aborted when the dialog is closed
 * before, and `trouble(problem)` shows what keeps it. Answers whether it was done.
 */
export function ask(title, action, fields, send) {
  const closed = new AbortController();
  const reason = element('p', { class: 'problem', role: 'alert' });
  const controls = fields.map((field) => [field, control(field)]);
  const form = element('form', { autocomplete: 'off' },
    element('h2', { id: 'dialog-title' }, title),
    ...controls.map(([field, made]) => element('label', { class: field.kind === 'check' ? 'check' : '' },
      ...(field.kind === 'check' ? [made, element('span', {}, field.label)] : [element('span', {}, field.label), made]))),
    reason,
    element('p', { class: 'acts' },
      element('button', { type: 'button', class: 'plain', onclick: () => dialog.close() }, say('cancel')),
      element('button', { type: 'submit' }, action)));
  dialog.replaceChildren(form);
  const before = document.activeElement;
  // What is on its way does not change.
  const sending = (isSending) => {
    for (const control of [...controls.map(([, made]) => made), form.querySelector('[type=submit]')]) control.disabled = isSending;
  };
  const trouble = (problem) => {
    const said = element('span', {}, ...explained(problem));
    // The same words stay, so that their link can be followed.
    if (reason.textContent !== said.textContent) reason.replaceChildren(said);
  };
  form.onsubmit = async (submit) => {
    submit.preventDefault();
    if (form.querySelector('[type=submit]').disabled) return;
    const focused = document.activeElement;
    const given = Object.fromEntries(controls.map(([field, made]) => [field.name, field.kind === 'check' ? made.checked : made.value]));
    reason.replaceChildren();
    sending(true);
    const isDone = await send(given, { signal: closed.signal, trouble });
    if (closed.signal.aborted) return;
    if (isDone) { dialog.close(); return; }
    sending(false);
    focused?.focus?.();
  };
  // Enter sends what is on one line; in a field with several lines it begins the next.
  form.onkeydown = (key) => {
    if (key.key !== 'Enter' || !(key.ctrlKey || key.metaKey)) return;
    key.preventDefault();
    form.requestSubmit();
  };
  dialog.onclose = () => {
    closed.abort();
    dialog.replaceChildren();
    before?.focus?.();
  };
  dialog.showModal();
  controls[0]?.[1].focus();
}

/** A problem in words, with the link to sign in where that helps. */
export function explained(problem) {
  if (problem instanceof Refusal && problem.signIn) return signedOut(problem.signIn);
  if (problem instanceof Refusal && problem.status === 401) return [say('key')];
  if (problem instanceof Unreachable) return [say('offline')];
  return [problem instanceof Refusal ? say('wrong', { reason: problem.message }) : problem.message];
}

function control({ kind, options, name, required }) {
  if (kind === 'choice') {
    return element('select', { name, required }, ...options.map(([value, words]) => element('option', { value, dir: 'auto' }, words)));
  }
  if (kind === 'check') return element('input', { type: 'checkbox', name });
  if (kind === 'lines') return element('textarea', { name, rows: '4', dir: 'auto', maxlength: '4000', required });
  return element('input', { type: kind === 'address' ? 'url' : 'text', name, dir: 'auto', maxlength: '2000', required, placeholder: kind === 'address' ? 'https://' : undefined });
}
