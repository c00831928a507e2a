// What differs from the flows that customers have: in steps, and in lines.

import { redraw } from './background.js';
import { element } from './dom.js';
import { later, oneAtATime, post } from './server.js';
import { language, t } from './words.js';

const signs = { added: '+', changed: '~', removed: '−', renamed: '→' };

export class Difference {
  #place;
  #listener;
  #open = new Set();
  #closed = new Set();

  /** @param listener `drafts()`, `isWanted()`, `go(path, line)`, `step(flow, step)`, `found(difference)`, `trouble(problem)`. */
  constructor(place, listener) {
    this.#place = place;
    this.#listener = listener;
  }

  refresh = oneAtATime(async () => {
    if (!this.#listener.isWanted()) return;
    try {
      const answer = await post('/difference', { drafts: this.#listener.drafts() });
      this.#listener.found(answer);
      redraw(this.#place, this.#draw(answer));
    } catch (problem) {
      this.#listener.trouble(problem);
    }
  });

  refreshSoon = later(() => this.refresh(), 400);

  #draw({ base, files, steps }) {
    if (!base) {
      return [element('p', { class: 'empty' }, t('Nothing is published yet, and there is no commit to compare with.'))];
    }
    const words = base.kind === 'commit' ? t('Nothing is published yet: compared with the last commit.')
      : base.kind === 'opened' ? t('Nothing is published yet, and there is no commit: compared with the flows as they were when the studio was opened.')
      : t('Compared with what {by} published {at}.', { by: base.by, at: new Date(base.at).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' }) });
    const head = element('p', { class: 'base', role: 'status' }, words, base.note ? ` “${base.note}”` : '');
    if (files.length === 0) return [head, element('p', { class: 'empty' }, t('There is no difference.'))];
    return [
      head,
      ...(steps.length > 0 ? [element('ul', { class: 'changed-steps', 'aria-label': t('Steps') }, ...steps.map((one) => element('li', {},
        element('button', {
          type: 'button', 'data-change': one.change, disabled: one.change === 'removed', onclick: () => this.#listener.step(one.flow, one.step),
        }, `${signs[one.change]} ${one.was ? `${one.was} → ` : ''}${one.step}`, element('small', {}, ` ${one.flow}`)))))] : []),
      ...files.map((file) => this.#file(file)),
    ];
  }

  #file(file) {
    const isOpen = this.#open.has(file.path) || !this.#closed.has(file.path);
    const details = element('details', { open: isOpen, ontoggle: () => {
      const [to, from] = details.open ? [this.#open, this.#closed] : [this.#closed, this.#open];
      to.add(file.path);
      from.delete(file.path);
    } },
    element('summary', {}, file.path, ' ', element('span', { class: 'good' }, `+${file.added}`), ' ', element('span', { class: 'bad' }, `−${file.removed}`)),
    this.#lines(file));
    return details;
  }

  #lines(file) {
    const rows = [];
    let [old, now] = [0, 0];
    for (const line of file.text.split('\n').slice(2)) {
      const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line);
      if (hunk) {
        [old, now] = [Number(hunk[1]), Number(hunk[2])];
        if (rows.length > 0) rows.push(element('tr', { class: 'gap' }, element('td', { colspan: 3 }, '⋯')));
        continue;
      }
      if (line === '') continue;
      const kind = { '+': 'added', '-': 'removed' }[line[0]];
      const at = now;
      rows.push(element('tr', { class: kind },
        element('td', { class: 'number' }, kind === 'added' ? '' : String(old)),
        element('td', { class: 'number' }, kind === 'removed' ? '' : String(now)),
        element('td', {}, element('span', { class: 'unseen' }, kind === 'added' ? t('added: ') : kind === 'removed' ? t('removed: ') : ''),
          kind === 'removed' || file.change === 'removed' ? element('code', {}, line.slice(1))
            : element('code', { onclick: () => this.#listener.go(file.path, at) }, line.slice(1)))));
      if (kind !== 'added') old += 1;
      if (kind !== 'removed') now += 1;
    }
    return element('table', { class: 'lines', 'aria-label': file.path }, element('tbody', {}, ...rows));
  }
}
