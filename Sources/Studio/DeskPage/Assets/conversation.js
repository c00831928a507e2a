// The conversation that is open: what was said, and what people answer. An answer is sent under an id of its own until the
// server has it, so that a slow network does not send it twice.

import { Assignment } from './assignment.js';
import { day, dayAndTime, length, say, size, time } from './desk-words.js';
import { announce, element, uuid } from './dom.js';
import { nameOf } from './inbox.js';
import { addressOf, get, Refusal, request, Unreachable, upload } from './requests.js';
import { Tools } from './tools.js';
import { said } from './transcript.js';

const byId = (id) => document.getElementById(id);
const patience = 1_200;

export class Conversation {
  #entry;
  #items = [];
  #files = [];
  #said = [];
  #isOver = false;
  // What is on its way, by conversation.
  #outgoing = new Map();
  #listener;
  #clock;
  #assignment = new Assignment({ act: (what, body, attempt) => this.#act(what, body, attempt) });
  #tools = new Tools({
    send: (body, words, attempt) => this.#send(body, words, attempt), sendFile: (file) => this.#sendFile(file),
    note: (text, attempt) => this.#act('notes', { text }, attempt),
    trouble: (problem) => this.#listener.trouble(problem), fits: () => this.#fit(),
  });

  /** @param listener `closed()`, `gaveBack(id)`, `changed()`, `trouble(problem)`, `fine()`. */
  constructor(listener, clock) {
    this.#listener = listener;
    this.#clock = clock;
    byId('nothing').querySelector('p').textContent = say('pick');
    byId('give-back').textContent = say('giveBack');
    byId('back').setAttribute('aria-label', say('back'));
    byId('send').setAttribute('aria-label', say('send'));
    byId('keys').textContent = say('keys');
    byId('composer').querySelector('label').textContent = say('words');
    byId('words').placeholder = say('words');
    byId('composer').onsubmit = (submit) => { submit.preventDefault(); this.#submit(); };
    byId('words').oninput = () => this.#fit();
    byId('words').onkeydown = (key) => {
      if (this.#tools.took(key)) return;
      if (key.key === 'Escape') { key.preventDefault(); this.#listener.closed(); }
      if (key.key !== 'Enter' || key.shiftKey || key.isComposing) return;
      key.preventDefault();
      this.#submit();
    };
    byId('log').onscroll = () => { this.#isAtEnd = byId('log').scrollHeight - byId('log').scrollTop - byId('log').clientHeight < 60; };
    byId('log').onkeydown = (key) => { if (key.key === 'Escape') this.#listener.closed(); };
    byId('back').onclick = () => this.#listener.closed();
    byId('give-back').onclick = () => this.#giveBack();
  }

  get id() { return this.#entry?.id; }

  /** What is known of queues and agents. */
  use(load) { this.#assignment.use(load); }

  async open(entry) {
    const isOther = entry.id !== this.id;
    if (isOther) this.#tools.leave();
    if (isOther && this.id !== undefined) this.#drafts.set(this.id, byId('words').value);
    this.#entry = entry;
    this.#isOver = false;
    if (isOther) {
      for (const item of this.#items) item.node.remove();
      [this.#items, this.#said, this.#files] = [[], [], []];
      byId('words').value = this.#drafts.get(entry.id) ?? '';
      this.#fit();
    }
    byId('nothing').hidden = true;
    byId('open').hidden = false;
    this.#showFacts();
    this.#tools.open(entry.id);
    await this.refresh();
    byId('words').focus();
  }

  // What is written and not sent, by conversation, as long as the page is open.
  #drafts = new Map();

  #asked = 0;

  async refresh() {
    const id = this.id;
    if (id === undefined || this.#isOver) return;
    this.#tools.refresh();
    this.#asked += 1;
    const asked = this.#asked;
    let found;
    try {
      found = await get(`/handovers/${id}`);
    } catch (problem) {
      if (!(problem instanceof Refusal) || problem.status !== 404) throw problem;
      if (id === this.id) this.#end();
      return;
    }
    // What was asked for later counts, whichever comes first.
    if (id !== this.id || asked !== this.#asked) return;
    this.#entry = found;
    this.#files = found.files;
    this.#said = said(found.transcript);
    this.#showFacts();
    this.#show();
  }

  /** It is no longer with people: it stays on the screen, and takes no answer. */
  #end() {
    this.#isOver = true;
    this.#showFacts();
    this.#show();
  }

  #showFacts() {
    const entry = this.#entry;
    byId('who').textContent = nameOf(entry);
    byId('log').setAttribute('aria-label', say('conversation', { name: nameOf(entry) }));
    byId('facts').textContent = this.#isOver ? say('gone')
      : [entry.queue, say('since', { time: length(this.#clock() - Date.parse(entry.since)) })].join(' · ');
    byId('note').hidden = !entry.note;
    byId('note').replaceChildren(element('strong', {}, `${say('note')}: `), element('span', { dir: 'auto' }, entry.note ?? ''));
    for (const control of ['words', 'send', 'give-back']) byId(control).disabled = this.#isOver;
    byId('open').classList.toggle('over', this.#isOver);
    this.#assignment.show(entry, this.#isOver);
    this.#tools.end(this.#isOver);
  }

  #show() {
    const log = byId('log');
    this.#isAtEnd = this.#items.length === 0 || log.scrollHeight - log.scrollTop - log.clientHeight < 60;
    const files = [...this.#files];
    // What a dialog sends stands in the dialog until it is sent.
    const pending = this.#isOver ? [] : (this.#outgoing.get(this.id) ?? []).filter((one) => !one.attempt);
    const all = [];
    let date;
    for (const one of this.#said) {
      const own = one.at && day(one.at);
      if (own && own !== date) { all.push({ from: 'day', text: own }); date = own; }
      const taken = ['photo', 'file'].includes(one.kind) ? one.text.split(', ').map((name) => taking(name, files)) : [];
      all.push({ ...one, files: taken });
    }
    if (files.length > 0) all.push({ from: 'customer', kind: 'file', text: '', files });
    all.push(...pending.map((one) => ({ from: 'person', kind: 'text', text: one.text, problem: one.problem, isPending: true })));
    all.forEach((one, index) => {
      const face = JSON.stringify(one);
      const old = this.#items[index];
      if (old?.face === face) return;
      const node = this.#item(one);
      if (old) old.node.replaceWith(node); else log.append(node);
      this.#items[index] = { face, node };
    });
    for (const old of this.#items.splice(all.length)) old.node.remove();
    this.#toEnd();
  }

  #isAtEnd = true;

  /** Stays at the end, also when a picture has made the conversation longer. */
  #toEnd() { if (this.#isAtEnd) byId('log').scrollTop = byId('log').scrollHeight; }

  #item(one) {
    if (one.from === 'day') return element('li', { class: 'day' }, one.text);
    if (one.from === 'note') {
      if (one.kind === 'note') return this.#note(one);
      const words = this.#deed(one) ?? (one.kind === 'handedOver' ? say('handedOver', { queue: one.text }) : one.kind === 'remark' || one.kind === 'wait' ? one.text : say(one.kind));
      return element('li', { class: 'remark', dir: 'auto' }, words);
    }
    const sender = { bot: say('bot'), person: one.agent ?? say('person'), customer: nameOf(this.#entry) }[one.from];
    const moment = one.at ? element('time', { datetime: one.at.toISOString(), title: dayAndTime(one.at) }, time(one.at)) : null;
    const verb = ['sign in', 'pay', 'app', 'change', 'place'].includes(one.kind) ? element('small', {}, `${one.kind} `) : null;
    return element('li', { class: `${one.from}${one.isPending ? ' pending' : ''}` },
      element('p', { class: 'sender' }, sender, moment),
      one.files?.length > 0
        ? element('div', { class: 'files' }, ...one.files.map((file) => this.#file(file)))
        : element('div', { class: 'bubble', dir: 'auto' }, verb, one.text,
          one.ids ? element('small', { class: 'ids' }, ` (${one.ids})`) : null,
          one.offers ? element('div', { class: 'offers' }, ...one.offers.map((offer) => element('span', {}, offer))) : null),
      one.isPending ? element('p', { class: one.problem ? 'state bad' : 'state' }, one.problem ? say('failed', { reason: one.problem }) : say('pending')) : null);
  }

  /** A note for colleagues, with its author and its time. */
  #note(one) {
    const moment = one.at ? element('time', { datetime: one.at.toISOString(), title: dayAndTime(one.at) }, time(one.at)) : null;
    return element('li', { class: 'note' },
      element('p', { class: 'sender' }, `${say('note')} · ${one.agent ?? say('person')}`, moment), element('div', { class: 'bubble', dir: 'auto' }, one.text));
  }

  /** What an agent did that customers do not see. */
  #deed(one) {
    const key = { takes: 'takes', releases: 'releases', assigns: 'assigns', transfers: 'transfers' }[one.kind];
    if (!key) return undefined;
    const said = say(key, { name: one.agent, agent: one.text });
    return one.kind === 'transfers' && one.text && one.text !== 'no note' ? `${said}: ${one.text}` : said;
  }

  #file(file) {
    if (!file.id) return element('span', { class: 'file' }, `${file.name} · ${say('fileGone')}`);
    const address = addressOf(`/content/${encodeURIComponent(file.id)}`);
    const label = `${file.name}, ${size(file.size)}`;
    if (/^image\/(png|jpeg|gif|webp|heic)$/.test(file.kind)) {
      return element('a', { class: 'photo', href: address, download: file.name, 'aria-label': label }, element('img', { src: address, alt: file.name, onload: () => this.#toEnd() }));
    }
    return element('a', { class: 'file', href: address, download: file.name, 'aria-label': `${say('file')}: ${label}` },
      element('span', { class: 'kind', 'aria-hidden': 'true' }, file.name.split('.').at(-1).slice(0, 4).toUpperCase()),
      element('span', {}, file.name, element('small', {}, size(file.size))));
  }

  // Answers.

  #fit() {
    const field = byId('words');
    field.style.height = 'auto';
    field.style.height = `${Math.min(field.scrollHeight + 2, 180)}px`;
  }

  #submit() {
    if (this.#tools.leave()) return;
    const text = byId('words').value.trim();
    if (!text || this.#isOver || this.id === undefined) return;
    byId('words').value = '';
    this.#fit();
    this.#send({ text }, text);
  }

  /** Puts a message behind those that are on their way. Answers whether it was sent; the dialog it is from says why it was not. */
  async #send(body, text, attempt) {
    if (this.#isOver || this.id === undefined) return this.#report(new Error(say('gone')), attempt);
    const queue = this.#outgoing.get(this.id) ?? [];
    const one = { id: uuid(), body, text, attempt };
    const sent = new Promise((resolve) => { one.settle = resolve; });
    queue.push(one);
    this.#outgoing.set(this.id, queue);
    this.#show();
    this.#isAtEnd = true;
    this.#toEnd();
    if (queue.length === 1) this.#sendAll(this.id, queue);
    return sent;
  }

  /** Says what was not done, in the dialog that asked for it or above the page. */
  #report(problem, attempt) {
    if (attempt) { attempt.trouble(problem); return false; }
    this.#listener.trouble(problem);
    announce(problem.message);
    return false;
  }

  /** Stores a file with the server, and sends it. */
  async #sendFile(file) {
    const conversation = this.id;
    try {
      const stored = await once(() => upload(`/handovers/${conversation}/files`, file), this.#listener);
      if (conversation === this.id) this.#send({ file: stored.id }, stored.name);
      // Another conversation was opened meanwhile.
      else await once(() => request('POST', `/handovers/${conversation}/messages`, { file: stored.id, id: uuid() }), this.#listener);
    } catch (problem) {
      if (problem.status === 404 && conversation === this.id) this.#end();
      this.#report(problem.status === 404 ? new Error(say('gone')) : problem);
    }
  }

  /** Asks the server for something that customers do not see, maybe for a dialog. Answers whether it was done. */
  async #act(what, body, attempt) {
    const conversation = this.id;
    if (this.#isOver || conversation === undefined) return this.#report(new Error(say('gone')), attempt);
    try {
      const id = uuid();
      await once(() => request('POST', `/handovers/${conversation}/${what}`, { ...body, id }), this.#listener, attempt);
    } catch (problem) {
      if (problem.status === 404 && conversation === this.id) this.#end();
      return this.#report(problem.status === 404 ? new Error(say('gone')) : problem, attempt);
    }
    this.#afterAct(conversation);
    return true;
  }

  async #afterAct(conversation) {
    if (conversation === this.id) await this.refresh().catch((problem) => this.#listener.trouble(problem));
    this.#listener.changed();
  }

  /** Sends the answers of a conversation one after the other. */
  async #sendAll(conversation, queue) {
    while (queue.length > 0) {
      const one = queue[0];
      // A dialog that waits behind others says why, too; what was withdrawn by closing it is not sent.
      const attempt = { signal: one.attempt?.signal, trouble: (problem) => { for (const each of queue) each.attempt?.trouble(problem); } };
      if (attempt.signal?.aborted) { queue.shift(); continue; }
      try {
        await once(() => request('POST', `/handovers/${conversation}/messages`, { ...one.body, id: one.id }), this.#listener, attempt);
      } catch (problem) {
        queue.shift();
        this.#refused(conversation, one, problem);
        one.settle(false);
        continue;
      }
      queue.shift();
      one.settle(true);
      // A bubble that is on its way stays until the conversation shows it.
      if (conversation === this.id) await this.refresh().catch((problem) => this.#listener.trouble(problem));
    }
  }

  /** What was not sent is in the field again, or still in its dialog. */
  #refused(conversation, one, problem) {
    if (one.attempt) {
      if (problem.status === 404 && conversation === this.id) this.#end();
      this.#report(problem.status === 404 ? new Error(say('gone')) : problem, one.attempt);
      return;
    }
    const words = problem.status === 404 ? say('gone') : say('failed', { reason: problem.message });
    if (one.body.text === undefined) {
      if (conversation === this.id) { if (problem.status === 404) this.#end(); else this.#show(); }
    } else if (conversation === this.id) {
      this.#tools.leave();
      byId('words').value = [one.text, byId('words').value].filter(Boolean).join('\n');
      this.#fit();
      if (problem.status === 404) this.#end(); else this.#show();
    } else {
      this.#drafts.set(conversation, [one.text, this.#drafts.get(conversation)].filter(Boolean).join('\n'));
    }
    this.#listener.trouble(new Error(words));
    announce(words);
  }

  async #giveBack() {
    const conversation = this.id;
    const id = uuid();
    byId('give-back').disabled = true;
    try {
      await once(() => request('POST', `/handovers/${conversation}/give-back`, { id }), this.#listener);
    } catch (problem) {
      byId('give-back').disabled = this.#isOver;
      if (problem.status === 404 && conversation === this.id) this.#end();
      this.#listener.trouble(problem);
      return;
    }
    announce(say('givenBack'));
    if (conversation === this.id) {
      this.#said.push({ from: 'note', kind: 'givenBack', text: '' });
      this.#end();
    }
    this.#listener.gaveBack(conversation);
  }
}

/**
 * Repeats a request until the server has answered it, and returns the answer; what it asks for carries an id, and is done once.
 *
 * @param attempt the attempt of a dialog, which ends when the dialog is closed.
 */
async function once(send, listener, attempt) {
  for (;;) {
    try {
      const answer = await send();
      listener.fine();
      return answer;
    } catch (problem) {
      const waits = problem instanceof Unreachable || problem instanceof Refusal && problem.status === 401;
      if (!waits) throw problem;
      listener.trouble(problem);
      attempt?.trouble(problem);
      await new Promise((resolve) => { setTimeout(resolve, patience); });
      if (attempt?.signal?.aborted) throw problem;
    }
  }
}

/** Takes the file that a line of the transcript names. */
function taking(name, files) {
  const index = files.findIndex((file) => file.name === name);
  return index < 0 ? { name } : files.splice(index, 1)[0];
}
