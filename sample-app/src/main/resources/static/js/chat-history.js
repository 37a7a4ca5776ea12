/*
 * What was said. The server keeps a message until everybody has read it, and no longer; the browser keeps what it has shown, the newest
 * messages of each chat, until the user logs out.
 */

import { session } from './session.js';

const MOST = 200;
const PREFIX = 'chat:';

const key = (chat) => `${PREFIX}${session.user.id}:${chat}`;

/** The messages of a chat by their number. */
export function history(chat) {
	try {
		return JSON.parse(localStorage.getItem(key(chat))) ?? [];
	} catch (error) {
		return [];
	}
}

/** Adds messages; those that are there already are not added again. Answers with the new ones. */
export function remember(chat, messages) {
	const known = history(chat);
	const numbers = new Set(known.map((message) => message.seq));
	const fresh = messages.filter((message) => !numbers.has(message.seq));
	const all = [...known, ...fresh].sort((a, b) => a.seq - b.seq).slice(-MOST);
	localStorage.setItem(key(chat), JSON.stringify(all));
	return fresh;
}

export function forgetChats() {
	for (const name of Object.keys(localStorage)) {
		if (name.startsWith(PREFIX)) localStorage.removeItem(name);
	}
}
