/* Chats with others: who is in one, and the one with somebody. */

import { get, put } from '../api.js';
import { session } from '../session.js';

/** The members of a chat beside oneself. */
export async function others(chat, signal) {
	const members = await get(`/chat/${chat}/members`, {}, signal);
	return members.filter((user) => user.id !== session.user.id);
}

/** The chat with just this user, the same for both: the one that there is, or a new one. */
export const chatWith = (userId) => put(`/chat/with/${userId}`);
