// Numbers and amounts as users type them. The bot parses them in the customer's language and has the final say; input
// that is invalid in every language is reported here, beside its field.

import { language, say } from './words.js';

// The decimal separator, and the thousands separators.
const conventions = [['.', " ,'’٬"], [',', " .'’٬"], ['٫', " ,.'’٬"]];

/** The error in a field's value; `undefined` when there is none. */
export function problemOf(field) {
  const { number: kind, currency, least, most } = field.dataset;
  const text = field.value.trim();
  if (kind === undefined || text === '') return undefined;
  const isMoney = kind === 'money';
  const found = readings(isMoney ? withoutCurrency(plain(text), currency) : plain(text))
    .filter((one) => decimals(one) <= (isMoney ? digitsOf(currency) : kind === 'whole' ? 0 : Infinity));
  if (found.length === 0) return isMoney ? say('amount', { example: written(12, currency) }) : say(kind === 'whole' ? 'whole' : 'number');
  const values = found.map(Number);
  if (least !== undefined && values.every((value) => value < Number(least))) return say('least', { limit: written(Number(least), currency) });
  if (most !== undefined && values.every((value) => value > Number(most))) return say('most', { limit: written(Number(most), currency) });
  return undefined;
}

/** Normalises to lower case, ASCII digits and one kind of space, without marks for the writing direction. */
function plain(text) {
  return [...text.toLowerCase()].map((one) => {
    if (/\p{Cf}/u.test(one)) return '';
    if (/\s/u.test(one)) return ' ';
    return /\p{Nd}/u.test(one) ? String(digit(one)) : one;
  }).join('').trim().replace(/[!. ]+$/, '');
}

/** The value of a digit: the digits of a script are consecutive. */
function digit(character) {
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(character.codePointAt(0) - value - 1))) value += 1;
  return value;
}

/** The possible values of a number under each convention, written with a decimal point. */
function readings(text) {
  const found = conventions.map(([point, marks]) => read(text, point, marks)).filter((one) => one !== undefined);
  return [...new Set(found)];
}

function read(text, point, marks) {
  const [, sign, digits] = /^([-−+]?) *(.*)$/u.exec(text);
  const parts = digits.split(point);
  if (parts.length > 2 || (parts.length === 2 && !/^\d+$/.test(parts[1]))) return undefined;
  const whole = parts[0] === '' && parts.length === 2 ? '0' : grouped(parts[0], marks);
  if (whole === undefined) return undefined;
  return `${sign === '' || sign === '+' ? '' : '-'}${whole}${parts.length === 2 ? `.${parts[1]}` : ''}`;
}

/** Digits, optionally grouped by threes. */
function grouped(text, marks) {
  if (/^\d+$/.test(text)) return text;
  const mark = [...marks].find((one) => text.includes(one));
  if (mark === undefined) return undefined;
  const [first, ...groups] = text.split(mark);
  const isRight = /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
  return isRight ? [first, ...groups].join('') : undefined;
}

const decimals = (reading) => reading.split('.')[1]?.length ?? 0;

// Money.

const written = (value, currency) => new Intl.NumberFormat(language, currency ? { style: 'currency', currency } : {}).format(value);

const digitsOf = (currency) => new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;

/** Removes the sign, the code or the name of the currency, before or after the amount. */
function withoutCurrency(text, currency) {
  for (const sign of signs(currency)) {
    if (text.startsWith(sign)) return text.slice(sign.length).trim();
    if (text.startsWith(`-${sign}`)) return `-${text.slice(sign.length + 1).trim()}`;
    if (text.endsWith(sign)) return text.slice(0, -sign.length).trim();
  }
  return text;
}

const usual = { JPY: ['円', '¥', '￥'], EUR: ['€'], GBP: ['£'], USD: ['$'], CHF: ['fr', 'sfr'] };

/** The notations of a currency, short and long, in the languages of the page and of the reader; longest first. */
function signs(currency) {
  const languages = [language, ...navigator.languages ?? [], 'en'];
  const named = languages.flatMap((one) => ['symbol', 'narrowSymbol', 'name', 'code'].flatMap((currencyDisplay) => {
    const format = new Intl.NumberFormat(one, { style: 'currency', currency, currencyDisplay });
    return [1, 5].flatMap((value) => format.formatToParts(value).filter((part) => part.type === 'currency').map((part) => plain(part.value)));
  }));
  return [...new Set([...named, ...usual[currency] ?? []])].filter(Boolean).sort((one, other) => other.length - one.length);
}
