// The page on which flows are published: what it means for everybody who waits, by group, with the bubble they look at and
// where each of their answers will lead; and the versions, to go back to.

import { announce, element } from './dom.js';
import { post, Refusal, request, Unreachable, useKey } from './server.js';

const get = (id) => document.getElementById(id);

// In the order of their importance.
const fates = {
  stuck: ['would be stuck', 'Something they may do could not be answered at all: correct the flows before you publish them.'],
  asked_again: ['asked again', 'Their step is gone, or none of its answers can be used: the flow begins again when they write.'],
  changed: ['find something else', 'They keep their place, and something leads elsewhere than today.'],
  forgotten: ['would expire', '`expires` has become so short that their conversation counts as over.'],
  moved: ['moved along', 'Their step has another name, and nothing else changes for them.'],
  keeps: ['keep their place', 'Everything they may do leads where it leads today.'],
};

const waits = { call: 'a call is under way', person: 'with a person', reminder: 'a reminder is pending' };
const kinds = { silence: 'says nothing', unexpected: 'writes something else', cancel: 'cancels', failure: 'a call fails', result: 'a call returns', given_back: 'is given back', reminder: 'is reminded' };
const number = new Intl.NumberFormat('en');
const dated = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

class Publishing {
  #overview;
  #preview;
  // The version to go back to; nothing while the saved files are to be published.
  #version;

  async begin() {
    get('doing').onsubmit = (submit) => { submit.preventDefault(); this.#publish(); };
    get('again').onclick = () => this.#look(undefined);
    addEventListener('hashchange', () => this.#open());
    await this.#open();
  }

  async #open() {
    try {
      await useKey();
      await this.#look(undefined);
    } catch (problem) {
      this.#trouble(problem);
    }
  }

  /** Looks at what publishing the saved files, or a version, means. */
  async #look(version) {
    this.#version = version;
    get('publish').setAttribute('aria-busy', 'true');
    get('go').disabled = true;
    get('lead').textContent = 'Trying every answer for everybody who waits…';
    try {
      this.#overview = await request('GET', '/publishing');
      this.#showVersions();
      this.#preview = await post('/publishing/preview', version ? { version } : {});
      this.#show();
    } catch (problem) {
      this.#trouble(problem);
    } finally {
      get('publish').setAttribute('aria-busy', 'false');
    }
  }

  async #publish() {
    if (!this.#preview?.version) return;
    get('go').disabled = true;
    get('again').disabled = true;
    this.#say('Publishing…');
    const version = this.#version;
    try {
      const answer = await post('/publishing/publish', {
        ...(version ? { version } : {}), expects: this.#preview.version, note: get('words').value.trim(),
      });
      get('words').value = '';
      const outcomes = {
        active: ['The server answers with it now.', 'good'], stored: ['Published. The server takes it when it starts.', 'good'],
        waiting: ['Published. The server has not taken it yet; its log has the reason.', 'bad'],
        refused: [`The server refused it, and keeps the version before: ${answer.reason}`, 'bad'],
      };
      await this.#look(undefined);
      this.#say(...outcomes[answer.outcome]);
    } catch (problem) {
      this.#say(problem.message, 'bad');
      if (problem instanceof Refusal && problem.status === 409) await this.#look(version);
    } finally {
      get('again').disabled = false;
    }
  }

  #say(words, kind = 'none') {
    get('outcome').textContent = words;
    get('outcome').dataset.kind = kind;
  }

  // What it means.

  #show() {
    const { version, problem, reasons, report, in_place_of: old, changes = [], warnings = [] } = this.#preview;
    this.#banner(this.#overview.unsaved.length > 0 && !this.#version
      ? `What is saved is published. Not saved yet: ${this.#overview.unsaved.join(', ')}.` : '');
    get('place').textContent = `${this.#overview.database}${this.#overview.served ? ' · the server runs' : this.#overview.exists ? ' · no server runs' : ' · not made yet'}`;
    get('meaning-title').textContent = this.#version ? `Going back to ${short(this.#version)}` : 'What it means';
    get('doing-title').textContent = this.#version ? 'Go back to it' : 'Publish it';
    get('go').textContent = this.#version ? 'Go back' : 'Publish';
    get('again').textContent = this.#version ? 'Stay with the saved files' : 'Look again';
    get('changes').replaceChildren(...changes.map((change) => element('span', { class: 'change' },
      element('b', {}, change.path.replace(/^Flows\//, '')), ' ',
      change.change === 'changed' ? '' : `${change.change} `,
      change.added ? element('span', { class: 'plus' }, `+${number.format(change.added)} `) : null,
      change.removed ? element('span', { class: 'minus' }, `−${number.format(change.removed)}`) : null)));
    if (problem) {
      get('lead').replaceChildren(element('strong', {}, `This cannot be published: ${problem}.`));
      get('fates').replaceChildren();
      get('groups').replaceChildren(element('ul', { class: 'reasons' }, ...reasons.map((reason) => element('li', {}, reason))));
      get('go').disabled = true;
      announce(`This cannot be published: ${problem}.`);
      return;
    }
    const isSame = old === version;
    const customers = report?.customers ?? 0;
    const who = customers === 0 ? 'No customer is waiting.' : customers === 1 ? '1 customer is waiting.' : `${number.format(customers)} customers are waiting.`;
    const lead = isSame ? `This version is published already. ${who}` : !report ? 'There is no server’s database yet: publishing makes it, and the server takes these flows when it starts.' : `${who} Every answer of theirs was tried with today’s flows and with these.`;
    get('lead').replaceChildren(lead, ...warnings.map((warning) => element('span', {}, ` ${warning}.`)));
    get('fates').replaceChildren(...(customers > 0 ? Object.entries(fates) : []).map(([fate, [words]]) => {
      const count = report.fates[fate] ?? 0;
      return element('li', { 'data-fate': fate, class: count === 0 ? 'zero' : undefined }, element('b', {}, number.format(count)), element('span', {}, words));
    }));
    const order = Object.keys(fates);
    const groups = (report?.groups ?? []).toSorted((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome) || other.count - one.count);
    const kept = groups.filter((group) => group.outcome === 'keeps');
    get('groups').replaceChildren(
      ...groups.filter((group) => group.outcome !== 'keeps').map((group) => this.#group(group)),
      ...(kept.length > 0 ? [element('details', { open: kept.length === groups.length },
        element('summary', {}, kept.length === 1 ? '1 group keeps its place' : `${kept.length} groups keep their place`), ...kept.map((group) => this.#group(group)))] : []));
    get('go').disabled = isSame || (report?.fates.stuck ?? 0) > 0;
    announce(get('lead').textContent);
  }

  #group(group) {
    const example = group.examples[0];
    const place = `${group.flow}/${group.step}`;
    const moved = group.new_step && `${group.new_flow}/${group.new_step}` !== place ? ` → ${group.new_flow}/${group.new_step}` : '';
    const rest = group.count - group.examples.length;
    const sessions = group.examples.map((one) => one.session).join(', ') + (rest > 0 ? ` and ${number.format(rest)} more` : '');
    return element('article', { class: 'group', 'data-fate': group.outcome },
      element('header', {}, element('h3', {}, `${number.format(group.count)} at ${place}${moved}`),
        element('small', {}, [waits[group.waiting], fates[group.outcome]?.[1]].filter(Boolean).join(' · '))),
      element('div', { class: 'bubble', role: 'group', 'aria-label': 'What they look at' },
        element('p', {}, example?.text ?? 'Nothing is asked.'),
        example?.offers?.length > 0 ? element('ul', {}, ...example.offers.map((offer) => element('li', { dir: 'auto' }, offer))) : null),
      group.ways.length > 0 ? element('table', { class: 'ways' },
        element('thead', {}, element('tr', {}, ...['When the customer', 'Today', 'Then'].map((words) => element('th', { scope: 'col' }, words)))),
        element('tbody', {}, ...group.ways.map((way) => element('tr', { class: way.differs ? 'differs' : undefined },
          element('th', { scope: 'row', dir: 'auto' }, way.kind === 'answer' ? `answers “${way.words}”` : kinds[way.kind] ?? way.words),
          element('td', {}, way.today ? where(way.today) : '–'),
          element('td', { class: way.then.ending === 'stuck' ? 'stuck' : undefined }, where(way.then), way.count < group.count ? ` (${number.format(way.count)})` : ''))))) : element('p', { class: 'quiet' }, ['keeps', 'moved'].includes(group.outcome) ? 'Nothing that they may do leads elsewhere.' : ''),
      ...group.forgets.map((one) => element('p', {}, `The answer ${one.name} counts as empty for ${number.format(one.count)}.`)),
      ...group.lacks.map((one) => element('p', {}, `${one.what}; ${number.format(one.count)} were asked.`)),
      element('p', {}, `Session${group.count === 1 ? '' : 's'} ${sessions}`));
  }

  // Versions.

  #showVersions() {
    get('list').replaceChildren(...this.#overview.versions.map((one) => element('li', { 'data-version': one.version },
      element('div', { class: 'head' }, element('code', {}, short(one.version)),
        one.current ? element('span', { class: 'tag' }, one.running ? 'published, running' : 'published') : one.running ? element('span', { class: 'tag' }, 'running') : null,
        one.refusal ? element('span', { class: 'tag bad', title: one.refusal }, 'refused') : null),
      one.note ? element('p', { dir: 'auto' }, one.note) : null,
      element('small', {}, [dated.format(new Date(one.published_at ?? one.kept_at)), one.author, one.sessions > 0 ? `${number.format(one.sessions)} open` : undefined].filter(Boolean).join(' · ')),
      one.current ? null : element('button', { type: 'button', onclick: () => this.#look(one.version) }, 'Go back to it…'))));
    if (this.#overview.versions.length === 0) get('list').replaceChildren(element('li', { class: 'quiet' }, 'Nothing has been published yet.'));
  }

  // Problems.

  #trouble(problem) {
    get('lead').textContent = '';
    if (problem instanceof Refusal && problem.status === 401) this.#banner('The studio opens by the link that `usher dev` prints: open it in this window.');
    else if (problem instanceof Unreachable) this.#banner('The server does not answer.');
    else this.#banner(problem.message);
  }

  #banner(text) {
    get('banner').hidden = !text;
    get('banner').textContent = text;
  }
}

const short = (version) => version.slice(0, 12);

/** Where a way leads. */
function where(end) {
  if (end.ending === 'stuck') return `stuck: ${end.reason}`;
  if (end.ending === 'ignored') return `nothing happens: ${end.reason}`;
  const place = end.step ? `${end.flow}/${end.step}` : 'the end';
  return end.ending === 'failing' ? `${place}, by if_failed` : end.ending === 'starting_over' ? `${place}, from the beginning` : place;
}

await new Publishing().begin();
