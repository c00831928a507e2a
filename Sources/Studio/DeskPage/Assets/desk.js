// The desk: connects the inbox, the conversation that is open, the tables of results and, where customers are simulated, the
// customer's side.

import { Conversation } from './conversation.js';
import { number, say } from './desk-words.js';
import { explained } from './dialog.js';
import { element } from './dom.js';
import { Inbox } from './inbox.js';
import { Events, get, Refusal, Unreachable, useKey } from './requests.js';
import { Results } from './results.js';
import { accountLink, signedOut, whenSignedIn } from './signed-out.js';
import { Sound } from './sound.js';

const byId = (id) => document.getElementById(id);

class Desk {
  #about;
  #view = 'inbox';
  #ahead = 0;
  #inbox;
  #conversation;
  #results;
  #sound = new Sound(byId('sound'));
  #events;
  #frame;

  async begin() {
    const clock = () => Date.now() + this.#ahead;
    const listener = { trouble: (problem) => this.#trouble(problem), fine: () => this.#banner('') };
    this.#inbox = new Inbox({
      open: (entry) => this.#open(entry), changed: () => this.#showCounts(), news: () => this.#sound.play(),
      filtered: () => this.#try(() => this.#inbox.refresh(true)),
    }, clock);
    this.#conversation = new Conversation({
      ...listener, closed: () => this.#backToList(), gaveBack: (id) => this.#afterGiveBack(id),
      changed: () => this.#try(() => this.#refreshInbox()),
    }, clock);
    this.#results = new Results(listener);
    byId('sound').querySelector('span').textContent = say('sound');
    byId('be-customer').textContent = say('beCustomer');
    byId('be-customer').onclick = () => this.#toggleCustomer();
    byId('side').querySelector('h2').textContent = say('customerSide');
    byId('views').setAttribute('aria-label', say('views'));
    addEventListener('message', (event) => this.#greet(event));
    addEventListener('hashchange', () => this.#unlock());
    addEventListener('focus', () => { if (this.#about && this.#view !== 'inbox') this.#try(() => this.#results.refresh()); });
    try {
      await useKey();
      await this.#start();
    } catch (problem) {
      this.#trouble(problem);
      byId('desk').setAttribute('aria-busy', 'false');
      if (!(problem instanceof Refusal)) setTimeout(() => this.#unlock(true), 1_500);
    }
  }

  /** The key has come with an address that was opened in this window. */
  async #unlock(again = false) {
    try {
      if (!await useKey() && !again) return;
      if (this.#events) this.#events.open(); else await this.#start();
      this.#banner('');
    } catch (problem) {
      this.#trouble(problem);
      if (problem instanceof Unreachable) setTimeout(() => this.#unlock(true), 1_500);
    }
  }

  async #start() {
    await this.#learn();
    await this.#results.refresh();
    await this.#refreshInbox();
    this.#showCounts();
    byId('desk').setAttribute('aria-busy', 'false');
    // It may have been tried twice at the same time.
    if (this.#events) return;
    this.#events = new Events({
      inbox: (data) => this.#heard(data, async () => { await this.#refreshInbox(); await this.#conversation.refresh(); }),
      results: (data) => this.#heard(data, async () => { await this.#results.refresh(); this.#showCounts(); }),
      lost: () => this.#try(() => this.#learn()),
    });
  }

  /** Asks about the business, and who we are. */
  async #learn() {
    this.#about = await get('/about');
    this.#ahead = this.#about.now - Date.now();
    byId('title').textContent = this.#about.business;
    byId('be-customer').hidden = !this.#about.chat;
    byId('private').closest('label').hidden = !this.#about.private;
    byId('account').replaceChildren(...(this.#about.account ? [accountLink(this.#about.account)] : []));
  }

  #heard({ now }, work) {
    this.#ahead = now - Date.now();
    this.#banner('');
    return this.#try(work);
  }

  async #try(work) {
    try { await work(); } catch (problem) { this.#trouble(problem); }
  }

  // Conversations.

  /** The queues come first: the list shows who we are. */
  async #refreshInbox() {
    const load = await get('/queues');
    this.#inbox.use(load);
    this.#conversation.use(load);
    await this.#inbox.refresh();
  }

  #open(entry) {
    byId('desk').dataset.place = 'conversation';
    return this.#try(() => this.#conversation.open(entry));
  }

  #backToList() {
    byId('desk').dataset.place = 'list';
    this.#inbox.focus();
  }

  async #afterGiveBack(id) {
    await this.#try(() => this.#inbox.refresh());
    // Another conversation was opened meanwhile.
    if (this.#conversation.id !== id) return;
    this.#backToList();
    if (this.#inbox.entries.length === 0) byId('give-back').blur();
  }

  // Views.

  #showCounts() {
    const unanswered = this.#inbox.unanswered;
    const title = `${say('desk')} – ${this.#about.business}`;
    document.title = unanswered > 0 ? `(${unanswered}) ${title}` : title;
    const views = [['inbox', say('inbox'), unanswered], ...this.#results.tables.map((table) => [table.name, table.name, undefined])];
    const focused = byId('views').contains(document.activeElement) ? document.activeElement.dataset.view : undefined;
    byId('views').replaceChildren(...views.map(([id, words, count]) => element('button', {
      type: 'button', 'data-view': id, 'aria-current': id === this.#view ? 'page' : undefined, onclick: () => this.#show(id),
    }, element('span', { dir: 'auto' }, words), count ? element('span', { class: 'badge', 'aria-label': say('unansweredCount', { count: number(count) }) }, number(count)) : null)));
    if (focused) byId('views').querySelector(`[data-view="${CSS.escape(focused)}"]`)?.focus();
  }

  #show(view) {
    this.#view = view;
    const isInbox = view === 'inbox';
    byId('desk').dataset.view = isInbox ? 'inbox' : 'results';
    for (const button of byId('views').children) {
      if (button.dataset.view === view) button.setAttribute('aria-current', 'page'); else button.removeAttribute('aria-current');
    }
    if (!isInbox) this.#try(() => this.#results.open(view));
  }

  // The customer's side.

  #toggleCustomer() {
    const opens = byId('side').hidden;
    byId('side').hidden = !opens;
    byId('desk').classList.toggle('both', opens);
    byId('be-customer').setAttribute('aria-expanded', String(opens));
    if (opens && !this.#frame) {
      this.#frame = element('iframe', { src: this.#about.chat, title: say('customerSide') });
      byId('side').append(this.#frame);
    }
  }

  /** The chat asks the page around it who its customer is. */
  #greet(event) {
    if (event.source !== this.#frame?.contentWindow || event.origin !== location.origin) return;
    if (event.data?.usher === 'here') this.#frame.contentWindow.postMessage({ usher: 'hello' }, location.origin);
    if (event.data?.usher === 'close') {
      this.#toggleCustomer();
      byId('be-customer').focus();
    }
  }

  // Problems.

  #trouble(problem) {
    if (problem instanceof Refusal && problem.signIn) this.#signedOut(problem.signIn);
    else this.#banner(explained(problem).join(''));
  }

  #isSignedOut = false;

  /** Nothing is asked for until someone may have signed in. */
  #signedOut(address) {
    this.#events?.close();
    byId('banner').hidden = false;
    byId('banner').replaceChildren(...signedOut(address, this.#about ? undefined : 'desk'));
    if (this.#isSignedOut) return;
    this.#isSignedOut = true;
    whenSignedIn(() => { this.#isSignedOut = false; this.#comeBack(); });
  }

  async #comeBack() {
    try {
      if (this.#events) {
        await this.#learn();
        this.#events.open();
      } else await this.#start();
      this.#banner('');
    } catch (problem) {
      this.#trouble(problem);
      if (problem instanceof Unreachable) whenSignedIn(() => this.#comeBack());
    }
  }

  #banner(text) {
    byId('banner').hidden = !text;
    if (byId('banner').textContent !== text) byId('banner').textContent = text;
  }
}

await new Desk().begin();
