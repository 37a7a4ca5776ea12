/* The frame around the views: search, navigation, language, login. */

import { byId, el, avatar, named } from './dom.js';
import { get, isDemo } from './api.js';
import { attempt } from './announce.js';
import { combobox } from './combobox.js';
import { LANGUAGES, choose, lang, speak, t } from './i18n.js';
import { askToLogIn, prepareLogin, returnFocus } from './login.js';
import { every, quietly } from './poll.js';
import { go, prefetch, refresh, start } from './router.js';
import { onSession, restore, session } from './session.js';

const UNREAD_MS = 4000;

function showAccount() {
	byId('account').replaceChildren(session.user
		? el('a', { id: 'account-link', class: 'account-link', href: '#/me', 'data-nav': true, 'aria-label': t('nav.account', session.user.nickName) },
			avatar(session.user, 'small'), named(session.user.nickName, { id: 'user-name', class: 'user-name' }))
		: el('button', { type: 'button', id: 'open-login', class: 'primary', onclick: () => askToLogIn() }, t('action.login')));
}

async function showUnread() {
	const chats = session.user ? await quietly(() => get('/chat')) : [];
	if (!chats) return;
	const unread = chats.reduce((sum, chat) => sum + chat.unread, 0);
	byId('unread').hidden = unread === 0;
	byId('unread').replaceChildren(...(unread ? [el('span', { 'aria-hidden': 'true' }, String(unread)),
		el('span', { class: 'unseen' }, t('chat.unread', unread))] : []));
}

function prepareSearch() {
	const input = byId('search-text');
	const box = combobox(input, byId('search-list'), (shop) => {
		input.value = '';
		location.hash = go(`/shop/${shop.id}`);
	});
	byId('search').addEventListener('submit', (event) => {
		event.preventDefault();
		box.close();
		const name = input.value.trim();
		location.hash = name ? go('/search', { name }) : go('/');
	});
}

function showLanguage() {
	const { other } = LANGUAGES[lang()];
	const button = byId('language');
	button.textContent = t('language.other');
	button.lang = LANGUAGES[other].tag;
}

async function switchLanguage() {
	await attempt(() => choose(LANGUAGES[lang()].other));
	showLanguage();
	showAccount();
	await showUnread();
	await refresh();
}

async function begin() {
	// None of them needs the other.
	prefetch();
	await Promise.all([speak(lang()), restore()]);
	prepareLogin();
	prepareSearch();
	showLanguage();
	showAccount();
	byId('language').addEventListener('click', switchLanguage);
	byId('behind-open').hidden = !isDemo();
	byId('behind-open').addEventListener('click', () => attempt(async () => (await import('./behind.js')).open()));
	byId('skip').addEventListener('click', (event) => {
		event.preventDefault();
		byId('main').focus();
	});
	onSession(async (isSame) => {
		showAccount();
		if (isSame) return;
		showUnread();
		await refresh();
		if (session.user) returnFocus();
	});
	every(UNREAD_MS, showUnread, new AbortController().signal);
	await Promise.all([start(byId('main')), showUnread()]);
}

begin();
