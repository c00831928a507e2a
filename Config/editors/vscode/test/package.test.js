"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");

const folder = path.join(__dirname, "..");
const read = (name) => JSON.parse(fs.readFileSync(path.join(folder, name), "utf8"));
const manifest = read("package.json");

/** All patterns of a grammar. */
function* patterns(node) {
  if (Array.isArray(node)) for (const item of node) yield* patterns(item);
  else if (node && typeof node === "object") {
    for (const [key, value] of Object.entries(node)) {
      if (["match", "begin", "end"].includes(key) && typeof value === "string") yield value;
      else yield* patterns(value);
    }
  }
}

test("the manifest names files that there are, and languages with a grammar", () => {
  assert.ok(fs.existsSync(path.join(folder, manifest.main)));
  const { languages, grammars } = manifest.contributes;
  assert.deepEqual(languages.map(({ id }) => id), grammars.map(({ language }) => language));
  for (const { configuration } of languages) read(configuration);
  for (const { path: name, scopeName } of grammars) assert.equal(read(name).scopeName, scopeName);
  const registered = fs.readFileSync(path.join(folder, "extension.js"), "utf8");
  for (const { command } of manifest.contributes.commands) assert.ok(registered.includes(`"${command}"`));
});

test("the patterns of the grammars are regular expressions", () => {
  for (const { path: name } of manifest.contributes.grammars) {
    const all = [...patterns(read(name))];
    assert.ok(all.length > 4);
    for (const pattern of all) new RegExp(pattern, "u");
  }
});

test("included rules exist", () => {
  for (const { path: name } of manifest.contributes.grammars) {
    const grammar = read(name);
    for (const [, rule] of JSON.stringify(grammar).matchAll(/"include":"#([a-z]+)"/g)) {
      assert.ok(grammar.repository[rule], rule);
    }
  }
});

test("steps, destinations and prose are distinguished", () => {
  const { repository } = read("syntaxes/usher-flow.tmLanguage.json");
  const step = new RegExp(repository.step.match, "u");
  assert.equal(step.exec("  greet the customer:")[2], "greet the customer");
  assert.equal(step.exec("    say:"), null);
  const destination = new RegExp(repository.destination.match, "u");
  assert.equal(destination.exec("    then: order/choose")[4], "order/choose");
  const keyed = new RegExp(repository.keyed.begin, "u");
  assert.equal(keyed.exec("    say: We open at 9:00 # really")[2], "say");
  assert.equal(keyed.exec("    no key at 9:00"), null);
});
