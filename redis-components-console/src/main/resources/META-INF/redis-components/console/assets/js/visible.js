/* Names as they are: what cannot be seen, or changes the order of what is beside it, is written as its number. */

/** Control characters, marks of direction, line breaks, spaces other than the usual one, and usual ones that nobody would see. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}|^ +| +$| {2,}|\\(?=u[0-9A-F]{4})/gu;

const written = (character) => `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A name that shows each of its characters; two names are never written alike. */
export const visible = (name) => String(name).replace(UNSEEN, (found) => Array.from({ length: found.length }, (_, index) => written(found[index])).join(''));

/** A name of more characters is shown by its begin and its end. */
const LONG = 400;
const BEGIN = 200;
const END = 100;

/** A name that takes no more room than others; the question before an action shows all of it. */
export function brief(name) {
	const characters = [...visible(name)];
	return characters.length > LONG ? `${characters.slice(0, BEGIN).join('')} … ${characters.slice(-END).join('')} (${characters.length})` : characters.join('');
}

/** A name within a sentence, which its direction does not change. */
export const inSentence = (name) => `\u2068${brief(name)}\u2069`;
