/* Who is logged in. */

import { get, hasToken, keepToken, onLoginLost, post } from './api.js';

const listeners = [];

export const session = { user: null };

/** Calls back whenever somebody logged in or out. */
export function onSession(callback) {
	listeners.push(callback);
}

function become(user) {
	session.user = user;
	listeners.forEach((listener) => listener());
}

function forget() {
	keepToken(null);
	become(null);
}

/** Finds out at the start whom the kept token stands for. */
export async function restore() {
	onLoginLost(forget);
	if (!hasToken()) return;
	try {
		session.user = await get('/user/me');
	} catch (error) {
		// Unknown tokens are forgotten already; any other trouble may be over at the next start.
		session.user = null;
	}
}

export async function login(phone, code) {
	keepToken(await post('/user/login', { phone, code }));
	become(await get('/user/me'));
}

export async function logout() {
	try {
		await post('/user/logout');
	} finally {
		forget();
	}
}
