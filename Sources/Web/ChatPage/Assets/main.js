// The chat page: connects all parts.

import { keep, kept, Refusal, Session } from './api.js';
import { listen, resumed } from './answers.js';
import { Composer } from './composer.js';
import { refreshContent } from './content.js';
import { announce, element } from './dom.js';
import { EventStream } from './events.js';
import { History, pendingItem } from './history.js';
import { Host, isWidget } from './host.js';
import { Notices } from './notices.js';
import { Outbox, textBody } from './outbox.js';
import { inRegion, language, percent, say } from './words.js';

const get = (id) => document.getElementById(id);
const host = new Host();
const query = new URLSearchParams(location.search);
const openConversation = 'usher-conversation';

class Chat {
  #session;
  #conversation;
  #history;
  #outbox;
  #stream;
  #typing = new Map();
  #read = 0;
  #delivered = 0;
  #unread = 0;
  #notices = new Notices(get('notify'));
  #conversations = new Map();

  async begin() {
    const greeting = await host.greeting();
    paint(greeting.accent ?? query.get('accent'));
    this.#session = new Session({
      token: greeting.token, name: greeting.name, language: inRegion(greeting.language ?? language),
      widget: isWidget || undefined,
    });
    this.#session.onchanged = () => this.#startAgain();
    host.onsignin = (token) => this.#signIn(token);
    listen(get('log'), (...answer) => this.#send((outbox) => outbox.sendAnswer(...answer)), (event, data, place) => host.tell('event', { event, data, ...place }));
    refreshContent(get('log'), this.#session);
    this.composer = new Composer({
      text: (text) => this.#send((outbox) => outbox.sendText(text), text),
      file: (file) => this.#send((outbox) => outbox.sendFile(file), file.name),
      typing: (action) => this.#tell('typing', { action }), problem: (text) => this.#problem(text),
    });
    get('close').onclick = () => host.tell('close');
    get('conversations').onchange = (change) => this.#choose(change.target.value);
    document.addEventListener('visibilitychange', () => this.#receipts());
    addEventListener('focus', () => this.#receipts());
    addEventListener('offline', () => this.#line(false));
    await this.#start(greeting.metadata);
    if (matchMedia('(pointer: fine)').matches && !isWidget) this.composer.focus();
  }

  /** Starts a session and loads the conversation and its newest messages; retries until it succeeds. */
  async #start(metadata) {
    const wanted = asked(metadata);
    this.#outbox = undefined;
    await this.#untilAnswered(async () => {
      await this.#session.begin();
      const id = await this.#lastOpen(wanted) ?? (await this.#session.request('POST', '/conversations', wanted)).id;
      await this.#open(id);
    });
    this.#stream ??= new EventStream(
      this.#session, this.#after, (name, data) => this.#heard(name, data), (isOpen) => this.#line(isOpen));
  }

  async #untilAnswered(work) {
    for (let failures = 0; ; failures += 1) {
      try {
        return await work();
      } catch (problem) {
        if (problem instanceof Refusal && problem.status < 500 && problem.status !== 429) throw problem;
        this.#line(false);
        await new Promise((resolve) => { setTimeout(resolve, Math.min(30_000, 500 * 2 ** Math.min(failures, 6))); });
      }
    }
  }

  #after;

  /** Who waits until a conversation is open. */
  #waiting = [];

  /**
   * Sends something in the open conversation, or in the one that opens next.
   *
   * @param shown what the log shows until then.
   */
  async #send(work, shown) {
    if (!this.#outbox) {
      if (shown) get('log').append(pendingItem(textBody(shown)));
      await new Promise((resolve) => { this.#waiting.push(resolve); });
    }
    return work(this.#outbox);
  }

  /** The conversation that was open before this page was reloaded, unless another is requested or it no longer exists. */
  async #lastOpen({ invitation, metadata }) {
    const id = kept(openConversation);
    if (invitation || metadata || !id) return undefined;
    try {
      return (await this.#session.request('GET', `/conversations/${id}`)).id;
    } catch (problem) {
      if (problem instanceof Refusal && problem.status < 429) return undefined;
      throw problem;
    }
  }

  #chosen;

  /** Opens another conversation of this customer, unless a third one is chosen before it could be. */
  async #choose(id) {
    this.#chosen = id;
    try {
      await this.#untilAnswered(() => (this.#chosen === id ? this.#open(id) : undefined));
    } catch (problem) {
      this.#problem(problem.message);
    }
    if (get('chat').dataset.line !== 'open') this.#stream?.restart(this.#after);
  }

  /** Opens a conversation: at once for what is written now, then its messages are loaded. */
  async #open(id) {
    get('chat').setAttribute('aria-busy', 'true');
    this.#conversation = id;
    keep(openConversation, id);
    this.#typing.clear();
    this.#read = 0;
    this.#delivered = 0;
    this.#history?.close();
    const history = new History(this.#session, id);
    history.onread = () => this.#receipts();
    this.#history = history;
    const outbox = new Outbox(this.#session, id, history);
    outbox.onrefused = (text, reason) => { this.composer.takeBack(text); this.#problem(reason); };
    outbox.onresumed = (answer, outcome) => resumed(get('log'), answer, outcome);
    outbox.onprogress = (count, fraction) => this.#progress(count, fraction);
    this.#outbox = outbox;
    for (const go of this.#waiting.splice(0)) go();
    await this.#load();
    if (this.#history !== history) return;
    await outbox.resume();
    if (this.#history === history) get('chat').setAttribute('aria-busy', 'false');
  }

  /** Loads the conversations, and the newest messages of the open one; stops when another has been opened meanwhile. */
  async #load() {
    const history = this.#history;
    const { conversations, after } = await this.#session.request('GET', '/conversations');
    if (this.#history !== history) return;
    this.#after = after;
    this.#conversations = new Map(conversations.map((one) => [one.id, one]));
    this.#showConversations();
    const loaded = await this.#session.request('GET', `/conversations/${this.#conversation}/messages?limit=50`);
    if (this.#history !== history) return;
    this.#after = Math.min(this.#after ?? loaded.after, loaded.after);
    this.#history.begin(loaded);
    // A bot that greets begins here; its messages arrive as events.
    if (loaded.messages.length === 0 && !loaded.more) this.#tell('opened', {});
    for (const one of this.#conversations.get(this.#conversation)?.participants ?? []) {
      this.#history.receipt({ participant: one.id, ...one });
    }
    this.#receipts();
  }

  /** Loads everything shown again, because the stream cannot continue after the last event. */
  async #loadAgain() {
    const before = this.#after;
    try {
      await this.#load();
    } catch {
      // The stream is reset again after that position, until everything could be loaded.
      this.#after = before;
    }
    this.#stream.restart(this.#after);
  }

  async #signIn(token) {
    try {
      if (await this.#session.signIn(token)) await this.#startAgain();
    } catch (problem) {
      this.#problem(problem.message);
    }
  }

  /** Switches to the conversation of a different customer. */
  async #startAgain() {
    await this.#start();
    this.#stream?.restart(this.#after);
  }

  // Events.

  #heard(name, data) {
    switch (name) {
      case 'message.created':
      case 'message.updated': return this.#message(name, data);
      case 'receipt': if (data.conversation === this.#conversation) this.#history.receipt(data); return undefined;
      case 'typing': if (data.conversation === this.#conversation) this.#types(data); return undefined;
      case 'conversation.created':
      case 'conversation.updated':
        this.#conversations.set(data.id, { ...this.#conversations.get(data.id), ...data });
        return this.#showConversations();
      case 'conversation.left':
        this.#conversations.delete(data.conversation);
        if (data.conversation === this.#conversation) this.#banner(say('closed'));
        return this.#showConversations();
      case 'content': return this.#incoming(data);
      case 'reset': return this.#loadAgain();
      default: return undefined;
    }
  }

  #message(name, message) {
    this.#history.take(message);
    this.#types({ participant: message.sender.id, action: 'finish' });
    const isForeign = message.sender.id !== this.#session.customer && !message.quiet;
    if (name === 'message.created' && isForeign) {
      if (document.hidden || !document.hasFocus()) this.#unread += 1;
      if (message.conversation !== this.#conversation) this.#showConversations(message.conversation);
      host.tell('message', { text: message.summary, sender: message.sender.name, notification: message.notification ?? undefined });
      if (message.notification) this.#notices.show(message.notification, message.id);
    }
    this.#receipts();
  }

  /** Shows the progress of a file that another participant is sending. */
  #incoming({ conversation, sender, status, received, size }) {
    if (conversation !== this.#conversation || sender === this.#session.customer) return;
    const bar = get('incoming');
    bar.hidden = status !== 'uploading';
    bar.value = size > 0 ? received / size : 0;
    bar.setAttribute('aria-label', say('incoming'));
  }

  /** Reports received and read messages; read means that the end of the list was in view while the page was visible. */
  #receipts() {
    const last = this.#history?.last ?? 0;
    if (last === 0) return;
    const isSeen = !document.hidden && document.hasFocus() && this.#history.isAtEnd;
    if (isSeen) this.#unread = 0;
    document.title = this.#unread > 0 ? `(${this.#unread}) ${get('title').textContent}` : get('title').textContent;
    host.tell('unread', { count: this.#unread });
    // Messages come in bursts; one receipt covers all of them.
    this.#receipt ??= setTimeout(() => { this.#receipt = undefined; this.#tellReceipt(); }, 200);
  }

  #receipt;

  #tellReceipt() {
    const last = this.#history?.last ?? 0;
    const isSeen = !document.hidden && document.hasFocus() && (this.#history?.isAtEnd ?? false);
    if (isSeen && last > this.#read) {
      this.#read = last;
      this.#delivered = last;
      this.#tell('receipts', { type: 'read', up_to: last });
    } else if (last > this.#delivered) {
      this.#delivered = last;
      this.#tell('receipts', { type: 'delivered', up_to: last });
    }
  }

  /** Sends a request that may be lost. */
  async #tell(what, body) {
    if (!this.#outbox) return;
    try { await this.#session.request('POST', `/conversations/${this.#conversation}/${what}`, body); } catch { /* it is reported again */ }
  }

  #types({ participant, action }) {
    clearTimeout(this.#typing.get(participant));
    this.#typing.delete(participant);
    if (action === 'begin' && participant !== this.#session.customer) {
      this.#typing.set(participant, setTimeout(() => this.#types({ participant, action: 'finish' }), 15_000));
    }
    const people = this.#conversations.get(this.#conversation)?.participants ?? [];
    const names = people.filter((one) => this.#typing.has(one.id)).map((one) => one.name || '…');
    const list = new Intl.ListFormat(language).format(names);
    const text = names.length > 0 ? say('typing', { name: list }) : '';
    if (get('typing').textContent !== text) get('typing').textContent = text;
  }

  // The display around the messages.

  #line(isOpen) {
    get('chat').dataset.line = isOpen ? 'open' : 'lost';
    if (isOpen) this.#outbox?.wake();
    this.#banner(isOpen ? '' : say(navigator.onLine ? 'connecting' : 'offline'));
  }

  #banner(text) {
    const banner = get('banner');
    // A line that is lost again before its banner shows does not postpone it.
    if (text === this.#comingText) return;
    this.#comingText = text;
    clearTimeout(this.#bannerTimer);
    // A short interruption is not shown.
    this.#bannerTimer = setTimeout(() => {
      banner.textContent = text;
      banner.hidden = text === '';
    }, text === say('connecting') ? 1500 : 0);
  }

  #bannerTimer;
  #comingText = '';

  #problem(text) {
    this.#banner(text);
    announce(text);
    setTimeout(() => { if (get('banner').textContent === text) this.#banner(''); }, 8000);
  }

  #progress(count, fraction) {
    if (count > 1) this.#banner(say('waiting', { count, percent: percent(fraction) }));
    else if (get('chat').dataset.line === 'open') this.#banner('');
  }

  #showConversations(marked) {
    const list = get('conversations');
    list.hidden = this.#conversations.size < 2;
    list.setAttribute('aria-label', say('conversations'));
    list.replaceChildren(...[...this.#conversations.values()].map((one) => {
      const names = one.participants.filter((who) => who.id !== this.#session.customer).map((who) => who.name || '…');
      const isMarked = one.id === marked || (one.unread > 0 && one.id !== this.#conversation);
      return element('option', { value: one.id, selected: one.id === this.#conversation }, `${isMarked ? '● ' : ''}${names.join(', ')}`);
    }));
    list.value = this.#conversation;
  }
}

/** What the conversation begins with: an invitation, or the metadata of its origin. */
function asked(metadata) {
  const invitation = new URLSearchParams(location.hash.slice(1)).get('invitation');
  if (invitation) {
    window.history.replaceState(null, '', location.pathname + location.search);
    return { invitation };
  }
  const named = ['intent', 'group'].map((name) => [name, metadata?.[name] ?? query.get(name)]).filter(([, value]) => value);
  return { distinct: true, ...(named.length > 0 ? { metadata: Object.fromEntries(named) } : {}) };
}

/** Applies the business's colour, if it is a valid one. */
function paint(accent) {
  if (accent && CSS.supports('color', accent)) document.documentElement.style.setProperty('--accent', accent);
}

get('close').hidden = !isWidget;
get('close').setAttribute('aria-label', say('close'));
new Chat().begin().catch((problem) => {
  get('banner').textContent = problem instanceof Refusal ? problem.message : say('wrong');
  get('banner').hidden = false;
  get('chat').setAttribute('aria-busy', 'false');
});
