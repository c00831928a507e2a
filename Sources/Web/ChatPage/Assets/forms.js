// Forms: short ones as a whole, others page by page, along the branches that the answers select.

import { element } from './dom.js';
import { problemOf } from './numbers.js';
import { say } from './words.js';

const mostAtOnce = 4;

/** @param send takes `{pages: {name: value}}`. */
export function hydrateForm(form, send) {
  new Pages(form, send);
}

class Pages {
  #form;
  #send;
  #pages;
  #way = [];
  #intro;
  #submit;
  #next = element('button', { type: 'button', class: 'send' }, say('next'));
  #back = element('button', { type: 'button', class: 'back' }, say('back'));
  #place = element('p', { class: 'place', 'aria-live': 'polite' });
  #isWhole;

  constructor(form, send) {
    this.#form = form;
    this.#send = send;
    this.#pages = [...form.querySelectorAll('fieldset.page')];
    this.#intro = form.querySelector('.intro');
    this.#submit = form.querySelector('button[type=submit]');
    this.#isWhole = this.#pages.length <= mostAtOnce && !this.#hasWays;
    form.noValidate = true;
    form.append(element('div', { class: 'turning' }, this.#back, this.#place, this.#next, this.#submit));
    this.#back.onclick = () => this.#turnBack();
    this.#next.onclick = () => this.#turn();
    form.addEventListener('submit', (event) => { event.preventDefault(); this.#finish(); });
    form.addEventListener('keydown', (event) => this.#key(event));
    form.addEventListener('input', (event) => { form.classList.add('begun'); this.#forgive(event.target); this.#nameNext(); });
    for (const page of this.#pages) this.#mark(page);
    const begin = this.#intro?.querySelector('.begin');
    if (begin) {
      begin.onclick = () => { form.classList.add('begun'); this.#begin(true); };
      this.#show([]);
    } else {
      this.#begin(false);
    }
  }

  get #hasWays() {
    return this.#pages.some((page, index) => {
      const usual = this.#pages[index + 1]?.dataset.page ?? 'send';
      const ways = [page, ...page.querySelectorAll('[data-next]')].map((one) => one.dataset.next);
      return ways.some((way) => way !== usual);
    });
  }

  #mark(page) {
    if (page.dataset.optional === undefined) return;
    page.querySelector('legend').append(' ', element('span', { class: 'optional' }, `(${say('optional')})`));
  }

  #begin(takesFocus) {
    if (this.#intro) this.#intro.hidden = true;
    if (this.#isWhole) {
      this.#way = [...this.#pages];
      this.#show(this.#pages);
    } else {
      this.#way = [this.#pages[0]];
      this.#show(this.#way);
    }
    if (takesFocus) this.#focus(this.#way[0]);
  }

  get #page() { return this.#way.at(-1); }

  /** The next page for the given answers; `undefined` sends the form. */
  get #target() {
    const chosen = this.#page.querySelector('input:checked[data-next], option:checked[data-next]');
    const name = chosen?.dataset.next ?? this.#page.dataset.next;
    return this.#pages.find((page) => page.dataset.page === name);
  }

  #show(pages) {
    for (const page of this.#pages) page.hidden = !pages.includes(page);
    const isLast = this.#isWhole || (this.#way.length > 0 && !this.#target);
    const hasBegun = pages.length > 0;
    this.#submit.hidden = !hasBegun || !isLast;
    this.#next.hidden = !hasBegun || isLast;
    this.#back.hidden = this.#isWhole || this.#way.length < 2;
    this.#place.hidden = this.#isWhole || !hasBegun;
    const place = this.#pages.indexOf(this.#page) + 1;
    this.#place.textContent = say('page', { page: place, pages: this.#pages.length });
    this.#nameNext();
  }

  /** An optional page without an answer is skipped. */
  #nameNext() {
    const isSkipped = this.#page?.dataset.optional !== undefined && answer(this.#page) === undefined;
    this.#next.textContent = say(isSkipped ? 'skip' : 'next');
  }

  #turn() {
    if (!this.#check([this.#page])) return;
    const target = this.#target;
    if (!target) return this.#finish();
    this.#way.push(target);
    this.#show([target]);
    this.#focus(target);
  }

  #turnBack() {
    const summary = this.#form.querySelector('.summary');
    if (summary) { summary.remove(); } else { this.#way.pop(); }
    this.#show(this.#isWhole ? this.#pages : [this.#page]);
    this.#focus(this.#page);
  }

  #focus(page) { page.querySelector('input, select, textarea')?.focus(); }

  /** Enter continues, except inside a multi-line text. */
  #key(event) {
    if (event.key !== 'Enter' || event.target.matches('textarea, button')) return;
    event.preventDefault();
    if (this.#next.hidden) this.#form.requestSubmit();
    else this.#turn();
  }

  // Validation: errors are shown beside their field.

  #check(pages) {
    const wrong = pages.filter((page) => !this.#checkPage(page));
    wrong[0]?.querySelector('[aria-invalid]')?.focus();
    return wrong.length === 0;
  }

  #checkPage(page) {
    const fields = [...page.querySelectorAll('input, select, textarea')];
    this.#forgive(fields[0]);
    const boxes = fields.filter((field) => field.type === 'checkbox');
    const isMissing = boxes.length > 0 && page.dataset.optional === undefined && !boxes.some((box) => box.checked);
    const wrong = isMissing ? boxes[0] : fields.find((field) => !field.checkValidity() || problemOf(field));
    if (!wrong) return true;
    const isChoice = isMissing || wrong.type === 'radio';
    const id = `problem-${Math.random().toString(36).slice(2)}`;
    const text = isChoice ? say('choose') : wrong.validationMessage || problemOf(wrong);
    page.append(element('p', { class: 'problem', id, role: 'alert' }, text));
    wrong.setAttribute('aria-invalid', 'true');
    wrong.setAttribute('aria-describedby', id);
    return false;
  }

  #forgive(field) {
    const page = field?.closest('fieldset.page');
    page?.querySelector('.problem')?.remove();
    for (const one of page?.querySelectorAll('[aria-invalid]') ?? []) {
      one.removeAttribute('aria-invalid');
      one.removeAttribute('aria-describedby');
    }
    if (page && !this.#isWhole && page === this.#page && this.#way.length > 0 && !page.hidden) this.#show([page]);
  }

  #finish() {
    const summary = this.#form.querySelector('.summary');
    if (!summary && !this.#check(this.#isWhole ? this.#pages : [this.#page])) return;
    if (this.#form.dataset.summary !== undefined && !summary) return this.#summarise();
    const pages = {};
    for (const page of this.#way) {
      const value = answer(page);
      if (value !== undefined) pages[page.dataset.page] = value;
    }
    this.#send({ pages });
  }

  /** Shows all answers for review, to be sent or changed. */
  #summarise() {
    const rows = this.#way.flatMap((page) => {
      const words = shown(page);
      const name = (page.querySelector('.prompt') ?? page.querySelector('legend').firstChild).textContent;
      return words ? [element('dt', { dir: 'auto' }, name), element('dd', { dir: 'auto' }, words)] : [];
    });
    const summary = element(
      'section', { class: 'summary', tabindex: '-1' }, element('p', { class: 'title' }, say('check')), element('dl', {}, ...rows));
    this.#form.querySelector('.turning').before(summary);
    for (const page of this.#pages) page.hidden = true;
    this.#place.hidden = true;
    this.#back.hidden = false;
    this.#back.textContent = this.#form.dataset.change || say('back');
    summary.focus();
  }
}

/** The answer on a page; `undefined` when there is none. */
function answer(page) {
  const boxes = [...page.querySelectorAll('input[type=checkbox]')];
  if (boxes.length > 0) {
    const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
    return chosen.length > 0 ? chosen : undefined;
  }
  const radio = page.querySelector('input[type=radio]');
  const field = radio ? page.querySelector('input[type=radio]:checked') : page.querySelector('input, select, textarea');
  const value = field?.value ?? '';
  return value.trim() === '' ? undefined : value;
}

/** The answer on a page as readable text. */
function shown(page) {
  const chosen = [...page.querySelectorAll('input:checked')].map((one) => one.closest('label').querySelector('.words').firstChild.textContent);
  if (chosen.length > 0) return chosen.join(', ');
  const select = page.querySelector('select');
  if (select) return select.selectedOptions[0]?.textContent ?? '';
  const field = page.querySelector('input:not([type=radio]):not([type=checkbox]), textarea');
  if (field?.type === 'date' && field.valueAsDate) {
    return new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'long', timeZone: 'UTC' }).format(field.valueAsDate);
  }
  return field?.value.trim() ?? '';
}
