// A conversation as people at a desk read it: the lines of its transcript as bubbles.

const customers = ['you', 'tap', 'pick', 'fill', 'photo', 'file', 'place', 'pay', 'sign in', 'app', 'change'];

// Remarks about what is no news for people.
const inner = /^# (the files are fetched|a call (returned|takes long)|queued messages were dropped|the customer opened the page|(times|form|sign-in|pay|app): .*|link)$/;

/**
 * What was said, in order: `{from, kind, text, at, offers, agent, ids}`, where `from` is `customer`, `bot`, `person` or `note`.
 *
 * @param lines the lines of a transcript of the server.
 */
export function said(lines) {
  const all = [];
  let at;
  // Who acts in the turn, and whether its messages are theirs.
  let agent;
  let isSent = false;
  for (const line of lines) {
    const time = /^# (\d{4}-\d\d-\d\dT[\d:.]+Z)$/.exec(line);
    if (time) { [at, agent, isSent] = [new Date(time[1]), undefined, false]; continue; }
    const acting = /^# agent: (.*)$/.exec(line);
    if (acting) { agent = acting[1]; continue; }
    if (line.startsWith('# sends: ')) { isSent = true; continue; }
    const chosen = /^# chosen: (.*)$/.exec(line);
    if (chosen) { if (all.at(-1)?.from === 'customer') all.at(-1).ids = chosen[1]; continue; }
    const act = /^# (note|takes|releases|assigns|transfers)(?: the conversation)?(?: to|:)? ?(.*)$/.exec(line);
    if (act && (act[1] === 'note' || agent)) { all.push({ from: 'note', kind: act[1], text: act[2], agent, at }); continue; }
    const remark = /^# (buttons|list): (.*)$/.exec(line);
    const last = all.at(-1);
    if (remark) {
      if (last?.from === 'bot' || last?.from === 'person') last.offers = remark[2].split(', ');
      continue;
    }
    const beside = /^# beside it: (.*)$/.exec(line);
    if (beside) { all.push({ from: 'customer', kind: 'text', text: beside[1], at }); continue; }
    if (inner.test(line)) continue;
    if (line.startsWith('# ')) { all.push({ from: 'note', kind: 'remark', text: line.slice(2), at }); continue; }
    const found = /^([a-z ]+?): ?(.*)$/.exec(line);
    if (!found) continue;
    const [, verb, text] = found;
    // What a person says is sent by the server, which is no second message.
    if (verb === 'bot' && last?.from === 'person' && last.text === text && last.at === at) continue;
    if (verb === 'bot') all.push({ from: isSent ? 'person' : 'bot', kind: 'text', text, at, agent });
    else if (verb === 'person') all.push(text === 'gives back' ? { from: 'note', kind: 'givenBack', text: '', at } : { from: 'person', kind: 'text', text, at, agent });
    else if (customers.includes(verb)) all.push({ from: 'customer', kind: verb, text, at });
    else if (verb === 'expect' && text.startsWith('handed over to ')) all.push({ from: 'note', kind: 'handedOver', text: text.slice(15), at });
    else if (verb === 'close') all.push({ from: 'note', kind: 'closed', text: '', at });
    else if (verb === 'wait') all.push({ from: 'note', kind: 'wait', text, at });
  }
  return all;
}
