// The input area: writes messages and accepts dropped files.

import { language, say } from './words.js';

const again = 10_000;
const pause = 5_000;
// The server's limit for the text of one message.
const longestText = 10_000;

export class Composer {
  #form = document.getElementById('composer');
  #words = document.getElementById('words');
  #files = document.getElementById('files');
  #send = document.getElementById('send');
  #drop = document.getElementById('drop');
  #largest = Number(document.documentElement.dataset.largestFile);
  #told = 0;
  #idle;

  /** @param to receives user actions as `text`, `file` and `typing`, and errors as `problem`. */
  constructor(to) {
    this.to = to;
    this.#words.placeholder = say('message');
    this.#words.setAttribute('aria-label', say('message'));
    this.#send.setAttribute('aria-label', say('send'));
    document.getElementById('attach').setAttribute('aria-label', say('attach'));
    document.getElementById('attach').title = say('attach');
    document.getElementById('attach').onclick = () => this.#files.click();
    this.#files.setAttribute('aria-label', say('attach'));
    this.#files.onchange = () => { this.#take(this.#files.files); this.#files.value = ''; };
    this.#form.onsubmit = (event) => { event.preventDefault(); this.#submit(); };
    this.#words.onkeydown = (event) => this.#key(event);
    this.#words.oninput = () => this.#written();
    this.#words.onblur = () => this.#stopped('pause');
    this.#words.onpaste = (event) => this.#pasted(event);
    this.#listenToDrops();
    this.#written(false);
  }

  focus() { this.#words.focus({ preventScroll: true }); }

  #submit() {
    const text = this.#words.value.trim();
    if (text === '') return;
    if ([...text].length > longestText) return this.to.problem(tooLong());
    this.#words.value = '';
    this.#written(false);
    this.#stopped('finish');
    this.to.text(text);
    this.focus();
  }

  /** Restores a text that could not be sent, before any text written since. */
  takeBack(text) {
    this.#words.value = [text, this.#words.value].filter((one) => one.trim() !== '').join('\n');
    this.#written(false);
  }

  /** Enter sends, Shift+Enter begins a new line; not during input method composition. */
  #key(event) {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.#submit();
  }

  #written(isTyped = true) {
    const isEmpty = this.#words.value.trim() === '';
    this.#send.disabled = isEmpty;
    this.#words.style.height = 'auto';
    this.#words.style.height = `${Math.min(this.#words.scrollHeight, 160)}px`;
    if (!isTyped) return;
    if (isEmpty) return this.#stopped('finish');
    if (Date.now() - this.#told > again) {
      this.#told = Date.now();
      this.to.typing('begin');
    }
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#stopped('pause'), pause);
  }

  #stopped(action) {
    clearTimeout(this.#idle);
    if (this.#told === 0) return;
    this.#told = 0;
    this.to.typing(action);
  }

  // Files.

  #take(files) {
    for (const file of files) {
      if (file.size > this.#largest) this.to.problem(say('large', { name: file.name }));
      else if (file.size === 0) this.to.problem(say('kind', { name: file.name }));
      else this.to.file(file);
    }
  }

  #pasted(event) {
    const files = event.clipboardData?.files ?? [];
    if (files.length === 0) return;
    event.preventDefault();
    this.#take(files);
  }

  #listenToDrops() {
    let depth = 0;
    const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes('Files');
    const show = (isShown) => {
      this.#drop.hidden = !isShown;
      this.#drop.textContent = say('drop');
    };
    addEventListener('dragenter', (event) => {
      if (!hasFiles(event)) return;
      depth += 1;
      show(true);
    });
    addEventListener('dragleave', () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) show(false);
    });
    addEventListener('dragover', (event) => { if (hasFiles(event)) event.preventDefault(); });
    addEventListener('drop', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      show(false);
      this.#take(event.dataTransfer.files);
    });
  }
}

/** The reason why a text is too long to be sent. */
export const tooLong = () => say('long', { count: new Intl.NumberFormat(language).format(longestText) });
