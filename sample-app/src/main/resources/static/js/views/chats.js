/* One's chats. */

import { avatar, el, named } from '../dom.js';
import { del, get } from '../api.js';
import { attempt } from '../announce.js';
import { ago } from '../format.js';
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
			el('a', { class: 'whole name', href: go(`/chat/${chat}`), 'aria-current': chat === current ? 'page' : null },
				members.length ? members.flatMap((user, index) => [index ? ', ' : '', named(user.nickName)]) : t('chat.alone')),
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

/** Messages that were accepted for later and refused then; each stays until it is dismissed. */
async function refused(signal) {
	const list = el('ul', { class: 'cards', id: 'refused' });
	const dismiss = async ({ id }, card) => {
		if (await attempt(() => del(`/chat/refused/${id}`).then(() => true))) card.remove();
		(list.querySelector('button') || document.querySelector('main h1')).focus({ preventScroll: true });
	};
	list.append(...(await get('/chat/refused', {}, signal)).map((one) => {
		const card = el('li', { class: 'card chat-line', 'data-refused': one.id },
			el('div', { class: 'card-text' }, el('p', { class: 'name' }, t('chat.refused')), named(one.text, { class: 'muted last' }, 'p'),
				el('span', { class: 'muted' }, ago(one.time))),
			el('button', { type: 'button', onclick: () => dismiss(one, card) }, t('chat.dismiss')));
		return card;
	}));
	return list.childElementCount ? list : null;
}

export async function show(page, { signal }) {
	const [list, side, lost] = await Promise.all([chatList(signal), activities(signal), refused(signal)]);
	page.append(el('div', { class: 'with-side' },
		el('section', {}, el('div', { class: 'list-head' }, el('h1', { tabindex: '-1' }, t('chat.title'))), lost ?? '', list),
		el('div', { class: 'side' }, side)));
}
