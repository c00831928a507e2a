// Who has the conversation that is open, and the queue in which it is.

import { say } from './desk-words.js';
import { element } from './dom.js';
import { ask } from './dialog.js';

const byId = (id) => document.getElementById(id);

export class Assignment {
  #load = { queues: [], agents: [], me: '' };
  #entry;
  #isOver = false;
  #listener;

  /** @param listener `act(what, body, attempt)` asks the server for something, maybe for a dialog, and answers whether it was done. */
  constructor(listener) {
    this.#listener = listener;
    byId('take').textContent = say('take');
    byId('transfer').textContent = say('transfer');
    byId('assignee').labels[0].querySelector('span').textContent = say('assignee');
    byId('take').onclick = () => this.#listener.act('take', {});
    byId('transfer').onclick = () => this.#transfer();
    byId('assignee').onchange = () => this.#assign(byId('assignee').value);
  }

  /** What `GET /queues` has answered. */
  use(load) {
    this.#load = load;
    if (this.#entry) this.show(this.#entry, this.#isOver);
  }

  show(entry, isOver) {
    this.#entry = entry;
    this.#isOver = isOver;
    const { me, agents } = this.#load;
    const names = [...new Set([...agents.map((agent) => agent.name), ...(entry.assignee ? [entry.assignee] : [])])];
    const options = [['', say('noOne')], ...names.map((name) => [name, name === me ? say('you') : name])];
    const face = JSON.stringify(options);
    const field = byId('assignee');
    if (field.dataset.face !== face) {
      field.dataset.face = face;
      field.replaceChildren(...options.map(([value, words]) => element('option', { value, dir: 'auto' }, words)));
    }
    field.value = entry.assignee ?? '';
    const other = entry.assignee && entry.assignee !== me ? entry.assignee : undefined;
    byId('take').hidden = isOver || Boolean(entry.assignee);
    field.disabled = isOver;
    byId('transfer').disabled = isOver || this.#targets.length === 0;
    byId('taken').hidden = isOver || !other;
    byId('taken').textContent = other ? say('taken', { name: other }) : '';
  }

  get #targets() { return this.#load.queues.filter((queue) => queue.name !== this.#entry?.queue); }

  async #assign(name) {
    const entry = this.#entry;
    const isDone = name === '' ? await this.#listener.act('release', {})
      : name === this.#load.me && !entry.assignee ? await this.#listener.act('take', {}) : await this.#listener.act('assign', { to: name });
    if (!isDone && this.#entry === entry) this.show(entry, this.#isOver);
  }

  #transfer() {
    const targets = this.#targets;
    ask(say('transfer'), say('transfer'), [
      {
        name: 'queue', label: say('queue'), kind: 'choice',
        options: targets.map((queue) => [queue.name, queue.open ? queue.name : say('closedQueue', { queue: queue.name })]),
      },
      { name: 'note', label: say('noteForThem'), kind: 'lines' },
      { name: 'may_wait', label: say('mayWait'), kind: 'check' },
    ], (given, attempt) => {
      const body = { queue: given.queue, may_wait: given.may_wait };
      if (given.note.trim()) body.note = given.note.trim();
      return this.#listener.act('transfer', body, attempt);
    });
  }
}
