// The tables of results: rows that flows keep for people, filtered, exported, and their states changed.

import { dayAndTime, language, number, say, stateName } from './desk-words.js';
import { announce, element } from './dom.js';
import { addressOf, get, request } from './requests.js';

const byId = (id) => document.getElementById(id);

export class Results {
  #tables = [];
  #table;
  #rows = [];
  #next = null;
  // How many rows are wanted.
  #count = 0;
  #asked = 0;
  #listener;

  /** @param listener `trouble(problem)`. */
  constructor(listener) {
    this.#listener = listener;
    const [state, since, privately] = document.querySelectorAll('.filters label > span');
    state.textContent = say('state');
    since.textContent = say('keptSince');
    privately.textContent = say('private');
    byId('since').replaceChildren(...['anytime', 'today', 'week', 'month'].map((key) => element('option', { value: key }, say(key))));
    byId('export').textContent = say('export');
    byId('more').textContent = say('more');
    for (const filter of ['state', 'since', 'private']) byId(filter).onchange = () => this.#reload();
    byId('more').onclick = () => this.#load(this.#next);
  }

  get tables() { return this.#tables; }

  async refresh() {
    this.#tables = (await get('/results')).results;
    if (this.#table && !byId('results').hidden) await this.#load();
  }

  async open(name) {
    this.#table = this.#tables.find((table) => table.name === name);
    byId('results-title').textContent = name;
    byId('state').replaceChildren(
      element('option', { value: '' }, say('allStates')),
      ...this.#table.states.map((state) => element('option', { value: state }, stateName(state))));
    this.#rows = [];
    this.#count = 0;
    byId('sheet').replaceChildren();
    byId('count').textContent = '';
    await this.#reload();
  }

  /** Loads other rows; there are no more of the rows before. */
  #reload() {
    this.#next = null;
    byId('more').hidden = true;
    return this.#load();
  }

  #query(more) {
    const query = new URLSearchParams(more);
    if (byId('state').value) query.set('state', byId('state').value);
    const since = { today: new Date(new Date().setHours(0, 0, 0, 0)).toISOString().replace('.000', ''), week: '7 days', month: '30 days' }[byId('since').value];
    if (since) query.set('since', since);
    if (byId('private').checked) query.set('private', 'true');
    return query.toString();
  }

  async #load(after) {
    this.#asked += 1;
    const asked = this.#asked;
    if (after) this.#count = this.#rows.length + 100;
    const path = `/results/${encodeURIComponent(this.#table.name)}`;
    byId('export').href = addressOf(`${path}?${this.#query({ format: 'csv' })}`);
    byId('export').download = `${this.#table.name}.csv`;
    try {
      const limit = after ? 100 : Math.max(100, Math.min(500, this.#count));
      const page = await get(`${path}?${this.#query(after ? { after, limit } : { limit })}`);
      // What was asked for later counts, whichever comes first.
      if (asked !== this.#asked) return;
      this.#rows = after ? [...this.#rows, ...page.rows] : page.rows;
      this.#count = this.#rows.length;
      this.#next = page.next;
      this.#show();
    } catch (problem) {
      if (asked === this.#asked) this.#listener.trouble(problem);
    }
  }

  #show() {
    const focused = document.activeElement?.dataset?.row;
    const names = [...new Set(this.#rows.flatMap((row) => Object.keys(row.fields)))];
    byId('count').textContent = this.#rows.length === 0 ? say('noRows') : say('rows', { count: number(this.#rows.length) });
    byId('more').hidden = !this.#next;
    if (this.#rows.length === 0) { byId('sheet').replaceChildren(); return; }
    const head = [say('number'), say('state'), ...names.map((name) => name.replaceAll('_', ' ')), say('kept')];
    byId('sheet').replaceChildren(element('table', {},
      element('thead', {}, element('tr', {}, ...head.map((words) => element('th', { scope: 'col', dir: 'auto' }, words)))),
      element('tbody', {}, ...this.#rows.map((row) => element('tr', { 'data-state': row.state },
        element('th', { scope: 'row' }, number(row.number)),
        element('td', {}, this.#states(row)),
        ...names.map((name) => element('td', { dir: 'auto' }, shown(row.fields[name]))),
        element('td', {}, element('time', { datetime: row.kept_at }, dayAndTime(new Date(row.kept_at)))))))));
    if (focused) byId('sheet').querySelector(`select[data-row="${CSS.escape(focused)}"]`)?.focus();
  }

  #states(row) {
    const { name } = this.#table;
    const known = this.#table.states.includes(row.state) ? this.#table.states : [row.state, ...this.#table.states];
    return element('select', {
      class: 'chip', 'data-row': row.id, 'data-state': row.state, 'aria-label': say('stateOf', { number: number(row.number) }),
      onchange: (change) => this.#change(name, row, change.target),
    }, ...known.map((state) => element('option', { value: state, selected: state === row.state }, stateName(state))));
  }

  async #change(table, row, choice) {
    const state = choice.value;
    try {
      const changed = await request('POST', `/results/${encodeURIComponent(table)}/${encodeURIComponent(row.id)}`, { state });
      row.state = changed.state;
      choice.dataset.state = changed.state;
      choice.closest('tr').dataset.state = changed.state;
      announce(say('rowChanged', { number: number(row.number), state: stateName(changed.state) }));
    } catch (problem) {
      choice.value = row.state;
      this.#listener.trouble(problem);
    }
  }
}

/** A value of a row in words. */
function shown(value) {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(shown).join(', ');
  if (typeof value === 'boolean') return value ? '✓' : '–';
  if (typeof value === 'number') return new Intl.NumberFormat(language).format(value);
  if (typeof value === 'string') {
    const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) && !Number.isNaN(Date.parse(value));
    if (isTime) return dayAndTime(new Date(value));
    const date = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value);
    if (date) return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(date[1], date[2] - 1, date[3]));
    return value;
  }
  if (value.amount !== undefined && value.currency) {
    return new Intl.NumberFormat(language, { style: 'currency', currency: value.currency }).format(Number(value.amount));
  }
  if (value.start) return shown(value.start);
  return Object.entries(value).filter(([key]) => !['id', 'latitude', 'longitude'].includes(key)).map(([, one]) => shown(one)).filter(Boolean).join(', ');
}
