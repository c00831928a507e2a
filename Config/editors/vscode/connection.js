"use strict";

// JSON-RPC over two streams, with the headers of the Language Server Protocol.

const CONTENT_MODIFIED = -32801;

class ResponseError extends Error {
  constructor({ code, message }) {
    super(message);
    this.code = code;
  }
}

/** Splits bytes into messages. */
class FrameReader {
  constructor() {
    this.bytes = Buffer.alloc(0);
  }

  /** Takes bytes. Returns the complete messages; throws when the stream cannot be read on. */
  take(more) {
    this.bytes = this.bytes.length ? Buffer.concat([this.bytes, more]) : more;
    const messages = [];
    for (;;) {
      const end = this.bytes.indexOf("\r\n\r\n");
      if (end < 0) return messages;
      const length = /^content-length:\s*(\d+)\s*$/im.exec(this.bytes.toString("latin1", 0, end));
      if (!length) throw new Error("a message of the server has no Content-Length");
      const start = end + 4;
      const after = start + Number(length[1]);
      if (this.bytes.length < after) return messages;
      messages.push(JSON.parse(this.bytes.toString("utf8", start, after)));
      this.bytes = this.bytes.subarray(after);
    }
  }
}

/** The connection with a server: requests and notifications in both directions. */
class Connection {
  /**
   * @param {NodeJS.ReadableStream} input what the server writes
   * @param {NodeJS.WritableStream} output what the server reads
   */
  constructor(input, output) {
    this.output = output;
    this.waiting = new Map();
    this.handlers = new Map();
    this.lastID = 0;
    this.isClosed = false;
    this.onFailure = () => {};
    const frames = new FrameReader();
    input.on("data", (bytes) => {
      try {
        for (const message of frames.take(bytes)) this.receive(message);
      } catch (error) {
        this.close();
        this.onFailure(error);
      }
    });
    input.on("end", () => this.close());
    output.on("error", () => this.close());
  }

  /** Sends a request. Its promise is rejected when the server answers with an error, or is gone. */
  request(method, params, token) {
    if (this.isClosed) return Promise.reject(new Error("the language server is not running"));
    const id = ++this.lastID;
    return new Promise((resolve, reject) => {
      const cancelling = token?.onCancellationRequested?.(() => this.notify("$/cancelRequest", { id }));
      const settle = (finish) => (value) => {
        cancelling?.dispose?.();
        finish(value);
      };
      this.waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
      this.send({ id, method, params });
    });
  }

  notify(method, params) {
    if (!this.isClosed) this.send({ method, params });
  }

  /** Answers a request of the server, or takes its notification. */
  on(method, handler) {
    this.handlers.set(method, handler);
  }

  close() {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const { reject } of this.waiting.values()) reject(new Error("the language server has ended"));
    this.waiting.clear();
  }

  send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }), "utf8");
    this.output.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`, "ascii"), body]));
  }

  receive(message) {
    if (message.method === undefined) return this.settle(message);
    const handler = this.handlers.get(message.method);
    if (message.id === undefined) return void handler?.(message.params);
    if (!handler) {
      return this.send({ id: message.id, error: { code: -32601, message: `${message.method} is not supported` } });
    }
    Promise.resolve()
      .then(() => handler(message.params))
      .then(
        (result) => this.send({ id: message.id, result: result ?? null }),
        (error) => this.send({ id: message.id, error: { code: -32603, message: String(error?.message ?? error) } }),
      );
  }

  settle({ id, result, error }) {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    this.waiting.delete(id);
    if (error) waiting.reject(new ResponseError(error));
    else waiting.resolve(result);
  }
}

module.exports = { Connection, FrameReader, ResponseError, CONTENT_MODIFIED };
