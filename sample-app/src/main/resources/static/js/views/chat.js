/* One chat. */

import { el, icon, named } from '../dom.js';
import { get, post, put } from '../api.js';
import { attempt } from '../announce.js';
import { history, remember } from '../chat-history.js';
import { ago } from '../format.js';
import { t } from '../i18n.js';
import { every, quietly } from '../poll.js';
import { go } from '../router.js';
import { session } from '../session.js';
import { others } from '../parts/chat-with.js';

export const needsLogin = true;

const LOOK_MS = 1200;

function bubble(message) {
	const own = message.from.id === session.user.id;
	return el('div', { class: own ? 'bubble own' : 'bubble', 'data-seq': message.seq },
		el('span', { class: own ? 'unseen' : 'from' }, own ? t('chat.you') : named(message.from.nickName)),
		named(message.text, { class: 'said' }, 'p'),
		el('span', { class: 'muted' }, ago(message.time)));
}

/** A local time of the server, for a message that it has just taken. */
const writtenNow = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60000).toISOString().slice(0, 19);

export async function show(page, { params, signal }) {
	const [chat] = params;
	const members = await others(chat, signal);
	const list = el('div', { class: 'bubbles', id: 'messages', role: 'log', 'aria-label': t('chat.messages'), tabindex: 0 });
	const toEnd = () => { list.scrollTop = list.scrollHeight; };
	const add = (messages) => {
		for (const message of remember(chat, messages)) {
			const after = [...list.children].find((node) => Number(node.dataset.seq) > message.seq);
			list.insertBefore(bubble(message), after || null);
		}
		toEnd();
	};
	const look = async () => {
		const waiting = (await get('/chat/pending', {}, signal)).find((one) => one.chat === chat);
		if (!waiting) return;
		if (waiting.missed > 0) list.append(el('p', { class: 'muted' }, t('chat.missed', waiting.missed)));
		add(waiting.messages);
		await put(`/chat/${chat}/read`, { upTo: waiting.upTo });
	};
	const at = `message:${session.user.id}:${chat}`;
	let sending = { text: '' };
	const input = el('input', { id: 'message-text', type: 'text', maxlength: 1000, autocomplete: 'off', oninput: () => sessionStorage.setItem(at, input.value), 'aria-label': t('chat.write'), placeholder: t('chat.write') });
	const send = async (event) => {
		event.preventDefault();
		const text = input.value.trim();
		if (text === '') return;
		// The same message keeps its id until it is taken: the answer to the first attempt may have been lost.
		if (sending.text !== text) sending = { text, messageId: crypto.randomUUID() };
		const seq = await attempt(() => post(`/chat/${chat}/messages`, sending));
		if (seq === undefined) return;
		sending = { text: '' };
		input.value = '';
		sessionStorage.removeItem(at);
		add([{ seq, from: session.user, text, time: writtenNow() }]);
	};
	input.value = sessionStorage.getItem(at) || '';
	list.append(...history(chat).map(bubble));
	await look();
	every(LOOK_MS, () => quietly(look), signal);
	page.append(
		el('h1', { class: 'chat-title' }, members.length
			? members.flatMap((user, index) => [index ? ', ' : '', named(user.nickName, { href: go(`/user/${user.id}`) }, 'a')]) : t('chat.alone')),
		list,
		el('form', { class: 'say', onsubmit: send }, input,
			el('button', { type: 'submit', class: 'primary icon-button', 'aria-label': t('chat.send') }, icon('send'))));
	requestAnimationFrame(toEnd);
}
