/* The texts of a page, one table for each language. */

export const LANGUAGES = { en: { tag: 'en', other: 'zh' }, zh: { tag: 'zh-CN', other: 'en' } };

const tables = {};
const place = { folder: new URL('../texts/', import.meta.url), key: 'redis-components.lang' };
let language = 'en';

/** What is kept in the browser; a browser that keeps nothing is asked for its language each time. */
function kept() {
	try {
		return localStorage.getItem(place.key);
	} catch (error) {
		return null;
	}
}

function keep(wanted) {
	try {
		localStorage.setItem(place.key, wanted);
	} catch (error) {
		console.info('The browser keeps no language', error.name);
	}
}

/**
 * Where the tables are, and under which name the browser keeps the language.
 * @returns the language of the visitor: the one that is kept, else the browser's
 */
export function texts(folder = place.folder, key = place.key) {
	Object.assign(place, { folder, key });
	const before = kept();
	language = Object.hasOwn(LANGUAGES, before ?? '') ? before : navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
	return language;
}

/** Takes a language with the texts that a page has loaded by itself. */
export function adopt(wanted, table) {
	tables[wanted] = table;
	language = wanted;
}

export const lang = () => language;

export const locale = () => LANGUAGES[language].tag;

/** Loads and takes a language. */
export async function speak(wanted) {
	if (!(wanted in tables)) {
		const response = await fetch(new URL(`${wanted}.json`, place.folder));
		if (!response.ok) throw new Error(`There are no texts: ${response.status}`);
		tables[wanted] = await response.json();
	}
	language = wanted;
	document.documentElement.lang = locale();
	for (const node of document.querySelectorAll('[data-t]')) node.textContent = t(node.dataset.t);
	for (const node of document.querySelectorAll('[data-t-label]')) node.setAttribute('aria-label', t(node.dataset.tLabel));
}

/** Takes another language, and keeps it for the next visit. */
export async function choose(wanted) {
	await speak(wanted);
	keep(wanted);
}

export const has = (key) => Object.hasOwn(tables[language], key);

/**
 * The text of a key. `{0}` is the first further argument, and so on; of `one|many` the argument decides which, if it is a number.
 */
export function t(key, ...args) {
	if (!has(key)) throw new Error(`There is no text for ${key}`);
	const forms = tables[language][key].split('|');
	const form = forms[forms.length > 1 && Number(args[0]) !== 1 ? 1 : 0];
	return form.replace(/\{(\d)\}/g, (_, index) => (typeof args[index] === 'number' ? number(args[index]) : args[index]));
}

/** The text of a key that may be missing, such as the name of a field that a later version sends. */
export const textOr = (key, other) => (has(key) ? t(key) : other);

const formats = new Map();

/** A number as the language writes it, with at most so many decimals. */
export function number(value, decimals = 3) {
	const key = `${language}${decimals}`;
	if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(locale(), { maximumFractionDigits: decimals }));
	return formats.get(key).format(value);
}

/** The time of day. */
export const clock = (millis) => new Date(millis).toLocaleTimeString(locale(), { hour12: false });

/** A number as short as a plot or a cell wants it. */
export const short = (value) => number(value, Math.abs(value) < 100 ? 1 : 0);
