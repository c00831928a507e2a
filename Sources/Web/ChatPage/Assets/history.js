// The messages of one conversation in order, each as a list item.

import { announce, element, presented } from './dom.js';
import { hydrate, isBeingFilled } from './answers.js';
import { day, say, time } from './words.js';

const order = ['new', 'pending', 'sent', 'delivered', 'read'];
const page = 50;

export class History {
  #session;
  #conversation;
  #log = document.getElementById('log');
  #scroll = document.getElementById('scroll');
  #earlier = document.getElementById('earlier');
  #newest = document.getElementById('newest');
  #shown = new Map();
  #readers = new Map();
  #isLoading = false;
  #follows = true;
  #top = 0;

  constructor(session, conversation) {
    this.#session = session;
    this.#conversation = conversation;
    this.onread = () => {};
    this.#log.replaceChildren();
    this.#log.dataset.empty = say('empty');
    this.#earlier.textContent = say('earlier');
    this.#earlier.onclick = () => this.loadEarlier();
    this.#newest.textContent = say('newest');
    this.#newest.onclick = () => { this.toEnd(); document.getElementById('words').focus(); };
    this.#scroll.onscroll = () => this.#scrolled();
    // The layout changes when pictures load and items scroll into view: a reader at the end stays at the end.
    this.#sizes = new ResizeObserver(() => { if (this.#follows) this.#scroll.scrollTop = this.#scroll.scrollHeight; });
    this.#sizes.observe(this.#log);
    this.#sizes.observe(this.#scroll);
  }

  #sizes;

  #isClosed = false;

  /** Releases the page's resources, and leaves the log to another conversation. */
  close() {
    this.#isClosed = true;
    this.#sizes.disconnect();
  }

  /** The highest sequence number shown. */
  get last() { return Math.max(0, ...[...this.#shown.values()].map((one) => one.message.sequence ?? 0)); }

  /** Whether the newest message is in view. */
  get isAtEnd() { return this.#follows; }

  get #isScrolledToEnd() { return this.#scroll.scrollHeight - this.#scroll.scrollTop - this.#scroll.clientHeight < 80; }

  /** Replaces everything with the loaded messages, and with what has been written or has come since. */
  begin({ messages, more }) {
    const newest = Math.max(0, ...messages.map((one) => one.sequence));
    const others = [...this.#shown.values()].filter(({ message }) => !messages.some((one) => one.id === message.id));
    const pending = others.filter(({ message }) => message.sequence === undefined);
    // An event may have brought a newer state than the answer.
    const loaded = messages.map((one) => {
      const shown = this.#shown.get(one.id)?.message;
      return shown?.revision > one.revision ? shown : one;
    });
    this.#shown.clear();
    this.#log.replaceChildren();
    this.#add([...loaded, ...others.map(({ message }) => message).filter((one) => one.sequence > newest)]);
    for (const one of pending) this.#shown.set(one.message.id, one);
    this.#log.append(...pending.map(({ item }) => item));
    this.#earlier.hidden = !more;
    this.toEnd();
  }

  /** Loads an earlier page of messages; the visible ones stay in place. */
  async loadEarlier() {
    const first = this.#log.querySelector('li[data-sequence]')?.dataset.sequence;
    if (this.#isClosed || this.#isLoading || this.#earlier.hidden || !first) return;
    this.#isLoading = true;
    this.#follows = false;
    const hadFocus = document.activeElement === this.#earlier;
    this.#log.setAttribute('aria-busy', 'true');
    try {
      const path = `/conversations/${this.#conversation}/messages?before=${first}&limit=${page}`;
      const { messages, more } = await this.#session.request('GET', path);
      // All of it was loaded again meanwhile.
      if (this.#isClosed || this.#log.querySelector('li[data-sequence]')?.dataset.sequence !== first) return;
      const height = this.#scroll.scrollHeight;
      const top = this.#scroll.scrollTop;
      this.#scroll.style.overflowAnchor = 'none';
      this.#add(messages);
      this.#earlier.hidden = !more;
      this.#scroll.scrollTop = top + this.#scroll.scrollHeight - height;
      this.#scroll.style.overflowAnchor = '';
      this.#top = this.#scroll.scrollTop;
      this.#follows = this.#isScrolledToEnd;
      if (hadFocus) this.#log.querySelector('li[data-id]')?.focus();
    } catch (problem) {
      // The button is still there; a reader who stays at the top gets a retry after the delay.
      const seconds = problem.retryAfter ?? 2;
      setTimeout(() => { if (this.#scroll.scrollTop < 400) this.loadEarlier(); }, 1000 * seconds);
      return;
    } finally {
      this.#isLoading = false;
      this.#log.removeAttribute('aria-busy');
    }
    // The reader may have reached the top again in the meantime.
    if (this.#scroll.scrollTop < 400) await this.loadEarlier();
  }

  /** Adds a new message or updates a changed one. */
  take(message) {
    if (this.#isClosed || message.conversation !== this.#conversation) return;
    const isNew = !this.#shown.has(message.id);
    // A message before the loaded ones arrives with its page.
    const first = Number(this.#log.querySelector('li[data-sequence]')?.dataset.sequence ?? 0);
    if (isNew && !this.#earlier.hidden && message.sequence < first) return;
    const stays = this.#follows || message.sender.id === this.#session.customer;
    this.#add([message]);
    if (!isNew || (message.quiet && message.text === '')) return;
    if (stays) this.toEnd();
    else this.#newest.hidden = false;
    if (message.sender.id !== this.#session.customer) announce(`${message.sender.name}: ${message.text}`);
  }

  /** Records what a participant has received and read. */
  receipt({ participant, delivered_up_to: delivered, read_up_to: read }) {
    const known = this.#readers.get(participant);
    this.#readers.set(participant, {
      delivered: Math.max(delivered ?? 0, known?.delivered ?? 0), read: Math.max(read ?? 0, known?.read ?? 0),
    });
    this.#showStatus();
  }

  /** Adds a pending message at the end. */
  addPending(id, content) {
    const item = pendingItem(content, id);
    if (this.#isClosed) return item;
    this.#shown.get(id)?.item.remove();
    this.#shown.set(id, { item, message: { id, status: 'new', sender: { id: this.#session.customer } } });
    this.#log.append(item);
    this.toEnd();
    return item;
  }

  remove(id) {
    this.#shown.get(id)?.item.remove();
    this.#shown.delete(id);
  }

  /** Removes a message that is not sent from here. */
  removePending(id) {
    if (!this.has(id)) this.remove(id);
  }

  has(id) { return this.#shown.get(id)?.message.sequence !== undefined; }

  /** Scrolls to the end, once for all messages that are added before the next frame. */
  toEnd() {
    this.#follows = true;
    this.#newest.hidden = true;
    this.#drawing ??= requestAnimationFrame(() => {
      this.#drawing = undefined;
      if (this.#follows) this.#scroll.scrollTop = this.#scroll.scrollHeight;
    });
    this.onread();
  }

  #drawing;

  #scrolled() {
    const top = this.#scroll.scrollTop;
    // Only the reader scrolls up.
    if (top < this.#top - 1) this.#follows = false;
    this.#top = top;
    if (top < 400) this.loadEarlier();
    if (this.#isScrolledToEnd) {
      this.#follows = true;
      this.#newest.hidden = true;
      this.onread();
    }
  }

  // Items and their order.

  #add(messages) {
    const items = document.createDocumentFragment();
    const later = [];
    const first = Number(this.#log.querySelector('li[data-sequence]')?.dataset.sequence ?? Infinity);
    for (const message of messages) {
      const known = this.#shown.get(message.id);
      if (known && known.message.revision >= message.revision) continue;
      const item = known ? this.#renew(known, message) : this.#item(message);
      this.#shown.set(message.id, { item, message });
      if (known && known.message.sequence !== undefined) continue;
      known?.item.remove();
      if (message.sequence < first) items.append(item);
      else later.push(item);
    }
    this.#log.prepend(items);
    for (const item of later) this.#insert(item);
    this.#separate(messages.length === 1 ? this.#shown.get(messages[0].id)?.item : undefined);
    this.#showStatus();
  }

  /** Inserts an item in sequence order; pending messages stay last. */
  #insert(item) {
    const sequence = Number(item.dataset.sequence);
    let next = null;
    for (let other = this.#log.lastElementChild; other; other = other.previousElementSibling) {
      if (other.dataset.sequence && Number(other.dataset.sequence) < sequence) break;
      next = other;
    }
    this.#log.insertBefore(item, next);
  }

  #item(message) {
    const item = element('li', { 'data-id': message.id, tabindex: '-1' });
    this.#fill(item, message);
    return item;
  }

  #fill(item, message) {
    const isMine = message.sender.id === this.#session.customer;
    // Own choices appear as the user's messages, those of others as remarks.
    const isRemark = message.type === 'status' || (message.type === 'response' && !isMine);
    item.dataset.sequence = message.sequence;
    item.dataset.sent = message.sent_at;
    item.dataset.sender = message.sender.id;
    item.dataset.type = message.type;
    item.className = isRemark ? 'remark' : isMine ? 'mine' : 'theirs';
    // An answer without readable content.
    item.hidden = message.quiet && message.text === '';
    const sender = isRemark || isMine
      ? undefined : element('p', { class: 'sender' }, element('bdi', {}, message.sender.name));
    const sent = new Date(message.sent_at);
    const state = isRemark ? undefined : element(
      'p', { class: 'state' }, element('time', { datetime: message.sent_at }, time(sent)), element('span', { class: 'status' }));
    const body = element('div', { class: 'body' }, presented(message.html));
    item.replaceChildren(...[sender, body, state].filter(Boolean));
    hydrate(body, message);
  }

  /** Updates a changed message in place; an item that the user is filling in is kept. */
  #renew(known, message) {
    const { item } = known;
    if (isBeingFilled(item, message)) return item;
    const active = item.contains(document.activeElement) ? document.activeElement : undefined;
    const choice = active?.dataset.choice;
    const name = active?.getAttribute('name');
    this.#fill(item, message);
    if (active) {
      const again = [...item.querySelectorAll('[data-choice], [name]')].find((one) => (
        (choice !== undefined && one.dataset.choice === choice) || (name && one.getAttribute('name') === name)));
      (again && !again.disabled ? again : item).focus({ preventScroll: true });
    }
    return item;
  }

  /**
   * Inserts day separators, and shows names where the sender changes. Correct items are not touched.
   *
   * @param changed the only message that changed, if known: then the items far before it are not examined.
   */
  #separate(changed) {
    const first = shownBefore(changed);
    let before = first && new Date(first.dataset.sent).toDateString();
    let sender = first && !first.classList.contains('remark') ? first.dataset.sender : undefined;
    let standing;
    for (const item of first ? following(first) : [...this.#log.children]) {
      if (item.classList.contains('day')) {
        standing?.remove();
        standing = item;
      }
      if (!item.dataset.sent || item.hidden) continue;
      const date = new Date(item.dataset.sent);
      const key = date.toDateString();
      if (key === before || standing?.dataset.day !== key) {
        standing?.remove();
        if (key !== before) item.before(dayItem(date, key, item.dataset.sent));
      }
      standing = undefined;
      const isRemark = item.classList.contains('remark');
      item.classList.toggle('follows', key === before && item.dataset.sender === sender && !isRemark);
      before = key;
      sender = isRemark ? undefined : item.dataset.sender;
    }
    standing?.remove();
  }

  /** Shows the delivery status of the user's last message, and of failed ones. */
  #showStatus() {
    let hasLast = false;
    for (const item of [...this.#log.getElementsByClassName('mine')].reverse()) {
      const place = item.querySelector('.status');
      if (!place) continue;
      const words = hasLast ? '' : say(this.#status(this.#shown.get(item.dataset.id).message));
      if (place.textContent !== words) place.textContent = words;
      hasLast = true;
    }
  }

  #status(message) {
    let status = message.status ?? 'sent';
    for (const [participant, { delivered, read }] of this.#readers) {
      if (participant === this.#session.customer) continue;
      const reached = read >= message.sequence ? 'read' : delivered >= message.sequence ? 'delivered' : 'sent';
      if (order.indexOf(reached) > order.indexOf(status)) status = reached;
    }
    return status;
  }
}

/** The visible message before this one. */
function shownBefore(item) {
  let other = item?.previousElementSibling;
  while (other && (!other.dataset.sent || other.hidden)) other = other.previousElementSibling;
  return other ?? undefined;
}

function following(item) {
  const items = [];
  for (let other = item.nextElementSibling; other; other = other.nextElementSibling) items.push(other);
  return items;
}

const dayItem = (date, key, sent) => element(
  'li', { class: 'day', 'data-day': key }, element('time', { datetime: sent.slice(0, 10) }, day(date)));

/** A message that is still to be sent. */
export const pendingItem = (content, id) => element(
  'li', { 'data-id': id, class: 'mine pending', tabindex: '-1' }, content, element('p', { class: 'state' }, say('pending')));
