/* Names as they are: what cannot be seen, or changes the order of what is beside it, is written as its number. */

/** Control characters, marks of direction, line breaks, spaces other than the usual one, and usual ones that nobody would see. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}|^ +| +$| {2,}|\\(?=u[0-9A-F]{4})/gu;

const written = (character) => `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A name that shows each of its characters; two names are never written alike. */
export const visible = (name) => String(name).replace(UNSEEN, (found) => Array.from({ length: found.length }, (_, index) => written(found[index])).join(''));

/** A name within a sentence, which its direction does not change. */
export const inSentence = (name) => `\u2068${visible(name)}\u2069`;
