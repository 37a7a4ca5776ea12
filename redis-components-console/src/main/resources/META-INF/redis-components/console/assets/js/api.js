/* The requests of the page. All addresses are relative to the page. */

import { textOr } from '../parts/i18n.js';

const LONG_MS = 15000;

/** A request that did not do what was asked. `kind` is unreachable, ended, forbidden, away, missing or refused. */
export class Refused extends Error {

	constructor(kind, message) {
		super(message);
		this.kind = kind;
	}

}

const session = { csrf: null };

/** The header that Spring Security wants of writing requests, if it does. */
export function secured(csrf) {
	session.csrf = csrf ?? null;
}

const KINDS = { 401: 'ended', 403: 'forbidden', 404: 'missing', 503: 'away' };

/** Has Spring Security answer 401 to a session that has ended, without the dialog of the browser for HTTP Basic. */
const SCRIPT = { 'X-Requested-With': 'XMLHttpRequest' };

async function ask(address, { headers, ...options }) {
	let response;
	try {
		response = await fetch(address, { cache: 'no-store', credentials: 'same-origin', redirect: 'manual', signal: AbortSignal.timeout(LONG_MS),
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
	const kind = KINDS[response.status] ?? (response.status >= 500 && body?.error === undefined ? 'unreachable' : 'refused');
	throw new Refused(kind, String(body?.error ?? ''));
}

const query = (params) => {
	const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== '');
	return given.length ? `?${new URLSearchParams(given)}` : '';
};

export const get = async (path, params = {}) => (await ask(`api/${path}${query(params)}`, {})).body;

/** Asks for what is new since the entity tag; the body is null if nothing is. */
export async function fresh(path, tag) {
	const { response, body } = await ask(`api/${path}`, { headers: tag ? { 'If-None-Match': tag } : {} });
	return { body, tag: response.headers.get('ETag') ?? tag };
}

export async function post(path, body) {
	const headers = { 'Content-Type': 'application/json', 'X-Redis-Components-Console': '1' };
	if (session.csrf) headers[session.csrf.header] = session.csrf.token;
	return (await ask(`api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).body;
}

export const roomPath = (room, more = '') => `rooms/${encodeURIComponent(room)}${more}`;

/** What went wrong, as a text with its language: sentences of the server are English. */
export function sentence(error) {
	if (!(error instanceof Refused)) throw error;
	if (error.message) return { text: error.message, lang: 'en' };
	return { text: textOr(`error.${error.kind}`, error.kind), lang: null };
}
