// What people send beside texts: questions of flows, choices, links and files; notes for colleagues; and replies that are
// chosen instead of typed.

import { number, say } from './desk-words.js';
import { ask } from './dialog.js';
import { announce, element } from './dom.js';
import { get } from './requests.js';

const byId = (id) => document.getElementById(id);

export class Tools {
  #offers = { replies: [], questions: [] };
  #conversation;
  #listener;
  #isOver = false;
  // Whether what can be sent is still to be fetched.
  #isMissing = false;
  // What stood in the field before the replies were opened by their button.
  #kept;

  /**
   * @param listener `send(body, words, attempt)` sends a message of a dialog, `sendFile(file)` a file, `note(text, attempt)` leaves
   * a note, `trouble(problem)`, `fits()` after the text in the field has changed.
   */
  constructor(listener) {
    this.#listener = listener;
    const tools = [
      ['replies-button', 'replies', () => this.#openReplies()], ['question', 'sendQuestion', () => this.#question()],
      ['choices', 'choices', () => this.#choices()], ['link', 'link', () => this.#link()],
      ['attach', 'file', () => byId('attached').click()], ['note-button', 'addNote', () => this.#note()],
    ];
    byId('tools').setAttribute('aria-label', say('tools'));
    byId('tools').replaceChildren(...tools.map(([id, key, work]) => element('button', { type: 'button', id, onclick: work }, say(key))));
    byId('attached').setAttribute('aria-label', say('file'));
    byId('attached').onchange = () => {
      for (const file of byId('attached').files) this.#listener.sendFile(file);
      byId('attached').value = '';
    };
    byId('reply-list').setAttribute('aria-label', say('replies'));
    byId('reply-list').onkeydown = (key) => this.#turn(key);
    // The listener of the composer has seen the key before.
    byId('words').addEventListener('input', () => this.#find());
  }

  /** Fetches what can be sent in a conversation. */
  async open(id) {
    const isOther = this.#conversation !== id;
    this.#conversation = id;
    if (isOther) { this.#offers = { replies: [], questions: [] }; this.#closeReplies(); }
    this.#isMissing = false;
    try {
      const offers = await get(`/handovers/${id}/offers`);
      if (this.#conversation === id) this.#offers = offers;
    } catch (problem) {
      if (this.#conversation === id) this.#isMissing = problem.status !== 404;
      if (problem.status !== 404) this.#listener.trouble(problem);
    }
    this.#enable();
  }

  /** Fetches it again when that has failed. */
  async refresh() { if (this.#isMissing && !this.#isOver) await this.open(this.#conversation); }

  end(isOver) {
    this.#isOver = isOver;
    if (isOver) this.#closeReplies();
    this.#enable();
  }

  #enable() {
    for (const button of byId('tools').children) button.disabled = this.#isOver;
    if (this.#isOver) return;
    byId('question').disabled = this.#offers.questions.length === 0;
    byId('replies-button').disabled = this.#offers.replies.length === 0;
  }

  // Replies.

  get isChoosing() { return !byId('reply-list').hidden; }

  /** Takes a key of the field while replies are shown; answers whether it was one of theirs. */
  took(key) {
    if (!this.isChoosing) return false;
    const first = byId('reply-list').querySelector('button');
    if (key.key === 'Escape') this.#closeReplies();
    else if (key.key === 'ArrowDown') first?.focus();
    else if (key.key === 'Enter' && !key.shiftKey && first) first.click();
    else return false;
    key.preventDefault();
    return true;
  }

  #openReplies() {
    if (!this.isChoosing) this.#kept = byId('words').value;
    byId('words').value = '/';
    byId('words').focus();
    this.#find();
  }

  /** Shows the replies that fit what is typed after `/`. */
  #find() {
    const typed = /^\/([^\n]*)$/.exec(byId('words').value)?.[1].trim().toLowerCase();
    if (typed === undefined || this.#offers.replies.length === 0) return this.#closeReplies();
    const fits = (reply) => [reply.shortcut ?? '', reply.name].some((word) => word.toLowerCase().startsWith(typed))
      || typed.length > 1 && reply.text.toLowerCase().includes(typed);
    // The shortcut itself comes first.
    const found = this.#offers.replies.filter(fits).sort((one, other) => (other.shortcut?.toLowerCase() === typed) - (one.shortcut?.toLowerCase() === typed));
    byId('reply-list').replaceChildren(...found.map((reply) => element('li', {}, element('button', { type: 'button', onclick: () => this.#use(reply) },
      element('span', { class: 'line' }, element('strong', { dir: 'auto' }, reply.name), reply.shortcut ? element('kbd', {}, `/${reply.shortcut}`) : null),
      element('span', { class: 'words', dir: 'auto' }, reply.text)))));
    if (found.length === 0) byId('reply-list').replaceChildren(element('li', { class: 'nothing' }, say('noReply')));
    byId('reply-list').hidden = false;
    announce(say('replyCount', { count: number(found.length) }));
  }

  #use(reply) {
    byId('words').value = '';
    this.#closeReplies();
    byId('words').value = [byId('words').value, reply.text].filter(Boolean).join('\n');
    byId('words').focus();
    this.#listener.fits();
  }

  /** Closes the replies; answers whether the field shows again what stood there before they were opened. */
  leave() {
    const isBack = this.#kept !== undefined;
    this.#closeReplies();
    return isBack;
  }

  #closeReplies() {
    byId('reply-list').hidden = true;
    byId('reply-list').replaceChildren();
    const kept = this.#kept;
    if (kept === undefined) return;
    this.#kept = undefined;
    const field = byId('words');
    // What was typed instead of a choice stays behind it.
    field.value = [kept, isChoice(field.value) ? '' : field.value].filter(Boolean).join('\n');
    this.#listener.fits();
  }

  #turn(key) {
    const buttons = [...byId('reply-list').querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement);
    if (key.key === 'ArrowDown') buttons[Math.min(buttons.length - 1, at + 1)]?.focus();
    else if (key.key === 'ArrowUp') (at <= 0 ? byId('words') : buttons[at - 1]).focus();
    else if (key.key === 'Escape') { this.#closeReplies(); byId('words').focus(); } else return;
    key.preventDefault();
    key.stopPropagation();
  }

  // Messages.

  #question() {
    const { questions } = this.#offers;
    ask(say('sendQuestion'), say('send'), [{
      name: 'place', label: say('sendQuestion'), kind: 'choice',
      options: questions.map((one, index) => [String(index), `${one.text} (${one.flow}/${one.step})`]),
    }], (given, attempt) => {
      const { flow, step, text } = questions[Number(given.place)];
      return this.#listener.send({ question: { flow, step } }, text, attempt);
    });
  }

  #choices() {
    ask(say('choices'), say('send'), [
      { name: 'title', label: say('choicesTitle'), kind: 'line', required: true },
      { name: 'options', label: say('choicesOptions'), kind: 'lines', required: true },
      { name: 'several', label: say('several'), kind: 'check' },
    ], (given, attempt) => {
      const options = given.options.split('\n').map((line) => line.trim()).filter(Boolean);
      const choices = { title: given.title.trim(), options, several: given.several };
      return this.#listener.send({ choices }, [given.title, ...options].join('\n'), attempt);
    });
  }

  #link() {
    ask(say('link'), say('send'), [
      { name: 'url', label: say('address'), kind: 'address', required: true }, { name: 'title', label: say('linkTitle'), kind: 'line' },
    ], (given, attempt) => {
      const link = { url: given.url.trim() };
      if (given.title.trim()) link.title = given.title.trim();
      return this.#listener.send({ link }, link.title ?? link.url, attempt);
    });
  }

  #note() {
    ask(say('addNote'), say('save'), [{ name: 'text', label: say('note'), kind: 'lines', required: true }],
      (given, attempt) => !given.text.trim() || this.#listener.note(given.text.trim(), attempt));
  }
}

/** Whether the field holds what a reply is looked for with. */
const isChoice = (text) => /^\/[^\n]*$/.test(text);
