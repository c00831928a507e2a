// The entries still to be sent, stored by the browser so that they survive the page: texts, and files with their
// progress.

const name = 'usher-chat';
const table = 'outbox';

/** Entries by their ids. If the browser stores nothing for this site, they last as long as the page. */
export class Store {
  #opening;
  #memory = new Map();

  async all() {
    const kept = await this.#do('readonly', (entries) => entries.getAll());
    return (kept ?? [...this.#memory.values()]).sort((a, b) => a.at - b.at);
  }

  async has(id) {
    return this.#memory.has(id) || await this.#do('readonly', (entries) => entries.count(id)) === 1;
  }

  async put(entry) {
    if (await this.#do('readwrite', (entries) => entries.put(entry)) === undefined) this.#memory.set(entry.id, entry);
  }

  async remove(id) {
    this.#memory.delete(id);
    await this.#do('readwrite', (entries) => entries.delete(id));
  }

  async #do(mode, work) {
    try {
      this.#opening ??= open();
      const database = await this.#opening;
      return await settled(work(database.transaction(table, mode).objectStore(table)));
    } catch {
      return undefined;
    }
  }
}

function open() {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(table, { keyPath: 'id' });
  return settled(request);
}

const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
