/* The views and their addresses, all behind the #. */

import { Refused, forgetAnswers, isDemo } from './api.js';
import { el } from './dom.js';
import { complain } from './announce.js';
import { sentence, t } from './i18n.js';
import { arriveAt, leave, resume } from './resume.js';
import { session } from './session.js';
import { askToLogIn } from './login.js';

/*
 * A view is a module with show(page, {params, query, signal}): it fills the page, with one h1 in it, and stops what it began when
 * the signal says so. One that nobody sees without a login has needsLogin.
 */
const VIEWS = [
	[/^\/$/, 'home', () => import('./views/home.js')],
	[/^\/search$/, 'search', () => import('./views/search.js')],
	[/^\/shop\/(\d+)$/, 'shop', () => import('./views/shop.js')],
	[/^\/shop\/new$/, 'shopform', () => import('./views/shop-form.js')],
	[/^\/shop\/(\d+)\/edit$/, 'shopform', () => import('./views/shop-form.js')],
	[/^\/shop\/(\d+)\/sale$/, 'saleform', () => import('./views/sale-form.js')],
	[/^\/posts$/, 'posts', () => import('./views/posts.js')],
	[/^\/post\/(\d+)$/, 'post', () => import('./views/post.js')],
	[/^\/write$/, 'write', () => import('./views/write.js')],
	[/^\/feed$/, 'feed', () => import('./views/feed.js')],
	[/^\/user\/(\d+)$/, 'user', () => import('./views/user.js')],
	[/^\/me$/, 'me', () => import('./views/me.js')],
	[/^\/me\/edit$/, 'profile', () => import('./views/profile.js')],
	[/^\/chats$/, 'chats', () => import('./views/chats.js')],
	[/^\/chat\/([\d-]+)$/, 'chat', () => import('./views/chat.js')],
	[/^\/rush$/, 'rush', () => (isDemo() ? import('./views/rush.js') : import('./views/missing.js'))]
];

let main;
let running = new AbortController();
let shown = null;

const address = () => location.hash.replace(/^#/, '') || '/';

/** The status with which the server answered the address that was typed; what is behind the # is on the page of the city. */
const status = () => (location.hash === '' ? document.documentElement.dataset.status : undefined);

function find(path) {
	if (status()) return { name: 'missing', load: () => import('./views/missing.js'), params: [status()] };
	for (const [pattern, name, load] of VIEWS) {
		const match = pattern.exec(path);
		if (match) return { name, load, params: match.slice(1) };
	}
	return { name: 'missing', load: () => import('./views/missing.js'), params: [] };
}

/** The words and numbers behind the ? of an address. */
export const go = (path, query) => {
	const given = Object.entries(query || {}).filter(([, value]) => value !== null && value !== undefined && value !== '');
	return '#' + path + (given.length ? `?${new URLSearchParams(given)}` : '');
};

function failed(page, error) {
	const { text, lang } = sentence(error);
	page.replaceChildren(el('div', { class: 'panel problem' },
		el('h1', {}, t('error.title')),
		el('p', { lang }, text),
		el('button', { type: 'button', class: 'primary', onclick: error.kind === 'unloadable' ? () => location.reload() : refresh }, t('action.retry'))));
}

/** A module that could not be loaded once is asked for again only by a page that starts anew. */
async function load(view) {
	try {
		return await view.load();
	} catch (error) {
		console.warn(error);
		throw new Refused('error.unloadable', 'unloadable');
	}
}

function loginWanted(page) {
	page.replaceChildren(el('div', { class: 'panel problem' },
		el('h1', {}, t('login.wanted.title')),
		el('p', {}, t('login.wanted.text')),
		el('button', { type: 'button', class: 'primary', onclick: () => askToLogIn() }, t('action.login'))));
}

async function fill(page, view, context) {
	try {
		const module = await load(view);
		if (module.needsLogin && !session.user) loginWanted(page);
		else await module.show(page, context);
	} catch (error) {
		if (context.signal.aborted) return;
		if (error.kind !== undefined) {
			failed(page, error);
			return;
		}
		// A fault of the page itself: the console has it, and the user is not left with half a view.
		console.error(error);
		failed(page, new Refused('error.broken', 'unloadable'));
	}
}

async function open(arrived) {
	if (arrived && shown !== null) leave(shown, main);
	running.abort(new DOMException('The view was left', 'AbortError'));
	running = new AbortController();
	const { signal } = running;
	const here = address();
	const [path, search] = here.split('?');
	const view = find(path);
	if (arrived || shown === null) arriveAt(here);
	forgetAnswers();
	const page = el('div', { class: `page view-${view.name}` });
	main.setAttribute('aria-busy', 'true');
	await fill(page, view, { params: view.params, query: new URLSearchParams(search || ''), signal });
	if (signal.aborted) return;
	main.removeAttribute('aria-busy');
	const hadFocus = main.contains(document.activeElement);
	main.replaceChildren(page);
	document.body.dataset.view = view.name;
	arrive(page, status() ? null : path, arrived, hadFocus && !main.contains(document.activeElement));
	shown = here;
	const stop = new URLSearchParams(search || '').get('tour');
	if (stop && isDemo()) await (await import('./behind.js')).open(stop);
}

/** Tells where one is: in the title, in the navigation and, after going somewhere or where what had the focus is gone, by the focus. */
function arrive(page, path, arrived, lost) {
	const heading = page.querySelector('h1');
	document.title = `${heading.textContent} · ${t('app.name')}`;
	for (const link of document.querySelectorAll('[data-nav]')) {
		if (link.getAttribute('href') === '#' + path) link.setAttribute('aria-current', 'page');
		else link.removeAttribute('aria-current');
	}
	if ((!arrived && !lost) || document.querySelector('dialog[open]')) return;
	heading.tabIndex = -1;
	if (arrived) window.scrollTo(0, 0);
	if (!arrived || !resume(page)) heading.focus({ preventScroll: true });
}

/** Makes the present view anew, without moving anybody. */
export const refresh = () => open(false).catch(complain);

/** Begins to load the module of the present view; what fails is tried again when the view is opened. */
export const prefetch = () => find(address().split('?')[0]).load().catch(() => {});

export async function start(container) {
	main = container;
	window.addEventListener('hashchange', () => {
		if (document.documentElement.dataset.status) location.replace(document.baseURI + location.hash);
		else open(true).catch(complain);
	});
	await open(false);
}
