/* Numbers, times and texts of the data, as the page shows them. */

import { locale, number, t, textOr } from '../parts/i18n.js';
import { html, nothing } from './lit.js';
import { brief } from './visible.js';

export { clock, number, short } from '../parts/i18n.js';

const INSTANTS = /(?:At|^time|^started|^seen|^since|^due|^from|^until|^created|^expires)$/;
const DURATIONS = new Set(['age', 'oldest', 'remaining', 'waited', 'idle', 'ttl', 'maxLifetime', 'delay', 'untilNext', 'overdueBy', 'period', 'interval', 'visibility',
	'backoff', 'maxBackoff', 'groupTtl', 'unreadableRetry', 'lease', 'window', 'retention-time', 'oldestQueuedInvalidation', 'maxAge', 'flushInterval', 'timeToLive', 'elapsed', 'fresh', 'loadTook']);
const BYTES = new Set(['size-bytes', 'bytes', 'memory', 'payload', 'maxPayload']);
const SHARES = new Set(['errorRate', 'fill', 'alarmAt']);
const LEAST_SHARE = 1e-6;
const ISO_DURATION = /^-?P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/;
const ISO_INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const YEAR_2001 = 1e12;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const both = (key, larger, smaller) => (smaller === 0 ? t(`span.${key}.whole`, larger) : t(`span.${key}`, larger, smaller));

/** A span of time, in its two largest units. */
export function span(millis) {
	if (millis < 0) return `−${span(-millis)}`;
	if (millis < SECOND) return t('span.ms', Math.round(millis));
	if (millis < MINUTE) return t('span.s', number(millis / SECOND, millis < 10 * SECOND ? 1 : 0));
	if (millis < HOUR) return both('min', Math.floor(millis / MINUTE), Math.floor(millis % MINUTE / SECOND));
	if (millis < DAY) return both('h', Math.floor(millis / HOUR), Math.floor(millis % HOUR / MINUTE));
	return both('d', Math.floor(millis / DAY), Math.floor(millis % DAY / HOUR));
}

export const percent = (share) => (share === null ? '–' : `${number(share * 100, 1)}%`);

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

export function bytes(count) {
	const power = count > 0 ? Math.min(UNITS.length - 1, Math.floor(Math.log2(count) / 10)) : 0;
	return `${number(count / 1024 ** power, power ? 1 : 0)} ${UNITS[power]}`;
}

const sameDay = (a, b) => a.toDateString() === b.toDateString();

/** A moment: the time of day, with the date unless it is today. */
export function moment(millis) {
	const date = new Date(millis);
	if (Number.isNaN(date.getTime())) return String(millis);
	const day = sameDay(date, new Date()) ? {} : { year: 'numeric', month: 'short', day: 'numeric' };
	const words = date.toLocaleString(locale(), { ...day, hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
	return html`<time datetime=${date.toISOString()}>${words}</time>`;
}

/** The name of a field, which can be another one in a kind of room: of the texts, else as the server calls it. */
export const field = (name, kind = '') => textOr(`field.${name}.${kind}`, plainField(name));

const plainField = (name) => textOr(`field.${name}`, name.replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`).replace(/-/g, ' '));

function millisOf(text) {
	const [, days = 0, hours = 0, minutes = 0, seconds = 0] = text.match(ISO_DURATION);
	return (text.startsWith('-') ? -1 : 1) * (days * DAY + hours * HOUR + minutes * MINUTE + seconds * SECOND);
}

function text(value) {
	if (value.length > 2 && ISO_DURATION.test(value)) return span(millisOf(value));
	if (ISO_INSTANT.test(value)) return moment(Date.parse(value));
	return html`<bdi class="text">${brief(value)}</bdi>`;
}

/** One value of the data, read by the name of its field. */
export function value(name, given) {
	if (given === null || given === undefined || given === '' || given.length === 0) return '–';
	if (typeof given === 'boolean') return t(given ? 'yes' : 'no');
	if (typeof given === 'number') {
		if (given > YEAR_2001 && INSTANTS.test(name)) return moment(given);
		if (DURATIONS.has(name)) return span(given);
		if (SHARES.has(name)) return given > 0 && given < LEAST_SHARE ? `< ${number(LEAST_SHARE * 100, 6)}%` : `${number(Number((given * 100).toPrecision(3)), 6)}%`;
		if (name === 'token' || name === 'pid') return String(given);
		return BYTES.has(name) ? bytes(given) : number(given);
	}
	if (name === 'kind') return textOr(`kind.${String(given).toLowerCase()}`, given);
	if (typeof given === 'string') return text(given);
	if (Array.isArray(given) && given.every((one) => typeof one !== 'object')) return html`<bdi class="text">${given.join(', ')}</bdi>`;
	return html`<code class="json" lang="en">${JSON.stringify(given)}</code>`;
}

/** A name of the data: any text, in its own direction, with each of its characters seen. */
export const named = (name) => html`<bdi class="name">${brief(name)}</bdi>`;

/** The id of a process, short, and whole for those that ask. */
export const processName = (state, id) => {
	const found = state?.processes?.find((one) => one.id === id);
	return found ? html`<bdi class="name">${found.host ? `${found.host}:${found.pid ?? ''}` : id}</bdi>${found.here ? html` <span class="tag">${t('process.here')}</span>` : nothing}` : named(String(id ?? '–'));
};
