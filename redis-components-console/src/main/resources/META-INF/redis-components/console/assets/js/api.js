/* The requests of the page. All addresses are relative to the page. */

import { textOr } from '../parts/i18n.js';

const LONG_MS = 15000;

/** A request that did not do what was asked. `kind` is unreachable, ended, forbidden, away, missing or refused, and unknown if it may have done it. */
export class Refused extends Error {

	constructor(kind, message, outcome) {
		super(message);
		this.kind = kind;
		/** What the server knows of an action that Redis did not answer. */
		this.outcome = outcome;
	}

}

const session = { csrf: null, role: null, changed: () => {} };

const KINDS = { 401: 'ended', 403: 'forbidden', 404: 'missing', 409: 'conflict', 502: 'denied', 503: 'away' };
/** What the server says of these in one sentence for all is said in the language of the page. */
const GENERAL = ['conflict', 'denied', 'away', 'failed'];

/** Has Spring Security answer 401 to a session that has ended, without the dialog of the browser for HTTP Basic. */
const SCRIPT = { 'X-Requested-With': 'XMLHttpRequest' };

async function ask(address, { headers, patience = LONG_MS, ...options }) {
	let response;
	try {
		response = await fetch(address, { cache: 'no-store', credentials: 'same-origin', redirect: 'manual', signal: patience === null ? null : AbortSignal.timeout(patience),
			headers: { ...SCRIPT, ...headers }, ...options });
	} catch (error) {
		throw new Refused('unreachable', '');
	}
	// A login page answers a session that has ended.
	if (response.type === 'opaqueredirect') throw new Refused('ended', '');
	if (response.status === 304) return { response, body: null };
	const json = (response.headers.get('Content-Type') ?? '').includes('json');
	if (response.ok && !json) throw new Refused('ended', '');
	let body;
	try {
		body = json ? await response.json() : null;
	} catch (error) {
		throw new Refused('unreachable', '');
	}
	if (response.ok) return { response, body };
	// What is before the application answers in its place.
	if (response.status >= 500 && body?.error === undefined) throw new Refused('unreachable', '');
	const kind = KINDS[response.status] ?? (response.status >= 500 ? 'failed' : 'refused');
	throw new Refused(kind, String(body?.error ?? ''), body?.outcome);
}

const query = (params) => {
	const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== '');
	return given.length ? `?${new URLSearchParams(given)}` : '';
};

/** What is longer has no place in an address. */
const LONGEST = 2000;

/** Asks for something; names that are too long for an address are in the body. */
export async function get(path, params = {}) {
	const address = `api/${path}${query(params)}`;
	if (address.length <= LONGEST) return (await ask(address, {})).body;
	return (await ask(`api/${path}`, { method: 'POST', headers: writing(), body: JSON.stringify(params) })).body;
}

/** Asks for what is new since the entity tag; the body is null if nothing is. The date is that of the server, NaN if it has none. */
export async function fresh(path, tag) {
	const { response, body } = await ask(`api/${path}`, { headers: tag ? { 'If-None-Match': tag } : {} });
	return { body, tag: response.headers.get('ETag') ?? tag, date: Date.parse(response.headers.get('Date') ?? '') };
}

/** Who looks, with the header that Spring Security wants of writing requests, if it does. */
export async function identify() {
	const found = await get('session');
	session.csrf = found.csrf ?? null;
	session.role = found.role;
	session.changed(found);
	return found;
}

/** Tells of each answer of `identify`. */
export function identified(changed) {
	session.changed = changed;
}

function writing() {
	const headers = { 'Content-Type': 'application/json', 'X-Redis-Components-Console': '1' };
	if (session.csrf) headers[session.csrf.header] = session.csrf.token;
	return headers;
}

/** An action may take long, and the browser decides how long it waits. Without an answer it may have been performed. */
async function send(path, body) {
	try {
		return (await ask(`api/${path}`, { method: 'POST', headers: writing(), body: JSON.stringify(body), patience: null })).body;
	} catch (error) {
		throw error.kind === 'unreachable' || error.kind === 'failed' || error.outcome === 'unknown' ? new Refused('unknown', '') : error;
	}
}

/** Posts. What is refused, maybe by its token, is not performed: it is sent once more with the token of now. */
export async function post(path, body) {
	try {
		return await send(path, body);
	} catch (error) {
		if (error.kind !== 'forbidden' || session.csrf === null) throw error;
		const { role } = await identify();
		if (role !== 'operate') throw error;
		return send(path, body);
	}
}

export const roomPath = (room, more = '') => `rooms/${encodeURIComponent(room)}${more}`;

/** What went wrong, as a text with its language: sentences of the server are English. */
export function sentence(error) {
	if (!(error instanceof Refused)) throw error;
	const general = error.kind === 'failed' || (GENERAL.includes(error.kind) && session.role !== 'operate');
	if (error.message && !general) return { text: error.message, lang: 'en' };
	return { text: textOr(`error.${error.kind}`, error.kind), lang: null };
}
