// A calendar for choosing a day: one month at a time, by mouse and by the keys of the ARIA grid pattern.

import { element } from './dom.js';
import { language, say } from './words.js';

const dayLength = 86_400_000;
// The range of a calendar without bounds of its own, in years from now.
const reach = { before: 120, after: 30 };

/**
 * @param field a date field with its bounds, which the calendar replaces.
 * @param choose takes the day, as `2026-12-01`.
 */
export function hydrateCalendar(field, choose) {
  new Calendar(field, choose);
}

class Calendar {
  #first;
  #last;
  #at;
  #chosen;
  #heading = element('p', { class: 'heading', 'aria-live': 'polite', id: `month-${Math.random().toString(36).slice(2)}` });
  #grid = element('table', { role: 'grid' });
  #earlier = this.#turner('‹', 'earlierMonth', -1);
  #later = this.#turner('›', 'laterMonth', 1);
  #years;
  #send = element('button', { type: 'button', class: 'send', disabled: true }, say('send'));

  constructor(field, choose) {
    const year = new Date().getFullYear();
    this.#first = day(field.min) ?? utc(year - reach.before, 0, 1);
    this.#last = day(field.max) ?? utc(year + reach.after, 11, 31);
    this.#at = this.#within(day(field.value) ?? today());
    this.#years = this.#yearsToChoose();
    const top = element('div', { class: 'month' }, this.#earlier, this.#heading, this.#years, this.#later);
    this.#grid.setAttribute('aria-labelledby', this.#heading.id);
    this.#grid.addEventListener('keydown', (event) => this.#key(event));
    this.#grid.addEventListener('click', (event) => this.#pressed(event));
    this.#send.onclick = () => choose(iso(this.#chosen));
    field.replaceWith(top, this.#grid, this.#send);
    this.#show();
  }

  #turner(sign, words, months) {
    const turn = () => { this.#at = this.#within(monthsLater(this.#at, months)); this.#show(); };
    return element(
      'button', { type: 'button', class: 'turner', 'aria-label': say(words), title: say(words), onclick: turn },
      element('span', { 'aria-hidden': 'true' }, sign));
  }

  /** With many years to choose from, paging month by month would take too long. */
  #yearsToChoose() {
    const [first, last] = [this.#first.getUTCFullYear(), this.#last.getUTCFullYear()];
    if (last - first < 2) return undefined;
    const years = Array.from({ length: last - first + 1 }, (_, index) => last - index);
    const select = element(
      'select', { class: 'years', 'aria-label': say('year') },
      ...years.map((year) => element('option', { value: year }, words({ year: 'numeric' }).format(utc(year, 0, 1)))));
    select.onchange = () => {
      this.#at = this.#within(monthsLater(this.#at, 12 * (Number(select.value) - this.#at.getUTCFullYear())));
      this.#show();
    };
    return select;
  }

  #within(date) { return date < this.#first ? this.#first : date > this.#last ? this.#last : date; }

  // Rendering.

  #show() {
    const month = utc(this.#at.getUTCFullYear(), this.#at.getUTCMonth(), 1);
    const text = words(this.#years ? { month: 'long' } : { month: 'long', year: 'numeric' }).format(month);
    if (this.#heading.textContent !== text) this.#heading.textContent = text;
    const year = String(month.getUTCFullYear());
    // A user who is typing a year must not be interrupted.
    if (this.#years && this.#years.value !== year) this.#years.value = year;
    mark(this.#earlier, month <= this.#first);
    mark(this.#later, monthsLater(month, 1) > this.#last);
    const start = weekStart(month);
    const weeks = Math.ceil(((monthsLater(month, 1) - start) / dayLength) / 7);
    this.#grid.replaceChildren(
      element('thead', {}, element('tr', {}, ...Array.from({ length: 7 }, (_, index) => heading(later(start, index))))),
      element('tbody', {}, ...Array.from({ length: weeks }, (_, week) => element(
        'tr', {}, ...Array.from({ length: 7 }, (_, index) => this.#cell(later(start, 7 * week + index), month))))));
  }

  /** A day; the cells of other months' days are empty. */
  #cell(date, month) {
    if (date.getUTCMonth() !== month.getUTCMonth()) return element('td');
    const isChosen = this.#chosen && iso(this.#chosen) === iso(date);
    const button = element('button', {
      type: 'button', 'data-day': iso(date), tabindex: iso(date) === iso(this.#at) ? '0' : '-1', disabled: date < this.#first || date > this.#last,
      'aria-label': words({ dateStyle: 'full' }).format(date), 'aria-current': iso(date) === iso(today()) ? 'date' : undefined,
    }, words({ day: 'numeric' }).formatToParts(date).find((part) => part.type === 'day').value);
    return element('td', { role: 'gridcell', 'aria-selected': String(Boolean(isChosen)) }, button);
  }

  // Interaction.

  #pressed(event) {
    const button = event.target.closest('button[data-day]');
    if (!button) return;
    this.#chosen = day(button.dataset.day);
    this.#send.disabled = false;
    this.#send.textContent = `${say('send')} · ${words({ dateStyle: 'long' }).format(this.#chosen)}`;
    this.#go(this.#chosen);
  }

  #key(event) {
    const ahead = getComputedStyle(this.#grid).direction === 'rtl' ? -1 : 1;
    const to = {
      ArrowRight: () => later(this.#at, ahead), ArrowLeft: () => later(this.#at, -ahead),
      ArrowDown: () => later(this.#at, 7), ArrowUp: () => later(this.#at, -7),
      Home: () => weekStart(this.#at), End: () => later(weekStart(this.#at), 6),
      PageUp: () => monthsLater(this.#at, event.shiftKey ? -12 : -1),
      PageDown: () => monthsLater(this.#at, event.shiftKey ? 12 : 1),
    }[event.key];
    if (!to) return;
    event.preventDefault();
    this.#go(this.#within(to()));
  }

  /** Shows a day and moves the focus to it. */
  #go(date) {
    this.#at = date;
    this.#show();
    this.#grid.querySelector('button[tabindex="0"]').focus({ preventScroll: true });
  }
}

/** At the end of the range the button does nothing, but keeps the focus. */
function mark(button, isEnd) {
  if (isEnd) button.setAttribute('aria-disabled', 'true');
  else button.removeAttribute('aria-disabled');
}

const heading = (date) => element(
  'th', { scope: 'col', abbr: words({ weekday: 'long' }).format(date) }, words({ weekday: 'narrow' }).format(date));

// Days, each as its midnight in UTC, where all days have the same length.

const utc = (year, month, date) => new Date(Date.UTC(year, month, date));
const later = (date, days) => new Date(date.valueOf() + days * dayLength);
const iso = (date) => date.toISOString().slice(0, 10);
const words = (format) => new Intl.DateTimeFormat(language, { ...format, timeZone: 'UTC', calendar: 'gregory' });

function day(text) {
  const date = new Date(`${text}T00:00:00Z`);
  return text && !Number.isNaN(date.valueOf()) ? date : undefined;
}

function today() {
  const now = new Date();
  return utc(now.getFullYear(), now.getMonth(), now.getDate());
}

/** The same day a number of months later, or the last day of that month if it is shorter. */
function monthsLater(date, months) {
  const length = utc(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0).getUTCDate();
  return utc(date.getUTCFullYear(), date.getUTCMonth() + months, Math.min(date.getUTCDate(), length));
}

/** The first day of the week, which depends on the region: that of the browser, if it uses the page's language. */
function weekStart(date) {
  const region = navigator.languages.find((one) => one.split('-')[0] === language.split('-')[0]) ?? language;
  const locale = new Intl.Locale(region);
  const first = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
  return later(date, -((date.getUTCDay() - first + 7) % 7));
}
