// The texts of the flows as a table with the languages as columns. What is filled in goes into the translation files as
// drafts, as if it had been typed there.

import { announce, element } from './dom.js';
import { later, oneAtATime, post, Refusal, Unreachable } from './server.js';
import { language, t } from './words.js';

const names = new Intl.DisplayNames([language], { type: 'language' });
const nameOf = (code) => { try { return names.of(code) ?? code; } catch { return code; } };

export class Texts {
  #place;
  #listener;
  #data;
  #filter = 'all';
  #search = '';
  #only;
  #rows = new Map();
  // Those that were shown once: what is in them stays when the table is drawn again.
  #cells = new Map();
  #missed = new Set();
  #order = '';
  #body = element('div', { class: 'rows' });
  #bar = element('div', { class: 'texts-bar' });
  #report = element('div', { class: 'report', role: 'status' });
  #writing = Promise.resolve();

  /** @param listener `drafts()`, `change(path, body)`, `go(path, line)`, `addLanguage(code)`, `trouble(problem)`. */
  constructor(place, listener) {
    this.#place = place;
    this.#listener = listener;
    place.append(this.#bar, this.#report, this.#body);
  }

  get isOpen() { return !this.#place.hidden; }

  /** Reads the texts again; what is being typed in the table stays. */
  refresh = oneAtATime(async () => {
    if (!this.isOpen) return;
    try {
      this.#data = await post('/texts', { drafts: this.#listener.drafts() });
      this.#draw();
    } catch (problem) {
      this.#listener.trouble(problem);
    }
  });

  refreshSoon = later(() => this.refresh(), 350);

  #draw() {
    const [source, ...others] = this.#data.languages;
    this.#only = others.includes(this.#only) ? this.#only : others[0];
    this.#drawBar(source, others);
    const wanted = this.#wanted(others);
    const order = JSON.stringify([this.#data.languages, this.#filter, this.#search, this.#data.parts.map((part) => [part.name, part.texts.map((text) => text.name)])]);
    if (order !== this.#order) {
      this.#order = order;
      this.#rows.clear();
      this.#rebuild(() => this.#table(source, others, wanted));
    }
    for (const part of this.#data.parts) for (const text of part.texts) this.#rows.get(`${part.name}/${text.name}`)?.show(part, text);
  }

  /** Puts another table in place of this one. The field that has the focus keeps it, and what is selected in it. */
  #rebuild(table) {
    const held = this.#body.contains(document.activeElement) ? document.activeElement : undefined;
    const { selectionStart, selectionEnd } = held ?? {};
    this.isRebuilding = true;
    this.#body.replaceChildren(table());
    if (held?.isConnected && held !== document.activeElement) {
      held.focus();
      held.setSelectionRange?.(selectionStart, selectionEnd);
    }
    this.isRebuilding = false;
  }

  /** The rows that the filter leaves. They stay while it is the same, also when what they lack is filled in. */
  #wanted(others) {
    const search = this.#search.toLocaleLowerCase();
    const fits = (text) => {
      const all = others.map((code) => text.in[code]?.state ?? 'missing');
      if (this.#filter === 'missing' && !all.includes('missing')) return false;
      if (this.#filter === 'stale' && !all.includes('stale')) return false;
      return !search || [text.name, text.source, ...Object.values(text.in).map((one) => one.text)]
        .some((words) => words.toLocaleLowerCase().includes(search));
    };
    return this.#data.parts.map((part) => ({ part, texts: part.texts.filter(fits) })).filter((one) => one.texts.length > 0);
  }

  // The bar.

  #drawBar(source, others) {
    const key = JSON.stringify([source, others]);
    if (this.#bar.dataset.key !== key) {
      this.#bar.dataset.key = key;
      this.#bar.replaceChildren(
        element('input', {
          type: 'search', placeholder: t('Find a text'), 'aria-label': t('Find a text'),
          oninput: later((input) => this.#searched(input), 150),
        }),
        ...(others.length === 0 ? [] : [
          element('select', { 'aria-label': t('Show'), onchange: (change) => { this.#filter = change.target.value; this.#draw(); } },
            element('option', { value: 'all' }, t('All texts')), element('option', { value: 'missing' }, t('Without translation')),
            element('option', { value: 'stale' }, t('Source has changed'))),
        ]),
        this.#adding(), element('span', { class: 'room' }),
        ...(others.length === 0 ? [] : this.#exchange(others)));
    }
  }

  #searched() {
    this.#search = this.#bar.querySelector('input').value.trim();
    this.#draw();
  }

  #exchange(others) {
    const file = element('input', { type: 'file', accept: '.csv,.po,.pot,text/csv', class: 'unseen', tabindex: -1, 'aria-label': t('Table of a translator'), onchange: () => this.#import(file) });
    return [
      ...(others.length > 1 ? [element('select', { 'aria-label': t('Language of the table'), onchange: (change) => { this.#only = change.target.value; } },
        ...others.map((code) => element('option', { value: code }, nameOf(code))))] : []),
      element('button', { type: 'button', onclick: () => this.#export('csv') }, t('Export {format}', { format: 'CSV' })),
      element('button', { type: 'button', onclick: () => this.#export('po') }, t('Export {format}', { format: 'PO' })),
      element('button', { type: 'button', onclick: () => file.click() }, t('Import…')), file,
    ];
  }

  #adding() {
    const field = element('input', { size: 5, maxlength: 12, placeholder: 'de', 'aria-label': t('Language to add, such as de') });
    return element('form', { class: 'adding', onsubmit: (submit) => {
      submit.preventDefault();
      const code = field.value.trim();
      if (/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(code)) this.#listener.addLanguage(code);
      else announce(t('A language is written as de, fr or pt-BR.'));
      field.value = '';
    } }, field, element('button', { type: 'submit' }, t('Add language')));
  }

  // The table.

  #table(source, others, wanted) {
    if (wanted.length === 0) return element('p', { class: 'empty' }, this.#search || this.#filter !== 'all' ? t('No text is like this.') : t('The flows have no texts yet.'));
    const done = (code) => {
      const all = this.#data.parts.flatMap((part) => part.texts);
      return [all.filter((text) => text.in[code]?.state === 'translated').length, all.length];
    };
    return element('table', {},
      element('thead', {}, element('tr', {},
        element('th', { scope: 'col' }, nameOf(source)),
        ...others.map((code) => {
          const [count, all] = done(code);
          return element('th', { scope: 'col', 'data-code': code }, nameOf(code), element('small', {}, ` ${count}/${all}`));
        }))),
      ...wanted.map(({ part, texts }) => element('tbody', {},
        element('tr', { class: 'part' }, element('th', { scope: 'rowgroup', colspan: 1 + others.length }, part.name)),
        ...texts.map((text) => this.#row(part, text, others)))));
  }

  #row(part, text, others) {
    const where = element('button', { type: 'button', class: 'where' }, text.name);
    const source = element('p', { class: 'source', dir: 'auto' });
    const cells = others.map((code) => this.#cell(part.name, text.name, code));
    this.#rows.set(`${part.name}/${text.name}`, {
      show: (part, now) => {
        source.textContent = now.source;
        where.onclick = () => this.#listener.go(part.file, now.line ?? 1);
        for (const cell of cells) cell.show(now);
      },
    });
    return element('tr', {}, element('th', { scope: 'row' }, source, where), ...cells.map((cell) => cell.node));
  }

  #cell(...key) {
    const name = key.join('/');
    if (!this.#cells.has(name)) this.#cells.set(name, new Cell(this, ...key));
    return this.#cells.get(name);
  }

  /** The server is back: writes again what it could not take. */
  writeMissed() {
    const missed = [...this.#missed];
    this.#missed.clear();
    for (const cell of missed) cell.writeAgain();
  }

  forget(cell) { this.#missed.delete(cell); }

  /** Writes a cell into its file. Returns the first problem with it. */
  set(cell, [part, name, code], source, text) {
    const write = async () => {
      const answer = await this.#listener.change('/texts/set', { part, name, language: code, source, text });
      if (answer.problems.length > 0) return [answer.problems[0].message, answer.problems[0].help].filter(Boolean).join('; ');
      await this.refresh();
      this.#count();
      return undefined;
    };
    const result = this.#writing.then(write).catch((problem) => {
      if (problem instanceof Unreachable) this.#missed.add(cell);
      if (problem instanceof Refusal && problem.status !== 401) return problem.message;
      this.#listener.trouble(problem);
      return problem.message;
    });
    this.#writing = result;
    return result;
  }

  #count() {
    for (const head of this.#body.querySelectorAll('th[data-code]')) {
      const all = this.#data.parts.flatMap((part) => part.texts);
      head.querySelector('small').textContent = ` ${all.filter((text) => text.in[head.dataset.code]?.state === 'translated').length}/${all.length}`;
    }
  }

  // Translators.

  async #export(format) {
    try {
      const { name, text } = await post('/texts/export', { language: this.#only, format, drafts: this.#listener.drafts() });
      const address = URL.createObjectURL(new Blob([text], { type: format === 'csv' ? 'text/csv' : 'text/x-gettext-translation' }));
      element('a', { href: address, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
    } catch (problem) {
      this.#listener.trouble(problem);
    }
  }

  async #import(field) {
    const file = field.files[0];
    if (!file) return;
    field.value = '';
    try {
      const format = /\.pot?$/i.test(file.name) ? 'po' : 'csv';
      const text = await file.text();
      const answer = await this.#listener.change('/texts/import', { language: this.#only, format, name: file.name, text });
      this.#order = '';
      await this.refresh();
      this.#report.replaceChildren(
        element('p', {}, t('{count} texts new or changed.', { count: answer.changes })),
        ...(answer.problems.length > 0 ? [element('ul', {}, ...answer.problems.map((problem) => element('li', {},
          t('Line {line}: {message}', { line: problem.line ?? 1, message: [problem.message, problem.help].filter(Boolean).join('; ') }))))] : []),
        element('button', { type: 'button', onclick: () => this.#report.replaceChildren() }, t('Close')));
    } catch (problem) {
      this.#listener.trouble(problem);
    }
  }
}

/** A translation in the table. */
class Cell {
  #texts;
  #key;
  #field;
  #remark = element('p', { class: 'remark' });
  #text;
  #known = '';
  // What is being written, and how often.
  #written;
  #pending = 0;

  constructor(texts, part, name, code) {
    this.#texts = texts;
    this.#key = [part, name, code];
    this.#field = element('textarea', {
      rows: 1, lang: code, dir: 'auto', 'aria-label': `${nameOf(code)}: ${name}`, 'data-code': code,
      // A field that was drawn again does not know any more that it has changed.
      onchange: () => this.#commit(), onblur: () => this.#commit(), onkeydown: (key) => this.#pressed(key),
    });
    this.node = element('td', {}, this.#field, this.#remark);
  }

  show(text) {
    this.#text = text;
    const own = text.in[this.#key[2]];
    const isOwn = document.activeElement === this.#field || this.#pending > 0 || this.#field.getAttribute('aria-invalid');
    const isBeingTyped = isOwn && this.#field.value !== this.#known;
    this.#known = own?.text ?? '';
    if (!isBeingTyped && this.#field.value !== this.#known) this.#field.value = this.#known;
    this.#field.rows = Math.max(1, this.#field.value.split('\n').length);
    this.node.dataset.state = own?.state ?? 'missing';
    if (this.#field.getAttribute('aria-invalid')) return;
    this.#remark.replaceChildren(...(own?.state === 'stale' ? [
      t('The source has changed since. '),
      element('button', { type: 'button', onclick: () => this.#write(this.#known) }, t('Still right')),
    ] : []));
  }

  async #pressed(key) {
    if (key.isComposing) return;
    if (key.key === 'Escape') {
      this.#field.value = this.#known;
      this.#field.removeAttribute('aria-invalid');
      this.#texts.forget(this);
      this.show(this.#text);
    } else if (key.key === 'Enter' && !key.shiftKey) {
      key.preventDefault();
      const all = [...this.node.closest('table').querySelectorAll(`textarea[data-code="${this.#key[2]}"]`)];
      // A blur without `change`, as the value may be as it was.
      all[all.indexOf(this.#field) + 1]?.focus();
      if (document.activeElement === this.#field) await this.#commit();
    }
  }

  #commit() {
    if (this.#texts.isRebuilding) return undefined;
    const last = this.#pending > 0 ? this.#written : this.#known;
    return this.#field.value === last ? undefined : this.#write(this.#field.value);
  }

  /** Writes what could not be written. */
  writeAgain() { this.#write(this.#written); }

  async #write(text) {
    this.#written = text;
    this.#pending += 1;
    const problem = await this.#texts.set(this, this.#key, this.#text.source, text);
    this.#pending -= 1;
    // What was typed later is being written.
    if (this.#pending > 0) return;
    if (problem) {
      this.#field.setAttribute('aria-invalid', 'true');
      this.#remark.replaceChildren(problem);
      announce(problem);
    } else {
      this.#texts.forget(this);
      this.#field.removeAttribute('aria-invalid');
      this.show(this.#text);
    }
  }
}

/** The text of bot.yaml with one more language; `undefined` when the languages are written in another way. */
export function withLanguage(text, code) {
  const line = /^languages:[ \t]*\[([^\]\n]*)\]/m.exec(text);
  if (line) {
    const all = line[1].split(',').map((one) => one.trim()).filter(Boolean);
    if (all.includes(code)) return text;
    return text.replace(line[0], `languages: [${[...all, code].join(', ')}]`);
  }
  return undefined;
}
