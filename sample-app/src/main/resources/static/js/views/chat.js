/* One chat: what was said comes from the server, the newest first; earlier lines follow while one scrolls up. */

import { el, icon, named } from '../dom.js';
import { get, post, put } from '../api.js';
import { attempt } from '../announce.js';
import { ago } from '../format.js';
import { t } from '../i18n.js';
import { every, quietly } from '../poll.js';
import { go } from '../router.js';
import { session } from '../session.js';
import { others } from '../parts/chat-with.js';
import { chatList } from './chats.js';

export const needsLogin = true;

const LOOK_MS = 1200;
const PART = 30;
const NEAR_END = 80;

/** Where there is room for the other chats beside the one that is open. */
const WIDE = '(min-width: 960px)';

function bubble(message) {
	const own = message.from.id === session.user.id;
	return el('div', { class: own ? 'bubble own' : 'bubble', 'data-line': message.id },
		el('span', { class: own ? 'unseen' : 'from' }, own ? t('chat.you') : named(message.from.nickName)),
		named(message.text, { class: 'said' }, 'p'),
		el('span', { class: 'muted' }, ago(message.time)));
}

/** The lines of a chat, in their order, each once. */
function lines(chat, signal) {
	const list = el('div', { class: 'bubbles', id: 'messages', role: 'log', 'aria-label': t('chat.messages'), tabindex: 0 });
	const ids = new Set();
	let looked = false;
	const ask = (before) => get(`/chat/${chat}/messages`, { before, limit: PART }, signal);
	const add = (messages) => {
		const fresh = messages.filter((message) => !ids.has(message.id));
		for (const message of fresh) {
			ids.add(message.id);
			const after = [...list.querySelectorAll('.bubble')].find((node) => Number(node.dataset.line) > message.id);
			list.insertBefore(bubble(message), after || null);
		}
		return fresh.length;
	};
	const toEnd = () => { list.scrollTop = list.scrollHeight; };
	/** Adds what is new, however much that is. */
	const renew = async () => {
		const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END;
		let part = await ask();
		const first = part;
		while (add(part) === PART && looked) part = await ask(part.at(-1).id);
		looked = true;
		if (atEnd) toEnd();
		return first;
	};
	return { list, ids, ask, add, renew, toEnd };
}

/** The button above the lines that brings earlier ones, and presses itself when it comes into sight. */
function earlier({ list, ids, ask, add }, signal) {
	const button = el('button', { type: 'button', class: 'more', id: 'earlier', onclick: () => load() }, t('chat.earlier'));
	const observer = new IntersectionObserver((entries) => {
		if (entries.some((entry) => entry.isIntersecting)) load();
	}, { root: list });
	let busy = false;
	async function load() {
		if (busy || signal.aborted) return;
		busy = true;
		list.setAttribute('aria-busy', 'true');
		const part = await attempt(() => ask(Math.min(...ids)));
		busy = false;
		if (part) {
			const below = list.scrollHeight - list.scrollTop;
			const hadFocus = document.activeElement === button;
			add(part);
			if (part.length < PART) {
				observer.disconnect();
				button.remove();
			}
			if (hadFocus) (button.isConnected ? button : list).focus({ preventScroll: true });
			// What was looked at stays where it is.
			list.scrollTop = list.scrollHeight - below;
		}
		list.removeAttribute('aria-busy');
	}
	signal.addEventListener('abort', () => observer.disconnect(), { once: true });
	list.prepend(button);
	return () => observer.observe(button);
}

export async function show(page, { params, signal }) {
	const [chat] = params;
	const members = await others(chat, signal);
	const said = lines(chat, signal);
	const look = async () => {
		// What is marked as read was shown before: the lines are asked for after it.
		const waiting = (await get('/chat/pending', {}, signal)).find((one) => one.chat === chat);
		const newest = await said.renew();
		if (waiting) await put(`/chat/${chat}/read`, { upTo: waiting.upTo });
		return newest;
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
		if (await attempt(() => post(`/chat/${chat}/messages`, sending)) === undefined) return;
		sending = { text: '' };
		input.value = '';
		sessionStorage.removeItem(at);
		await quietly(said.renew);
		said.toEnd();
	};
	input.value = sessionStorage.getItem(at) || '';
	const newest = await look();
	const watch = newest.length === PART ? earlier(said, signal) : () => {};
	every(LOOK_MS, () => quietly(look), signal);
	const chats = matchMedia(WIDE).matches ? await quietly(() => chatList(signal, chat)) : null;
	page.append(el('div', { class: 'with-chats' },
		chats && el('nav', { class: 'other-chats', 'aria-label': t('chat.title') }, chats),
		el('section', { class: 'talk' },
			el('h1', { class: 'chat-title' }, members.length
				? members.flatMap((user, index) => [index ? ', ' : '', named(user.nickName, { href: go(`/user/${user.id}`) }, 'a')]) : t('chat.alone')),
			said.list,
			el('form', { class: 'say', onsubmit: send }, input,
				el('button', { type: 'submit', class: 'primary icon-button', 'aria-label': t('chat.send') }, icon('send'))))));
	requestAnimationFrame(() => {
		said.toEnd();
		watch();
	});
}
