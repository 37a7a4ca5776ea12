/* The texts of the page, one table for each language. */

import { Refused, answersIn, learn } from './api.js';
import { TAGS, firstLanguage, taken, textsOf } from './early.js';

export const LANGUAGES = { en: { tag: TAGS.en, other: 'zh' }, zh: { tag: TAGS.zh, other: 'en' } };

const tables = {};
let language = firstLanguage();

export const lang = () => language;

/** All texts of the language. */
export const table = () => tables[language];

export const locale = () => LANGUAGES[language].tag;

answersIn(locale());

async function load(wanted) {
	try {
		const path = textsOf(wanted);
		const { response, at } = await (taken(path, null) || fetch(path).then((came) => ({ response: came, at: Date.now() })));
		learn(response, at);
		return await response.json();
	} catch (error) {
		throw new Refused('error.unreachable', 'unreachable');
	}
}

/** Loads and takes a language. */
export async function speak(wanted) {
	if (!(wanted in tables)) tables[wanted] = await load(wanted);
	language = wanted;
	answersIn(locale());
	document.documentElement.lang = locale();
	for (const node of document.querySelectorAll('[data-t]')) node.textContent = t(node.dataset.t);
	for (const node of document.querySelectorAll('[data-t-label]')) node.setAttribute('aria-label', t(node.dataset.tLabel));
	for (const node of document.querySelectorAll('[data-t-hint]')) node.setAttribute('placeholder', t(node.dataset.tHint));
}

/** Takes another language, and keeps it for the next visit. */
export async function choose(wanted) {
	await speak(wanted);
	localStorage.setItem('lang', wanted);
}

export const has = (key) => key in tables[language];

/**
 * The text of a key. `{0}` is the first further argument, and so on; of `one|many` the argument decides which, if it is a number.
 */
export function t(key, ...args) {
	const text = tables[language][key];
	if (text === undefined) throw new Error(`There is no text for ${key}`);
	const forms = text.split('|');
	const form = forms[forms.length > 1 && Number(args[0]) !== 1 ? 1 : 0];
	return form.replace(/\{(\d)\}/g, (_, index) => (typeof args[index] === 'number' ? number(args[index]) : args[index]));
}

export const number = (value) => value.toLocaleString(locale());

/** What went wrong, as a text with its language where that is another one. */
export function sentence(error) {
	if (has(error.message)) return { text: t(error.message), lang: null };
	return { text: error.message, lang: error.lang === locale() ? null : error.lang };
}
