// The chat page: connects all parts.

import { keep, kept, Refusal, Session } from './api.js';
import { listen, resumed } from './answers.js';
import { Composer } from './composer.js';
import { refreshContent } from './content.js';
import { element } from './dom.js';
import { EventStream } from './events.js';
import { History, pendingItem } from './history.js';
import { Host, isWidget } from './host.js';
import { Notices } from './notices.js';
import { Outbox, textBody } from './outbox.js';
import { Status, Typing } from './status.js';
import { inRegion, language, say } from './words.js';

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
  #status = new Status();
  #typing = new Typing((participant) => this.#nameOf(participant));
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
    this.#session.onchanged = () => this.#startAgain().catch((problem) => this.#status.problem(problem.message));
    host.onsignin = (token) => this.#signIn(token);
    listen(get('log'), (...answer) => this.#send((outbox) => outbox.sendAnswer(...answer)), (event, data, place) => host.tell('event', { event, data, ...place }));
    refreshContent(get('log'), this.#session);
    this.composer = new Composer({
      text: (text) => this.#send((outbox) => outbox.sendText(text), text, text),
      file: (file) => this.#send((outbox) => outbox.sendFile(file), file.name),
      typing: (action) => this.#tell('typing', { action }), problem: (text) => this.#status.problem(text),
    });
    get('close').onclick = () => host.tell('close');
    get('conversations').onchange = (change) => this.#choose(change.target.value);
    document.addEventListener('visibilitychange', () => this.#receipts());
    addEventListener('focus', () => this.#receipts());
    addEventListener('offline', () => this.#line(false));
    addEventListener('online', () => this.#wake());
    this.#origin = greeting.metadata;
    try {
      await this.#start();
    } catch (problem) {
      this.#failure = problem;
      for (const { refuse } of this.#waiting.splice(0)) refuse();
      throw problem;
    }
    if (matchMedia('(pointer: fine)').matches && !isWidget) this.composer.focus();
  }

  // What the page around says about the origin of the conversation.
  #origin;
  // Why no conversation could be opened at all.
  #failure;
  #after;

  // Each start and each choice begins an opening; the newest one counts, and the others end without a word.
  #opening;

  #begun() {
    const opening = {};
    this.#opening = opening;
    return () => this.#opening === opening;
  }

  /** Starts a session and opens its conversation. Returns whether that is the one that is open now. */
  async #start() {
    const isCurrent = this.#begun();
    this.#outbox = undefined;
    const wanted = asked(this.#origin);
    try {
      await this.#untilAnswered(isCurrent, async () => {
        await this.#session.begin();
        const id = await this.#lastOpen(wanted) ?? (await this.#session.request('POST', '/conversations', wanted)).id;
        if (isCurrent()) this.#enter(id);
      });
    } finally {
      // Accepted or refused, it is not followed again.
      if (wanted.invitation && isCurrent()) window.history.replaceState(null, '', location.pathname + location.search);
    }
    if (!isCurrent()) return false;
    await this.#fill(isCurrent);
    if (!isCurrent()) return false;
    this.#stream ??= new EventStream(
      this.#session, this.#after, (name, data) => this.#heard(name, data), (isOpen) => this.#line(isOpen));
    return true;
  }

  /** Repeats what the server could not answer, as long as it is current. */
  async #untilAnswered(isCurrent, work) {
    for (let failures = 0; isCurrent(); failures += 1) {
      try {
        await work();
        return;
      } catch (problem) {
        if (!isCurrent()) return;
        if (problem instanceof Refusal && problem.status < 500 && problem.status !== 429) throw problem;
        this.#line(false);
        await new Promise((resolve) => { setTimeout(resolve, Math.min(30_000, 500 * 2 ** Math.min(failures, 6))); });
      }
    }
  }

  // Who waits until a conversation is open.
  #waiting = [];

  /**
   * Sends something in the open conversation, or in the one that opens next.
   *
   * @param shown what the log shows until then.
   * @param text what returns to the input area when none can be opened.
   */
  async #send(work, shown, text) {
    if (!this.#outbox) {
      const item = shown && !this.#failure ? pendingItem(textBody(shown)) : undefined;
      if (item) get('log').append(item);
      const isOpen = !this.#failure && await new Promise((resolve) => {
        this.#waiting.push({ go: () => resolve(true), refuse: () => resolve(false) });
      });
      if (!isOpen) {
        item?.remove();
        if (text) this.composer.takeBack(text);
        if (!text && !shown) throw this.#failure;
        return undefined;
      }
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

  /** Opens another conversation of this customer; if it is gone, the one before. */
  async #choose(id, isReturn = false) {
    const before = this.#conversation;
    const isCurrent = this.#begun();
    try {
      this.#enter(id);
      await this.#fill(isCurrent);
      if (isCurrent()) this.#reconnect();
    } catch (problem) {
      this.#status.problem(problem.message);
      if (isReturn) await this.#startAgain().catch((other) => this.#status.problem(other.message));
      else await this.#choose(before, true);
    }
  }

  /** After a request that had to be repeated, the stream tells whether the line is open. */
  #reconnect() {
    if (!this.#status.isOpen) this.#stream?.restart(this.#after);
  }

  // One for each customer and conversation: a text or a file is sent once, whichever conversation is shown meanwhile.
  #outboxes = new Map();
  // Texts that were refused while another conversation was open.
  #returned = new Map();

  /** Shows a conversation, whose messages are still to be loaded. */
  #enter(id) {
    get('chat').setAttribute('aria-busy', 'true');
    this.#conversation = id;
    this.#outbox = undefined;
    keep(openConversation, id);
    this.#typing.clear();
    get('incoming').hidden = true;
    this.#read = 0;
    this.#delivered = 0;
    this.#history?.close();
    this.#history = new History(this.#session, id);
    this.#history.onread = () => this.#receipts();
  }

  /** Makes what was written here ready to be sent, and loads the messages. */
  async #fill(isCurrent) {
    const id = this.#conversation;
    const key = `${this.#session.customer} ${id}`;
    const outbox = this.#outboxes.get(key) ?? this.#newOutbox(id);
    this.#outboxes.set(key, outbox);
    // What was written before the page was left goes first.
    await outbox.show(this.#history);
    if (!isCurrent()) return;
    this.#outbox = outbox;
    this.#failure = undefined;
    const returned = this.#returned.get(id);
    this.#returned.delete(id);
    if (returned) this.composer.takeBack(returned);
    for (const { go } of this.#waiting.splice(0)) go();
    await this.#untilAnswered(isCurrent, () => this.#load());
    if (isCurrent()) get('chat').setAttribute('aria-busy', 'false');
  }

  #newOutbox(id) {
    const outbox = new Outbox(this.#session, id);
    outbox.onrefused = (text, reason) => {
      if (this.#conversation === id) this.composer.takeBack(text);
      else this.#returned.set(id, [this.#returned.get(id), text].filter(Boolean).join('\n'));
      this.#status.problem(reason);
    };
    outbox.onresumed = (answer, outcome) => resumed(get('log'), answer, outcome);
    outbox.onprogress = (count, fraction) => { if (this.#outbox === outbox) this.#status.progress(count, fraction); };
    return outbox;
  }

  /** The server can be reached again. */
  #wake() { for (const outbox of this.#outboxes.values()) outbox.wake(); }

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
    if (loaded.messages.length === 0 && !loaded.more) {
      const path = `/conversations/${this.#conversation}/opened`;
      this.#untilAnswered(() => this.#history === history, () => this.#session.request('POST', path, {}))
        .then(() => this.#reconnect(), () => {});
    }
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
    this.#token = token;
    try {
      let isOther = false;
      await this.#untilAnswered(() => this.#token === token, async () => { isOther = await this.#session.signIn(token); });
      if (isOther) await this.#startAgain();
    } catch (problem) {
      this.#status.problem(problem.message);
    }
  }

  #token;

  /** Switches to the conversation of a different customer. */
  async #startAgain() {
    if (await this.#start()) this.#stream.restart(this.#after);
  }

  // Events.

  #heard(name, data) {
    switch (name) {
      case 'message.created':
      case 'message.updated': return this.#message(name, data);
      case 'receipt': if (data.conversation === this.#conversation) this.#history.receipt(data); return undefined;
      case 'typing': if (data.conversation === this.#conversation) this.#typing.heard(data); return undefined;
      case 'conversation.created':
      case 'conversation.updated':
        this.#conversations.set(data.id, { ...this.#conversations.get(data.id), ...data });
        return this.#showConversations();
      case 'conversation.left':
        this.#conversations.delete(data.conversation);
        if (data.conversation === this.#conversation) this.#status.show(say('closed'));
        return this.#showConversations();
      case 'content': return this.#incoming(data);
      case 'reset': return this.#loadAgain();
      default: return undefined;
    }
  }

  #message(name, message) {
    this.#history.take(message);
    if (message.conversation === this.#conversation) this.#typing.heard({ participant: message.sender.id, action: 'finish' });
    const isForeign = message.sender.id !== this.#session.customer && !message.quiet;
    if (name === 'message.created' && isForeign) {
      if (document.hidden || !document.hasFocus()) this.#unread += 1;
      if (message.conversation !== this.#conversation) {
        const other = this.#conversations.get(message.conversation);
        if (other) other.unread = (other.unread ?? 0) + 1;
        this.#showConversations();
      }
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
      this.#tellReceived('read', last);
    } else if (last > this.#delivered) {
      this.#delivered = last;
      this.#tellReceived('delivered', last);
    }
  }

  /** Reports what was received; what could not be reported is reported again once the line is open. */
  async #tellReceived(type, last) {
    const history = this.#history;
    if (await this.#tell('receipts', { type, up_to: last }) || this.#history !== history) return;
    this.#read = 0;
    this.#delivered = 0;
  }

  /** Sends a request that may be lost. Returns whether the server has it. */
  async #tell(what, body) {
    if (!this.#outbox) return false;
    try {
      await this.#session.request('POST', `/conversations/${this.#conversation}/${what}`, body);
      return true;
    } catch {
      return false;
    }
  }

  // The display around the messages.

  #line(isOpen) {
    if (isOpen) {
      this.#wake();
      this.#receipts();
    } else {
      get('incoming').hidden = true;
    }
    this.#status.line(isOpen);
  }

  /** The name of another participant. */
  #nameOf(participant) {
    if (participant === this.#session.customer) return undefined;
    const found = this.#conversations.get(this.#conversation)?.participants.find((one) => one.id === participant);
    return found && (found.name || '…');
  }

  #showConversations() {
    const list = get('conversations');
    list.hidden = this.#conversations.size < 2;
    list.setAttribute('aria-label', say('conversations'));
    list.replaceChildren(...[...this.#conversations.values()].map((one) => {
      const names = one.participants.filter((who) => who.id !== this.#session.customer).map((who) => who.name || '…');
      const isMarked = one.unread > 0 && one.id !== this.#conversation;
      return element('option', { value: one.id, selected: one.id === this.#conversation }, `${isMarked ? '● ' : ''}${names.join(', ')}`);
    }));
    list.value = this.#conversation;
  }
}

/** What the conversation begins with: an invitation, or the metadata of its origin. */
function asked(metadata) {
  const invitation = new URLSearchParams(location.hash.slice(1)).get('invitation');
  if (invitation) return { invitation };
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
