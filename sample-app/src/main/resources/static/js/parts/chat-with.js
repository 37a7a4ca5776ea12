/* Chats with others: who is in one, and the one with somebody. */

import { create, get, newKey } from '../api.js';
import { session } from '../session.js';

/** The members of a chat beside oneself. */
export async function others(chat, signal) {
	const members = await get(`/chat/${chat}/members`, {}, signal);
	return members.filter((user) => user.id !== session.user.id);
}

/** The key of the request that begins a chat with somebody, the same in all tabs until one of them has the chat. */
function begun(userId) {
	const at = `chat:${session.user.id}:${userId}`;
	return {
		key: () => {
			if (localStorage.getItem(at) === null) localStorage.setItem(at, newKey());
			return localStorage.getItem(at);
		},
		forget: () => localStorage.removeItem(at)
	};
}

async function present(userId) {
	for (const { chat } of await get('/chat')) {
		const members = await others(chat);
		if (members.length === 1 && members[0].id === userId) return chat;
	}
	return null;
}

/** The chat with just this user: the one that there is, or a new one. */
export async function chatWith(userId) {
	const { key, forget } = begun(userId);
	const chat = await present(userId) ?? await create('/chat', { members: [userId] }, key());
	forget();
	return chat;
}
