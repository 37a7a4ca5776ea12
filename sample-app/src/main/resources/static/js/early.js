/*
 * Asks for the data of the first view at once, while the other modules are on their way. Imports nothing, so that it runs before them.
 * What is asked for here is taken by the first call that would ask for the same; a call that differs asks by itself.
 */

export const HANGZHOU = { x: 120.153576, y: 30.315 };

const PATIENCE_MS = 8000;
const FRESH_MS = 10000;

/** The first of the types, whose shops are shown first. Where it is another one, the view asks again. */
const FIRST_TYPE = 1;

export const SORTED_BY_SERVER = ['score', 'comments'];

export const KEPT_TOKEN = 'token';

const started = new Map();

export const TAGS = { en: 'en', zh: 'zh-CN' };

/** The language that was chosen, or that of the browser. */
export function firstLanguage() {
	const kept = localStorage.getItem('lang');
	if (Object.hasOwn(TAGS, kept)) return kept;
	return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

export const textsOf = (language) => `texts/${language}.json`;

export function withQuery(path, query) {
	const given = Object.entries(query || {}).filter(([, value]) => value !== undefined && value !== null);
	return given.length ? `${path}?${new URLSearchParams(given)}` : path;
}

/** The parameters of a page of shops. */
export const shopsQuery = (typeId, current, { x, y }, sort) =>
	({ typeId, current, x, y, sortBy: SORTED_BY_SERVER.includes(sort) ? sort : undefined });

function ask(path, token) {
	const asked = performance.now();
	const headers = { 'Accept-Language': TAGS[firstLanguage()] };
	if (token !== null) headers.authorization = token;
	const answer = fetch(path, { headers, signal: AbortSignal.timeout(PATIENCE_MS) })
		.then((response) => ({ response, at: Date.now() }));
	// The call that takes it hears of a failure.
	answer.catch(() => {});
	started.set(path, { answer, token, asked });
}

/**
 * What was asked for early, once, if it is still fresh and was asked for with the same token.
 * @returns a promise of the response and of when it came, or undefined
 */
export function taken(path, token) {
	const early = started.get(path);
	started.delete(path);
	return early && early.token === token && performance.now() - early.asked < FRESH_MS ? early.answer : undefined;
}

function askForTheFirstView() {
	const token = localStorage.getItem(KEPT_TOKEN);
	const [path, search] = (location.hash.replace(/^#/, '') || '/').split('?');
	const query = new URLSearchParams(search || '');
	document.documentElement.dataset.first = path === '/' || path === '/search' ? 'searched' : 'other';
	ask(textsOf(firstLanguage()), null);
	if (token !== null) ask('/user/me', token);
	if (path !== '/') return;
	ask('/shop-type/list', token);
	if (query.get('sort') !== 'me') {
		ask(withQuery('/shop/of/type', shopsQuery(Number(query.get('type')) || FIRST_TYPE, 1, HANGZHOU, query.get('sort'))), token);
	}
	ask('/activity/latest', token);
}

// Other pages share modules with this one, and show something else first.
if (document.documentElement.dataset.page === 'guide') askForTheFirstView();
