// The page on which flows are published: what it means for everybody who waits, by group, with the bubble they look at and
// where each of their answers will lead; and the versions, to go back to.

import { announce, element } from './dom.js';
import { post, Refusal, request, Unreachable, useKey } from './server.js';
import { signedOut, whenSignedIn } from './signed-out.js';
import { language, t, translate } from './words.js';

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
const number = new Intl.NumberFormat(language);
const dated = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });

class Publishing {
  #overview;
  #preview;
  // The version to go back to; nothing while the saved files are to be published.
  #version;
  #asked = 0;
  #isPublishing = false;
  // Whether it is looked again when the server may answer.
  #isWaiting = false;

  async begin() {
    translate(document.body);
    document.title = `${t('Publish')} – ${t('Studio')}`;
    get('doing').onsubmit = (submit) => { submit.preventDefault(); this.#publish(); };
    get('again').onclick = () => this.#look(undefined);
    addEventListener('hashchange', () => this.#open());
    await this.#open();
  }

  async #open() {
    try {
      await useKey();
      await this.#look(this.#version);
    } catch (problem) {
      this.#trouble(problem);
    }
  }

  /** Looks at what publishing the saved files, or a version, means. */
  async #look(version) {
    this.#asked += 1;
    const asked = this.#asked;
    this.#version = version;
    this.#preview = undefined;
    get('publish').setAttribute('aria-busy', 'true');
    get('go').disabled = true;
    get('lead').textContent = t('Trying every answer of those who wait…');
    try {
      const overview = await request('GET', '/publishing');
      // What was asked for later counts, whichever comes first.
      if (asked !== this.#asked) return;
      this.#overview = overview;
      this.#showVersions();
      const preview = await post('/publishing/preview', version ? { version } : {});
      if (asked !== this.#asked) return;
      this.#preview = preview;
      this.#isWaiting = false;
      this.#show();
    } catch (problem) {
      if (asked === this.#asked) this.#trouble(problem);
    } finally {
      if (asked === this.#asked) get('publish').setAttribute('aria-busy', 'false');
    }
  }

  async #publish() {
    if (!this.#preview?.version || this.#isPublishing) return;
    get('go').disabled = true;
    this.#publishing(true);
    this.#say(t('Publishing…'));
    const version = this.#version;
    try {
      const answer = await post('/publishing/publish', {
        ...(version ? { version } : {}), expects: this.#preview.version, note: get('words').value.trim(),
      });
      this.#publishing(false);
      get('words').value = '';
      const outcomes = {
        active: [t('The server answers with it now.'), 'good'], stored: [t('Published. The server takes it when it starts.'), 'good'],
        waiting: [t('Published. The server has not taken it yet; its log has the reason.'), 'bad'],
        refused: [t('The server refused it, and keeps the version before: {reason}', { reason: answer.reason }), 'bad'],
      };
      await this.#look(undefined);
      this.#say(...outcomes[answer.outcome]);
    } catch (problem) {
      this.#publishing(false);
      if (problem instanceof Unreachable || problem instanceof Refusal && problem.status === 401) {
        this.#say('');
        this.#trouble(problem);
        return;
      }
      this.#say(problem.message, 'bad');
      await this.#look(version);
    }
  }

  /** Nothing else is looked at while a version is published. */
  #publishing(isPublishing) {
    this.#isPublishing = isPublishing;
    for (const button of [get('again'), ...get('list').querySelectorAll('button')]) button.disabled = isPublishing;
  }

  #say(words, kind = 'none') {
    get('outcome').textContent = words;
    get('outcome').dataset.kind = kind;
  }

  // What it means.

  #show() {
    const { version, problem, reasons, report, in_place_of: old, changes = [], warnings = [] } = this.#preview;
    this.#banner(this.#overview.unsaved.length > 0 && !this.#version
      ? t('What is saved is published. Not saved yet: {files}.', { files: this.#overview.unsaved.join(', ') }) : '');
    get('place').textContent = [this.#overview.database ?? '', this.#overview.served ? t('the server runs') : this.#overview.exists ? t('no server runs') : t('not made yet')].filter(Boolean).join(' · ');
    get('meaning-title').textContent = this.#version ? t('Going back to {version}', { version: short(this.#version) }) : t('What it means');
    get('doing-title').textContent = this.#version ? t('Go back to it') : t('Publish it');
    get('go').textContent = this.#version ? t('Go back') : t('Publish');
    get('again').textContent = this.#version ? t('Stay with the saved files') : t('Look again');
    get('changes').replaceChildren(...changes.map((change) => element('span', { class: 'change' },
      element('b', {}, change.path.replace(/^Flows\//, '')), ' ',
      change.change === 'changed' ? '' : `${t(change.change)} `,
      change.added ? element('span', { class: 'plus' }, `+${number.format(change.added)} `) : null,
      change.removed ? element('span', { class: 'minus' }, `−${number.format(change.removed)}`) : null)));
    get('warnings').replaceChildren(...(problem ? [] : warnings).map((warning) => element('li', {}, `${warning}.`)));
    get('warnings').hidden = get('warnings').children.length === 0;
    if (problem) {
      get('lead').replaceChildren(element('strong', {}, t('This cannot be published: {problem}.', { problem })));
      get('fates').replaceChildren();
      get('groups').replaceChildren(element('ul', { class: 'reasons' }, ...reasons.map((reason) => element('li', {}, reason))));
      get('go').disabled = true;
      announce(t('This cannot be published: {problem}.', { problem }));
      return;
    }
    const isSame = old === version;
    const customers = report?.customers ?? 0;
    const who = customers === 0 ? t('No customer is waiting.') : customers === 1 ? t('1 customer is waiting.') : t('{count} customers are waiting.', { count: number.format(customers) });
    const lead = isSame ? `${t('This version is published already.')} ${who}` : !report ? t('There is no server’s database yet: publishing makes it, and the server takes these flows when it starts.') : customers === 0 ? who : `${who} ${t('Every answer of theirs was tried with today’s flows and with these.')}`;
    get('lead').textContent = lead;
    get('fates').replaceChildren(...(customers > 0 ? Object.entries(fates) : []).map(([fate, [words]]) => {
      const count = report.fates[fate] ?? 0;
      return element('li', { 'data-fate': fate, class: count === 0 ? 'zero' : undefined }, element('b', {}, number.format(count)), element('span', {}, t(words)));
    }));
    const order = Object.keys(fates);
    const groups = (report?.groups ?? []).toSorted((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome) || other.count - one.count);
    const kept = groups.filter((group) => group.outcome === 'keeps');
    get('groups').replaceChildren(
      ...groups.filter((group) => group.outcome !== 'keeps').map((group) => this.#group(group)),
      ...(kept.length > 0 ? [element('details', { open: kept.length === groups.length },
        element('summary', {}, kept.length === 1 ? t('1 group keeps its place') : t('{count} groups keep their place', { count: number.format(kept.length) })), ...kept.map((group) => this.#group(group)))] : []));
    get('go').disabled = this.#isPublishing || isSame || (report?.fates.stuck ?? 0) > 0;
    announce(get('lead').textContent);
  }

  #group(group) {
    const example = group.examples[0];
    const place = `${group.flow}/${group.step}`;
    const moved = group.new_step && `${group.new_flow}/${group.new_step}` !== place ? ` → ${group.new_flow}/${group.new_step}` : '';
    const rest = group.count - group.examples.length;
    const first = group.examples.map((one) => one.session).join(', ');
    const sessions = rest > 0 ? t('{numbers} and {count} more', { numbers: first, count: number.format(rest) }) : first;
    const counts = new Map(group.ways.map((way) => [`${way.kind} ${way.words}`, way.count]));
    const ways = group.example_ways ?? group.ways;
    return element('article', { class: 'group', 'data-fate': group.outcome },
      element('header', {}, element('h3', {}, t('{count} at {place}', { count: number.format(group.count), place: place + moved })),
        element('small', {}, [waits[group.waiting], fates[group.outcome]?.[1]].filter(Boolean).map((words) => t(words)).join(' · '))),
      element('div', { class: 'bubble', role: 'group', 'aria-label': t('What they look at') },
        element('p', {}, example?.text ?? t('Nothing is asked.')),
        example?.offers?.length > 0 ? element('ul', {}, ...example.offers.map((offer) => element('li', { dir: 'auto' }, offer))) : null),
      ways.length > 0 ? element('table', { class: 'ways' },
        element('thead', {}, element('tr', {}, ...[t('When the customer'), t('Today'), t('Then')].map((words) => element('th', { scope: 'col' }, words)))),
        element('tbody', {}, ...ways.map((way) => element('tr', { class: way.differs ? 'differs' : undefined },
          element('th', { scope: 'row', dir: 'auto' }, way.kind === 'answer' ? t('answers “{words}”', { words: way.words }) : t(kinds[way.kind] ?? way.words)),
          element('td', {}, way.today ? where(way.today) : '–'),
          element('td', { class: way.then.ending === 'stuck' ? 'stuck' : undefined }, where(way.then), counts.get(`${way.kind} ${way.words}`) < group.count ? ` (${number.format(counts.get(`${way.kind} ${way.words}`))})` : ''))))) : element('p', { class: 'quiet' }, ['keeps', 'moved'].includes(group.outcome) ? t('Nothing that they may do leads elsewhere.') : ''),
      ...group.forgets.map((one) => element('p', {}, t('The answer {name} counts as empty for {count}.', { name: one.name, count: number.format(one.count) }))),
      ...group.lacks.map((one) => element('p', {}, t('{what}; {count} were asked.', { what: one.what, count: number.format(one.count) }))),
      element('p', {}, group.count === 1 ? t('Session {numbers}', { numbers: sessions }) : t('Sessions {numbers}', { numbers: sessions })));
  }

  // Versions.

  #showVersions() {
    get('list').replaceChildren(...this.#overview.versions.map((one) => element('li', { 'data-version': one.version },
      element('div', { class: 'head' }, element('code', {}, short(one.version)),
        one.current ? element('span', { class: 'tag' }, one.running ? t('published, running') : t('published')) : one.running ? element('span', { class: 'tag' }, t('running')) : null,
        one.refusal ? element('span', { class: 'tag bad', title: one.refusal }, t('refused')) : null),
      one.note ? element('p', { dir: 'auto' }, one.note) : null,
      element('small', {}, [dated.format(new Date(one.published_at ?? one.kept_at)), one.author, one.sessions > 0 ? t('{count} open', { count: number.format(one.sessions) }) : undefined].filter(Boolean).join(' · ')),
      one.current ? null : element('button', {
        type: 'button', disabled: this.#isPublishing, onclick: () => this.#look(one.version),
      }, t('Go back to it…')))));
    if (this.#overview.versions.length === 0) get('list').replaceChildren(element('li', { class: 'quiet' }, t('Nothing has been published yet.')));
  }

  // Problems.

  #trouble(problem) {
    get('lead').textContent = '';
    if (problem instanceof Refusal && problem.signIn) {
      get('banner').hidden = false;
      get('banner').replaceChildren(...signedOut(problem.signIn));
      this.#wait();
    } else if (problem instanceof Refusal && problem.status === 401) this.#banner(t('The studio opens by the link that `usher dev` prints: open it in this window.'));
    else if (problem instanceof Unreachable) {
      this.#banner(problem.reason ?? t('The server does not answer.'));
      this.#wait();
    } else this.#banner(problem.message);
  }

  /** Looks again when the server may answer, unless that has happened before. */
  #wait() {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    whenSignedIn(() => {
      if (!this.#isWaiting) return;
      this.#isWaiting = false;
      if (!this.#isPublishing) this.#open();
    });
  }

  #banner(text) {
    get('banner').hidden = !text;
    get('banner').textContent = text;
  }
}

const short = (version) => version.slice(0, 12);

/** Where a way leads. */
function where(end) {
  if (end.ending === 'stuck') return t('stuck: {reason}', end);
  if (end.ending === 'ignored') return t('nothing happens: {reason}', end);
  const place = end.step ? `${end.flow}/${end.step}` : t('the end');
  return end.ending === 'failing' ? t('{place}, by if_failed', { place }) : end.ending === 'starting_over' ? t('{place}, from the beginning', { place }) : place;
}

await new Publishing().begin();
