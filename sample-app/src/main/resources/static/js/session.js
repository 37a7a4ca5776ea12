/* Who is logged in. */

import { forgetToken, get, keepToken, onLoginLost, onTokenChanged, post, token } from './api.js';

const listeners = [];

export const session = { user: null };

/** Calls back whenever somebody logged in or out, and with true when only something of the user has changed. */
export function onSession(callback) {
	listeners.push(callback);
}

function become(user, isSame = false) {
	session.user = user;
	listeners.forEach((listener) => listener(isSame));
}

function forget(old) {
	forgetToken(old);
	// Somebody else may have logged in in another tab meanwhile.
	if (token() === null) become(null);
}

/** Whom the kept token stands for; undefined if that could not be asked. */
async function whose() {
	if (token() === null) return null;
	try {
		return await get('/user/me');
	} catch (error) {
		return error.kind === 'login' ? null : undefined;
	}
}

/** Follows what another tab did. */
async function follow() {
	const asked = token();
	const user = await whose();
	if (user !== undefined && asked === token() && user?.id !== session.user?.id) become(user);
}

/** What the user has changed of itself. */
export function changed(what) {
	become({ ...session.user, ...what }, true);
}

/** Finds out at the start who is logged in. */
export async function restore() {
	onLoginLost(forget);
	onTokenChanged(follow);
	session.user = await whose() ?? null;
}

export async function login(phone, code) {
	keepToken(await post('/user/login', { phone, code }));
	become(await get('/user/me'));
}

export async function logout() {
	const old = token();
	try {
		await post('/user/logout');
	} finally {
		forget(old);
	}
}
