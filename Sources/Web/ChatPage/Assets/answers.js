// The interactive parts of messages: turns buttons, choices and form fields into answers.

import { hydrateCalendar } from './calendar.js';
import { hydrateCarousel } from './carousel.js';
import { hydrateWaiting } from './content.js';
import { element, uuid } from './dom.js';
import { hydrateForm } from './forms.js';
import { dayAndTime, say } from './words.js';

let answer = async () => {};
let act = () => {};

/**
 * @param send sends an answer: message, node, operations.
 * @param event reports an event for the embedding page: its name, its data, and where it was tapped.
 */
export function listen(log, send, event) {
  answer = send;
  act = event;
  log.addEventListener('click', (click) => pressed(click));
  log.addEventListener('change', (change) => ticked(change));
}

/** Answers under way: their message, node and operations, and the pieces that are held until the server has accepted them. */
const underWay = new Set();

/** Prepares a presented message for answers. */
export function hydrate(body, message) {
  for (const time of body.querySelectorAll('time[data-local]')) {
    const date = new Date(time.dateTime);
    if (!Number.isNaN(date.valueOf())) time.textContent = dayAndTime(date);
  }
  for (const choices of body.querySelectorAll('.choices[data-gather]')) {
    const boxes = [...choices.querySelectorAll('input[data-choice]')];
    if (boxes.every((box) => box.disabled)) continue;
    // If text is sent along with the choice, the button is placed below the text fields.
    const isWritten = fieldsBeside(choices).length > 0;
    (isWritten ? frame(choices) : choices).append(element(
      'button', { type: 'button', class: 'send', 'data-done': true, disabled: !boxes.some((box) => box.checked) }, say(isWritten ? 'send' : 'done')));
  }
  for (const field of body.querySelectorAll('.calendar > input')) {
    const choices = field.closest('.choices');
    hydrateCalendar(field, (day) => sendAll(choices, message.id, [operation(choices, day)]));
  }
  for (const scroller of body.querySelectorAll('.scroller')) hydrateCarousel(scroller);
  for (const waiting of body.querySelectorAll('a .waiting')) hydrateWaiting(waiting);
  for (const form of body.querySelectorAll('form.pages:not([data-over])')) {
    hydrateForm(form, (value) => sendAll(form, message.id, [operation(form, value)]));
  }
  for (const large of body.querySelectorAll('form.pages[data-over] fieldset.page')) large.hidden = true;
  for (const frame of body.querySelectorAll('form')) frame.addEventListener('submit', (submit) => submit.preventDefault());
  for (const sending of underWay) if (sending.message === message.id) holdAgain(body, sending);
}

/** Whether the user is filling in something that the message still asks for. */
export function isBeingFilled(item, message) {
  const form = item.querySelector('form.pages.begun');
  if (form) return !form.classList.contains('sending') && !message.html.includes('data-over=');
  const words = [...item.querySelectorAll('textarea[data-name]')].find((field) => field.value !== '');
  return Boolean(words) && !words.closest('.sending') && message.html.includes('<textarea');
}

function pressed(click) {
  const button = click.target.closest('button') ?? buttonOf(click.target);
  if (!button || button.disabled) return;
  if (button.dataset.done !== undefined) return gathered(button);
  if (button.dataset.choice !== undefined) return chosen(button);
  if (button.dataset.event !== undefined) tapped(button);
}

/** The button of the clicked card, unless the click hit another control or selected text. */
function buttonOf(target) {
  if (target.closest('a, input, textarea, select, label, summary, audio, video') || !getSelection().isCollapsed) return undefined;
  const card = target.closest('article');
  return [...card?.querySelectorAll('button.tap') ?? []].find((button) => button.closest('article') === card);
}

/** Reports an event for the embedding page: its data, and the message and part in which it occurred. */
function tapped(button) {
  const message = button.closest('li[data-id]')?.dataset.id;
  const card = button.closest('article[data-node]');
  const label = button.textContent.trim() || card?.getAttribute('aria-label') || '';
  act(button.dataset.event, parsed(button.dataset.values) ?? {}, { message, node: card?.dataset.node, label });
}

/** A single answer, which is sent immediately. */
function chosen(button) {
  const choices = button.closest('.choices');
  const isChosen = button.getAttribute('aria-pressed') === 'true';
  for (const other of choices.querySelectorAll('button[data-choice]')) {
    other.setAttribute('aria-pressed', String(other === button && !isChosen));
  }
  const changes = isChosen ? removals(button, choices) : [operation(choices, button.dataset.choice)];
  sendAll(choices, messageOf(choices), [...changes, ...beside(choices), ...custom(choices, button, isChosen)]);
}

const frame = (choices) => choices.closest('fieldset') ?? choices;
const fieldsBeside = (choices) => [...frame(choices).querySelectorAll(':is(input, textarea)[data-name]')];

/** The text fields that are sent along with the answer, and the time, if the message asks for it. */
function beside(choices) {
  const written = fieldsBeside(choices).filter((field) => field.value.trim() !== '').map((field) => operation(field, field.value));
  const { sent: name, state: type } = choices.dataset;
  return name ? [...written, { operation: 'add', type, name, value: new Date().toISOString(), id: uuid() }] : written;
}

function ticked(change) {
  const box = change.target.closest('input[data-choice]');
  const choices = box?.closest('.choices');
  if (!choices) return;
  if (choices.dataset.gather !== undefined) {
    frame(choices).querySelector('[data-done]').disabled = !choices.querySelector('input:checked');
    return;
  }
  const changes = box.checked ? [operation(choices, box.dataset.choice)] : removals(box, choices);
  sendAll(choices, messageOf(choices), [...changes, ...custom(choices, box, !box.checked)]);
}

/** All ticked choices, in one answer. */
function gathered(button) {
  const choices = button.closest('.choices') ?? frame(button).querySelector('.choices');
  const boxes = [...choices.querySelectorAll('input[data-choice]:checked')];
  sendAll(button.closest('.choices') ?? frame(button), messageOf(choices), [
    ...boxes.map((box) => operation(choices, box.dataset.choice)), ...beside(choices), ...custom(choices, boxes.at(-1), false),
  ]);
}

const messageOf = (piece) => piece.closest('li[data-id]').dataset.id;

function operation(choices, value) {
  return { operation: 'add', type: choices.dataset.state, name: choices.dataset.name, value, id: uuid() };
}

function removals(button, choices) {
  const { state: type, name } = choices.dataset;
  return (button.dataset.ids ?? '').split(' ').filter(Boolean)
    .map((id) => ({ operation: 'remove', type, name, value: button.dataset.choice, id }));
}

/** The custom data that the message sends along with a choice. */
function custom(choices, button, isRemoval) {
  const data = { ...parsed(choices.dataset.response), ...(isRemoval ? {} : parsed(button?.dataset.response)) };
  if (Object.keys(data).length === 0) return [];
  return [{ operation: 'add', type: 'LWWN', name: 'custom_response_data', value: data, id: uuid() }];
}

function parsed(text) {
  try { return text ? JSON.parse(text) : undefined; } catch { return undefined; }
}

/** Sends the operations and shows that this is in progress; a refused answer can be given again. */
async function sendAll(piece, message, operations) {
  if (operations.length === 0) return;
  const sending = { message, node: nodeOf(piece), operations, held: [], isRetried: false };
  underWay.add(sending);
  piece.parentElement?.querySelector(':scope > .problem')?.remove();
  hold(piece, sending);
  // A disabled element loses the focus; the message takes it, so that the next key continues from there.
  if (!document.activeElement || document.activeElement === document.body) {
    piece.closest('li[data-id]')?.focus({ preventScroll: true });
  }
  await finish(sending, answer(message, sending.node, operations, () => retried(sending)));
}

/** Shows an answer that was still to be sent when the page was left, until its outcome is known. */
export async function resumed(log, { message, node, operations }, outcome) {
  const sending = { message, node, operations, held: [], isRetried: true };
  underWay.add(sending);
  const item = [...log.querySelectorAll('li[data-id]')].find((one) => one.dataset.id === message);
  if (item) holdAgain(item, sending);
  await finish(sending, outcome);
}

const nodeOf = (piece) => piece.closest('[data-node]')?.dataset.node;

/** Keeps a piece from being answered while its answer is under way. */
function hold(piece, sending) {
  const controls = [...piece.querySelectorAll('button, input, select, textarea')].filter((one) => !one.disabled);
  piece.classList.add('sending');
  piece.setAttribute('aria-busy', 'true');
  for (const control of controls) control.disabled = true;
  const held = { piece, controls, state: undefined };
  sending.held.push(held);
  if (sending.isRetried) showState(held);
}

/** Holds the answered part of a message that is shown again, unless it shows the answer already. */
function holdAgain(place, sending) {
  const { node, operations } = sending;
  const has = (id) => place.querySelector(`[data-ids~="${CSS.escape(id)}"]`) !== null;
  if (operations.some(({ operation: kind, id }) => has(id) === (kind === 'add'))) return;
  const choices = [...place.querySelectorAll('.choices, form.pages:not([data-over])')]
    .find((one) => nodeOf(one) === node && one.dataset.name === operations[0].name);
  if (!choices?.querySelector(':is(button, input, select, textarea):enabled')) return;
  const chosen = new Set(operations.filter((one) => one.operation === 'add').map((one) => one.value));
  for (const one of choices.querySelectorAll('[data-choice]')) {
    if (!chosen.has(one.dataset.choice)) continue;
    if (one.matches('button')) one.setAttribute('aria-pressed', 'true');
    else one.checked = true;
  }
  hold(frame(choices), sending);
}

/** The first attempt has failed: the answer shows what a text shows meanwhile. */
function retried(sending) {
  if (sending.isRetried) return;
  sending.isRetried = true;
  for (const held of sending.held) showState(held);
}

function showState(held) {
  held.state = element('p', { class: 'unsent', role: 'status' }, say('pending'));
  held.piece.after(held.state);
}

/** Shows the outcome of an answer: a refused one can be given again, and the reason is beside it. */
async function finish(sending, outcome) {
  let problem;
  try { await outcome; } catch (caught) { problem = caught; }
  underWay.delete(sending);
  for (const [index, { piece, controls, state }] of sending.held.entries()) {
    piece.classList.remove('sending');
    piece.removeAttribute('aria-busy');
    state?.remove();
    // The first piece is replaced by the message with the answer; one that was shown since may be that already.
    if (problem || index > 0) for (const control of controls) control.disabled = false;
    if (!problem) continue;
    for (const button of piece.querySelectorAll('button[aria-pressed]')) button.setAttribute('aria-pressed', 'false');
    piece.after(element('p', { class: 'problem', role: 'alert' }, `${say('failed')}: ${problem.message || say('wrong')}`));
  }
}
