/* One chat: what was said comes from the server, the newest first; earlier lines follow while one scrolls up. */

import { el, icon, named } from '../dom.js';
import { get, newKey, post, put } from '../api.js';
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

/** Whether a line stands before a message: by their ids, and by time if one has none because an earlier release sent it. */
function isBefore(line, message) {
	return line.id && message.id ? line.id < message.id : new Date(line.time) <= new Date(message.time);
}

/** The lines of a chat, in their order, each once. */
function lines(chat, signal) {
	const list = el('div', { class: 'bubbles', id: 'messages', role: 'log', 'aria-label': t('chat.messages'), tabindex: 0 });
	const ids = new Set();
	const numbers = new Set();
	const shown = [];
	let looked = false;
	const ask = (before) => get(`/chat/${chat}/messages`, { before, limit: PART }, signal);
	const isNew = (message) => (message.id ? !ids.has(message.id) : !numbers.has(message.seq));
	const add = (messages) => {
		const fresh = messages.filter(isNew);
		for (const message of fresh) {
			if (message.id) ids.add(message.id);
			else numbers.add(message.seq);
			const node = bubble(message);
			const at = shown.findLastIndex((line) => isBefore(line.message, message)) + 1;
			list.insertBefore(node, at < shown.length ? shown[at].node : null);
			shown.splice(at, 0, { message, node });
		}
		return fresh.length;
	};
	const toEnd = () => { list.scrollTop = list.scrollHeight; };
	/** Adds what waits, and what is new, however much that is. */
	const renew = async (waiting = []) => {
		const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END;
		let part = await ask();
		const first = part;
		while (add(part) === PART && looked) part = await ask(part.at(-1).id);
		looked = true;
		add(waiting);
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

/** The message whose answer has not come, if there is one. */
function kept(key) {
	try {
		const { text, messageId } = JSON.parse(sessionStorage.getItem(key));
		return { text, messageId };
	} catch {
		return { text: '' };
	}
}

export async function show(page, { params, signal }) {
	const [chat] = params;
	const members = await others(chat, signal);
	const said = lines(chat, signal);
	const look = async () => {
		// What is marked as read is shown before, whether or not the newest lines have it.
		const waiting = (await get('/chat/pending', {}, signal)).find((one) => one.chat === chat);
		const newest = await said.renew(waiting?.messages);
		if (waiting) await put(`/chat/${chat}/read`, { upTo: waiting.upTo });
		return newest;
	};
	const at = `message:${session.user.id}:${chat}`;
	// Kept like the text: a page that is loaded again before the answer sends the same message.
	const sent = `sending:${session.user.id}:${chat}`;
	let sending = kept(sent);
	const input = el('input', { id: 'message-text', type: 'text', maxlength: 1000, autocomplete: 'off', oninput: () => sessionStorage.setItem(at, input.value), 'aria-label': t('chat.write'), placeholder: t('chat.write') });
	const send = async (event) => {
		event.preventDefault();
		const text = input.value.trim();
		if (text === '') return;
		// The same message keeps its id until it is taken: the answer to the first attempt may have been lost.
		if (sending.text !== text) sending = { text, messageId: newKey() };
		sessionStorage.setItem(sent, JSON.stringify(sending));
		const own = sending;
		if (await attempt(() => post(`/chat/${chat}/messages`, own)) === undefined) return;
		// Another one may be on its way by now.
		if (sending === own) {
			sending = { text: '' };
			sessionStorage.removeItem(sent);
		}
		// What was typed since stays.
		if (input.value.trim() === text) {
			input.value = '';
			sessionStorage.removeItem(at);
		}
		await quietly(() => said.renew());
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
