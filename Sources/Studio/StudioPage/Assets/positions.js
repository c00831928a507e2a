// Lines and columns, as the language server counts them: from 0, in UTF-16.

/** The offsets at which the lines of a text begin. */
export function lineStarts(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

export function offsetOf(text, { line, character }, starts = lineStarts(text)) {
  if (line >= starts.length) return text.length;
  const end = line + 1 < starts.length ? starts[line + 1] - 1 : text.length;
  return Math.min(starts[line] + character, end);
}

export function positionOf(text, offset, starts = lineStarts(text)) {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= offset) low = middle; else high = middle - 1;
  }
  return { line: low, character: offset - starts[low] };
}

/** The edits of a language server as changes of a text, in order: `from`, `to`, `insert`. */
export function changesOf(text, edits) {
  const starts = lineStarts(text);
  return edits.map(({ range, newText }) => ({
    from: offsetOf(text, range.start, starts), to: offsetOf(text, range.end, starts), insert: newText,
  })).sort((one, other) => one.from - other.from || one.to - other.to);
}

export function applied(text, changes) {
  let result = '';
  let at = 0;
  for (const { from, to, insert } of changes) {
    result += text.slice(at, from) + insert;
    at = to;
  }
  return result + text.slice(at);
}

/** The one change that makes a text of another, so that everything around it stays where it is. */
export function changeBetween(old, text) {
  let from = 0;
  const least = Math.min(old.length, text.length);
  while (from < least && old[from] === text[from]) from += 1;
  let same = 0;
  while (same < least - from && old[old.length - 1 - same] === text[text.length - 1 - same]) same += 1;
  return { from, to: old.length - same, insert: text.slice(from, text.length - same) };
}

/** Applies an edit in bytes of UTF-8. */
export function withBytes(text, { start, end, text: inserted }) {
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return decoder.decode(bytes.slice(0, start)) + inserted + decoder.decode(bytes.slice(end));
}
