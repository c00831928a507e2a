// The language server of the page: the same messages as those of `usher lsp`, by POST and the stream of events.

import { request } from './server.js';

export class Language {
  #client;
  #root;
  #listener;
  #last = 0;
  #opened = new Map();
  #queue = Promise.resolve();
  #ready = Promise.resolve(false);

  /**
   * @param client the id of this page.
   * @param root the URI of the project.
   * @param listener `diagnostics(path, version, diagnostics)`, called with what the server finds.
   */
  constructor(client, root, listener) {
    this.#client = client;
    this.#root = root;
    this.#listener = listener;
  }

  uri(path) { return `${this.#root}/${path.split('/').map(encodeURIComponent).join('/')}`; }

  path(uri) {
    if (!uri.startsWith(`${this.#root}/`)) return undefined;
    return uri.slice(this.#root.length + 1).split('/').map(decodeURIComponent).join('/');
  }

  /** Begins a session, also again after the stream was lost. */
  begin(documents) {
    this.#opened.clear();
    this.#ready = this.#begin(documents).then(() => true, () => false);
    return this.#ready;
  }

  async #begin(documents) {
    const answer = await this.#send({
      id: this.#number(), method: 'initialize', params: {
        processId: null, rootUri: this.#root, workspaceFolders: [{ uri: this.#root, name: 'project' }],
        capabilities: {
          general: { positionEncodings: ['utf-16'] },
          workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename'] } },
          textDocument: {
            publishDiagnostics: { relatedInformation: true },
            completion: { completionItem: { documentationFormat: ['plaintext'] } },
            hover: { contentFormat: ['plaintext'] },
            codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } } },
          },
        },
      },
    });
    this.legend = answer.result?.capabilities?.semanticTokensProvider?.legend?.tokenTypes ?? [];
    await this.#send({ method: 'initialized', params: {} });
    for (const document of documents) await this.#sendOpen(document);
  }

  async #sendOpen(document) {
    this.#opened.set(document.path, document.version);
    await this.#send({
      method: 'textDocument/didOpen',
      params: { textDocument: { uri: this.uri(document.path), languageId: 'yaml', version: document.version, text: document.text } },
    });
  }

  /** Tells the server the text of a document, if it has another one. Returns when the server knows it. */
  update(document) {
    this.#queue = this.#queue.then(async () => {
      if (!await this.#ready) return;
      const known = this.#opened.get(document.path);
      if (known === document.version) return;
      if (known === undefined) {
        await this.#sendOpen(document);
      } else {
        this.#opened.set(document.path, document.version);
        await this.#send({
          method: 'textDocument/didChange', params: {
            textDocument: { uri: this.uri(document.path), version: document.version },
            contentChanges: [{ text: document.text }],
          },
        });
      }
    }).catch(() => { this.#opened.delete(document.path); });
    return this.#queue;
  }

  /** Asks about a document as it is now; `undefined` when there is no answer. */
  async ask(method, document, params = {}) {
    const version = document.version;
    await this.update(document);
    if (!await this.#ready) return undefined;
    const answer = await this.#send({
      id: this.#number(), method, params: { textDocument: { uri: this.uri(document.path) }, ...params },
    }).catch(() => undefined);
    if (answer?.error) return { error: answer.error.message };
    return answer && version === document.version ? { result: answer.result } : undefined;
  }

  /** The page of a diagnostic's code. */
  async explain(code) {
    const answer = await this.#send({ id: this.#number(), method: 'usher/explain', params: { code } }).catch(() => undefined);
    return answer?.result?.text;
  }

  /** A message that the server sends by itself. */
  take(message) {
    if (message.method !== 'textDocument/publishDiagnostics') return;
    const { uri, version, diagnostics } = message.params;
    const path = this.path(uri);
    if (path) this.#listener.diagnostics(path, version, diagnostics);
  }

  #number() {
    this.#last += 1;
    return this.#last;
  }

  #send(message) {
    return request('POST', `/language?client=${this.#client}`, { jsonrpc: '2.0', ...message });
  }
}

/** The edits of a workspace edit, by path; moves of files are not made here. */
export function editsByPath(language, edit) {
  const byPath = new Map();
  const add = (uri, edits) => {
    const path = language.path(uri);
    if (path) byPath.set(path, [...byPath.get(path) ?? [], ...edits]);
  };
  for (const [uri, edits] of Object.entries(edit?.changes ?? {})) add(uri, edits);
  for (const change of edit?.documentChanges ?? []) if (change.edits) add(change.textDocument.uri, change.edits);
  return byPath;
}

/** The moves of files in a workspace edit. */
export const movesOf = (edit) => (edit?.documentChanges ?? []).filter((change) => change.kind === 'rename');
