/* Chats with others: who is in one, and the one with somebody. */

import { get, post } from '../api.js';
import { session } from '../session.js';

/** The members of a chat beside oneself. */
export async function others(chat, signal) {
	const members = await get(`/chat/${chat}/members`, {}, signal);
	return members.filter((user) => user.id !== session.user.id);
}

/** The chat with just this user: the one that there is, or a new one. */
export async function chatWith(userId) {
	for (const { chat } of await get('/chat')) {
		const members = await others(chat);
		if (members.length === 1 && members[0].id === userId) return chat;
	}
	return post('/chat', { members: [userId] });
}
