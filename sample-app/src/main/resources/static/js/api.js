/* Calls to the application. Every answer is an envelope {success, errorMsg?, data?}. */

import { KEPT_TOKEN, taken, withQuery } from './early.js';

const PATIENCE_MS = 8000;

/** The request was not done; the message is a sentence, or a key of the texts where the server could not be asked. */
export class Refused extends Error {

	constructor(sentence, kind = 'refused', lang = null) {
		super(sentence);
		this.kind = kind;
		this.lang = lang;
	}

}

/* All tabs of a browser share one login. What is kept is asked for each time, because another tab may have changed it. */

const KEPT = KEPT_TOKEN;
let lost = () => {};

export const token = () => localStorage.getItem(KEPT);

export const keepToken = (value) => localStorage.setItem(KEPT, value);

/** Forgets a token, unless another one has taken its place since. */
export function forgetToken(old) {
	if (token() === old) localStorage.removeItem(KEPT);
}

/** Calls back when the server no longer knows the token. */
export function onLoginLost(callback) {
	lost = callback;
}

/** Calls back when another tab has logged somebody in or out. */
export function onTokenChanged(callback) {
	window.addEventListener('storage', (event) => {
		if (event.key === KEPT || event.key === null) callback();
	});
}

/* Times of the server are local to it; this is its offset, and how far its clock is ahead of ours. */
let offset = '';
let ahead = 0;

/** The moment that a local time of the server names, in milliseconds. */
export const instant = (time) => new Date(time + offset).getTime();

/** A moment in milliseconds as a local time of the server, to the minute. */
export function localTime(millis) {
	const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(offset) || [null, '+', 0, 0];
	return new Date(millis + Number(`${sign}1`) * (hours * 60 + Number(minutes)) * 60000).toISOString().slice(0, 16);
}

/** What the server's clock says, to the second. */
export const now = () => Date.now() + ahead;

let demo = false;

/** Whether the application is a demo, which has a rush. */
export const isDemo = () => demo;

/** Learns of an answer, and of when it came, what holds for all. */
export function learn(response, at) {
	demo = response.headers.get('x-demo') === 'true';
	learnTime(response, at);
}

function learnTime(response, at) {
	offset = response.headers.get('x-time-offset') || offset;
	const date = Date.parse(response.headers.get('date') || '');
	const difference = date + 500 - at;
	// The header has whole seconds, and the way takes a moment: smaller differences say nothing.
	ahead = Number.isNaN(date) || Math.abs(difference) < 1500 ? 0 : difference;
}

/* What was asked since the view was opened, and what the server says was behind the answers. */
const MOST_ANSWERS = 100;
let answered = [];

export const answers = () => answered;

/** Forgets them, for another view. */
export function forgetAnswers() {
	answered = [];
}

function noteAnswer(method, path, response) {
	const header = response.headers.get('server-timing');
	if (header) answered = [...answered.slice(1 - MOST_ANSWERS), { method, path: path.split('?')[0], header }];
}

let language = 'en';

/** In which language the server says what went wrong. */
export function answersIn(tag) {
	language = tag;
}

async function call(method, path, { body, json, key, signal } = {}) {
	const headers = { 'Accept-Language': language };
	const asked = token();
	if (asked !== null) headers.authorization = asked;
	// Another page cannot make a browser send it.
	if (method !== 'GET') headers['X-Requested-By'] = 'city-guide';
	if (json !== undefined) headers['Content-Type'] = 'application/json';
	if (key) headers['Idempotency-Key'] = key;
	const late = AbortSignal.timeout(PATIENCE_MS);
	const ask = () => fetch(path, {
		method, headers, body: json !== undefined ? JSON.stringify(json) : body,
		signal: signal ? AbortSignal.any([signal, late]) : late
	}).then((came) => ({ response: came, at: Date.now() }));
	let response;
	let at;
	let answer;
	try {
		({ response, at } = await ((method === 'GET' && taken(path, asked)) || ask()));
		answer = await response.json();
		if (signal) signal.throwIfAborted();
	} catch (error) {
		if (signal && signal.aborted) throw signal.reason;
		throw new Refused('error.unreachable', 'unreachable');
	}
	learn(response, at);
	noteAnswer(method, path, response);
	if (response.status === 401) {
		if (asked !== null && asked === token()) lost(asked);
		throw new Refused(answer.errorMsg, 'login', response.headers.get('content-language'));
	}
	// The first answer was lost, and what is sent now is not what was sent then.
	if (response.status === 422) throw new Refused('form.sent');
	if (!answer.success) throw new Refused(answer.errorMsg, 'refused', response.headers.get('content-language'));
	return answer.data;
}

export const get = (path, query, signal) => call('GET', withQuery(path, query), { signal });

export const post = (path, json, query) => call('POST', withQuery(path, query), { json });

/** A name for a request, under which it can be sent again. Pages without https have no crypto.randomUUID. */
export const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Creates something, once however often that is sent with one key. */
export const create = (path, json, key) => call('POST', path, { json, key });

export const put = (path, query, json) => call('PUT', withQuery(path, query), { json });

export const del = (path) => call('DELETE', path);

/** Sends a picture; answers with its path. */
export function upload(file, path = '/upload/blog') {
	const body = new FormData();
	body.append('file', file);
	return call('POST', path, { body });
}
