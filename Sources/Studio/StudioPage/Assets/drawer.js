// The drawer below: problems, values, what happened, payloads and calls. It is closed until it is asked for.

import { redraw } from './background.js';
import { element } from './dom.js';
import { Wire } from './wire.js';
import { t } from './words.js';

const tabs = [['problems', 'Problems'], ['values', 'Values'], ['events', 'What happened'], ['payload', 'Payload'], ['calls', 'Calls'], ['wire', 'On the wire']];

export class Drawer {
  #drawer = document.getElementById('drawer');
  #panel = document.getElementById('drawer-panel');
  #tabs;
  #listener;
  #open = 'problems';
  #problems = [];
  #play;
  #actions = [];
  #wire;

  /**
   * @param listener `go(path, position)`, `cure(problem)`, `explain(code)`, `toLine(line)`, `answer(action, with)`, `opened()`,
   * `findings()` as elements, `request()` with the conversation, `trouble(problem)`.
   */
  constructor(listener) {
    this.#listener = listener;
    this.#wire = new Wire(listener);
    this.#tabs = tabs.map(([id, words]) => element(
      'button', { type: 'button', role: 'tab', id: `drawer-${id}`, 'aria-controls': 'drawer-panel', onclick: () => this.show(id) }, t(words)));
    document.getElementById('drawer-tabs').append(...this.#tabs);
    document.getElementById('inspect').addEventListener('click', () => this.toggle());
  }

  get isOpen() { return !this.#drawer.hidden; }
  get wantsPayload() { return this.isOpen && this.#open === 'payload'; }

  toggle(tab) {
    this.#drawer.hidden = tab === undefined || tab === this.#open ? this.isOpen : false;
    document.getElementById('inspect').setAttribute('aria-expanded', String(this.isOpen));
    if (this.isOpen) this.show(tab ?? this.#open);
  }

  /** Opens a tab, and leaves one that is open as it is. */
  open(tab) {
    if (!this.isOpen || this.#open !== tab) this.toggle(tab);
  }

  show(tab) {
    this.#open = tab;
    for (const button of this.#tabs) {
      const isOpen = button.id === `drawer-${tab}`;
      button.setAttribute('aria-selected', String(isOpen));
      button.tabIndex = isOpen ? 0 : -1;
    }
    this.#panel.setAttribute('aria-labelledby', `drawer-${tab}`);
    this.#listener.opened();
    this.#draw();
  }

  problems(problems) {
    this.#problems = problems;
    if (this.#open === 'problems') this.#draw();
  }

  /** What was found by trying every way has changed. */
  found() {
    if (this.#open === 'problems') this.#draw();
  }

  play(play) {
    this.#play = play;
    if (this.#open !== 'problems' && this.#open !== 'wire') this.#draw();
  }

  actions(actions) { this.#actions = actions; }

  /** Takes a tab away that is of no use here. */
  hide(tab) { this.#tabs.find((button) => button.id === `drawer-${tab}`)?.remove(); }

  #draw() {
    if (!this.isOpen) return;
    redraw(this.#panel, {
      problems: () => this.#drawProblems(), values: () => this.#drawValues(), events: () => this.#drawEvents(),
      payload: () => this.#drawPayload(), calls: () => this.#drawCalls(), wire: () => [this.#wire.node],
    }[this.#open]());
  }

  #drawProblems() {
    const found = this.#listener.findings();
    if (this.#problems.length === 0) return [element('p', { class: 'empty' }, t('No problems')), ...found];
    return [element('ul', { class: 'problems' }, ...this.#problems.map((problem) => element(
      'li', { class: problem.severity === 1 ? 'error' : 'warning' },
      element('button', { type: 'button', class: 'go', onclick: () => this.#listener.go(problem.path, problem.range.start) },
        `${problem.path}:${problem.range.start.line + 1}`),
      element('span', { class: 'message' }, problem.message),
      element('button', { type: 'button', onclick: () => this.#listener.cure(problem) }, t('Correct')),
      element('button', { type: 'button', onclick: (click) => this.explain(click, problem.code) }, t('Why?'))))), ...found];
  }

  /** Opens or closes the page of a code below its message. */
  async explain(click, code) {
    const item = click.target.closest('li');
    const known = item.querySelector('pre');
    if (known) { known.remove(); return; }
    const text = await this.#listener.explain(code);
    if (text) item.append(element('pre', {}, text));
  }

  #drawValues() {
    const values = this.#play?.values ?? [];
    if (values.length === 0) return [element('p', { class: 'empty' }, t('No name has a value yet.'))];
    return [table([t('Name'), t('Type'), t('Value'), t('Line')], values.map((value) => [
      value.name, value.type, value.private ? element('em', {}, t('private')) : value.text,
      value.line ? element('button', { type: 'button', onclick: () => this.#listener.toLine(value.line) }, value.line) : '',
    ]))];
  }

  #drawEvents() {
    const rows = (this.#play?.turns ?? []).flatMap((turn) => [
      ...turn.moves.map((move) => [turn.line, `${place(move.from)} → ${place(move.to)}`, move.exit]),
      ...turn.changes.map((change) => [turn.line, change.name, change.private ? t('private') : `${change.before ?? '–'} → ${change.after ?? '–'}`]),
      ...turn.calls.map((call) => [turn.line, t('call {action}', { action: call.action }), call.outcome === 'failed' ? t('failed: {problem}', { problem: call.problem ?? '' }) : call.outcome ? t(call.outcome) : t('waits')]),
      ...(turn.difference ? [[turn.line, t('differs'), [turn.difference.message, turn.difference.help].filter(Boolean).join('; ')]] : []),
    ]);
    if (rows.length === 0) return [element('p', { class: 'empty' }, t('Nothing has happened yet.'))];
    return [table([t('Line'), t('What'), t('How')], rows)];
  }

  #drawPayload() {
    const shown = (this.#play?.turns ?? []).flatMap((turn) => turn.shown).filter((one) => one.payload);
    if (shown.length === 0) return [element('p', { class: 'empty' }, t('The device is not one of Apple’s, or the bot has said nothing yet.'))];
    return shown.map((one) => element('article', { class: 'payload' },
      element('p', {}, t('{count} bytes', { count: one.bytes })),
      ...(one.remarks ?? []).map((remark) => element('p', { class: 'remark' }, remark)),
      ...one.payload.map((body) => element('pre', {}, JSON.stringify(body, null, 2)))));
  }

  #drawCalls() {
    if (this.#actions.length === 0) return [element('p', { class: 'empty' }, t('The flows call nothing.'))];
    const calls = (this.#play?.turns ?? []).flatMap((turn) => turn.calls);
    return [table([t('Action'), t('It answers'), t('Called with')], this.#actions.map((action) => {
      const choice = element('select', { 'aria-label': t('What {action} answers', { action: action.name }), onchange: (change) => {
        const value = change.target.value;
        const answer = value === 'fails' ? { fails: true } : value === 'once' ? { fails: 'once' } : value.slice(1) || null;
        this.#listener.answer(action.name, answer);
      } }, element('option', { value: '' }, t('its first example')),
      ...action.examples.map((example) => element('option', { value: `=${example}` }, example)),
      element('option', { value: 'fails' }, t('fails')), element('option', { value: 'once' }, t('fails once')));
      const made = calls.filter((call) => call.action === action.name).map((call) => JSON.stringify(call.inputs)).join('; ');
      return [action.name, choice, made];
    }))];
  }
}

const place = (step) => (step ? `${step.flow}/${step.step}` : '·');

function table(heads, rows) {
  return element('table', {},
    element('thead', {}, element('tr', {}, ...heads.map((words) => element('th', { scope: 'col' }, words)))),
    element('tbody', {}, ...rows.map((cells) => element('tr', {}, ...cells.map((cell) => element('td', {}, cell ?? ''))))));
}

/** Left and right go from tab to tab. */
export function turnTabs(key) { turnWithin(key, '[role=tab]')?.click(); }

/** The arrows go from one to the next, and round. Returns the one that has the focus now. */
export function turnWithin(key, selector) {
  const forward = document.documentElement.dir === 'rtl' ? -1 : 1;
  const step = { ArrowRight: forward, ArrowLeft: -forward, ArrowDown: 1, ArrowUp: -1 }[key.key];
  if (!step) return undefined;
  const all = [...key.currentTarget.querySelectorAll(selector)];
  const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
  next?.focus();
  key.preventDefault();
  return next;
}
