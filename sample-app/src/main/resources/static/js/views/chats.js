/* One's chats. */

import { avatar, el, named } from '../dom.js';
import { get } from '../api.js';
import { t } from '../i18n.js';
import { every, quietly } from '../poll.js';
import { go } from '../router.js';
import { activities } from '../parts/activities.js';
import { others } from '../parts/chat-with.js';

export const needsLogin = true;

const REFRESH_MS = 3000;

function line({ chat, unread, last, members }, current) {
	const [first] = members;
	return el('li', { class: 'card chat-line', 'data-chat': chat, 'data-current': chat === current || null },
		first ? avatar(first) : null,
		el('div', { class: 'card-text' },
			named(members.length ? members.map((user) => user.nickName).join(', ') : t('chat.alone'), { class: 'whole name', href: go(`/chat/${chat}`), 'aria-current': chat === current ? 'page' : null }, 'a'),
			last && named(last.text, { class: 'muted last' }, 'p')),
		unread > 0 && el('span', { class: 'badge' }, el('span', { 'aria-hidden': 'true' }, String(unread)),
			el('span', { class: 'unseen' }, t('chat.unread', unread))));
}

/** The list of one's chats, which keeps itself up to date; one of them may be the present one. */
export async function chatList(signal, current) {
	const members = new Map();
	const list = el('ul', { class: 'cards', id: 'chats' });
	const load = async () => Promise.all((await get('/chat', { last: true }, signal)).map(async ({ chat, unread, last }) => {
		if (!members.has(chat)) members.set(chat, await others(chat, signal));
		return { chat, unread, last, members: members.get(chat) };
	}));
	const put = (chats) => list.replaceChildren(...(chats.length ? chats.map((one) => line(one, current)) : [el('li', { class: 'muted' }, t('chat.none'))]));
	put(await load());
	every(REFRESH_MS, async () => {
		const chats = await quietly(load);
		if (chats && !list.contains(document.activeElement)) put(chats);
	}, signal);
	return list;
}

export async function show(page, { signal }) {
	const [list, side] = await Promise.all([chatList(signal), activities(signal)]);
	page.append(el('div', { class: 'with-side' },
		el('section', {}, el('div', { class: 'list-head' }, el('h1', {}, t('chat.title'))), list),
		el('div', { class: 'side' }, side)));
}
