"use strict";

const assert = require("node:assert/strict");
const { PassThrough } = require("node:stream");
const { test } = require("node:test");
const { Connection, FrameReader } = require("../connection.js");

const frame = (message) => {
  const body = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
};

function connected() {
  const [fromServer, toServer] = [new PassThrough(), new PassThrough()];
  const frames = new FrameReader();
  const sent = [];
  toServer.on("data", (bytes) => sent.push(...frames.take(bytes)));
  return { connection: new Connection(fromServer, toServer), fromServer, sent };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("messages are read however their bytes arrive", () => {
  const messages = [{ id: 1, result: "ü 👍🏽" }, { method: "x" }];
  const bytes = Buffer.concat(messages.map(frame));
  for (const size of [1, 2, 7, 1000]) {
    const frames = new FrameReader();
    const found = [];
    for (let at = 0; at < bytes.length; at += size) found.push(...frames.take(bytes.subarray(at, at + size)));
    assert.deepEqual(found, messages);
  }
});

test("a header without a length ends the connection", async () => {
  const { connection, fromServer } = connected();
  let failure;
  connection.onFailure = (error) => (failure = error);
  fromServer.write("X: y\r\n\r\n");
  await turn();
  assert.match(failure.message, /Content-Length/);
  await assert.rejects(connection.request("x"));
});

test("answers find their requests, in any order", async () => {
  const { connection, fromServer, sent } = connected();
  const [one, other] = [connection.request("a"), connection.request("b")];
  await turn();
  fromServer.write(frame({ jsonrpc: "2.0", id: sent[1].id, result: 2 }));
  fromServer.write(frame({ jsonrpc: "2.0", id: sent[0].id, error: { code: -32801, message: "changed" } }));
  assert.equal(await other, 2);
  await assert.rejects(one, { code: -32801, message: "changed" });
});

test("a cancellation is sent, and the answer still awaited", async () => {
  const { connection, fromServer, sent } = connected();
  let cancel;
  const token = { onCancellationRequested: (listener) => ((cancel = listener), { dispose() {} }) };
  const request = connection.request("a", {}, token);
  cancel();
  await turn();
  assert.deepEqual(sent[1].params, { id: sent[0].id });
  fromServer.write(frame({ jsonrpc: "2.0", id: sent[0].id, error: { code: -32800, message: "cancelled" } }));
  await assert.rejects(request, { code: -32800 });
});

test("requests of the server are answered, unknown ones with an error", async () => {
  const { connection, fromServer, sent } = connected();
  connection.on("known", async (params) => params + 1);
  connection.on("failing", () => {
    throw new Error("no");
  });
  for (const [id, method] of [[1, "known"], [2, "unknown"], [3, "failing"]]) {
    fromServer.write(frame({ jsonrpc: "2.0", id, method, params: 1 }));
  }
  await turn();
  await turn();
  const answers = Object.fromEntries(sent.map((message) => [message.id, message]));
  assert.equal(answers[1].result, 2);
  assert.equal(answers[2].error.code, -32601);
  assert.equal(answers[3].error.code, -32603);
});

test("requests that wait fail when the server ends", async () => {
  const { connection, fromServer } = connected();
  const request = connection.request("a");
  fromServer.end();
  await assert.rejects(request, /has ended/);
});
