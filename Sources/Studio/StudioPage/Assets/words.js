// The page's own words, in the languages of the chat. Messages of the compiler are as `usher check` prints them.

export const language = document.documentElement.lang || 'en';
const column = ['de', 'fr', 'es', 'it', 'ja', 'ar'].indexOf(language);

const table = {
};

/** A text of the page in the reader's language, with its placeholders filled in. */
export function t(english, values = {}) {
  const text = table[english]?.[column] ?? english;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
}

/** Translates the texts of the document itself. */
export function translate(root) {
  if (column < 0) return;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const words = walker.currentNode.data.trim();
    if (table[words]) walker.currentNode.data = walker.currentNode.data.replace(words, t(words));
  }
  for (const name of ['aria-label', 'title', 'placeholder']) {
    for (const one of root.querySelectorAll(`[${name}]`)) if (table[one.getAttribute(name)]) one.setAttribute(name, t(one.getAttribute(name)));
  }
}
