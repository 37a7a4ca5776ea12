/* The rooms of the navigation: their names, what is counted of them, and what is wrong in them. */

import { has, t } from '../parts/i18n.js';
import { span } from './format.js';
import { QUEUES, grown, kindOf, lineId } from './lines.js';
import { errorText } from './shortened.js';
import { brief } from './visible.js';

const ORDER = ['task-queue', 'stream-queue', 'delay-queue', 'lock', 'semaphore', 'ratelimit', 'cache', 'id', 'session'];
const MINUTE_MS = 60000;
const WAITING_MS = 10000;

const place = (room) => {
	const found = ORDER.indexOf(kindOf(room));
	return found < 0 ? ORDER.length : found;
};

export const isQueue = (room) => QUEUES.includes(kindOf(room));

/** The rooms of a snapshot, in their order. */
export const roomIds = (state) => Object.keys(state?.rooms ?? {}).sort((a, b) => place(a) - place(b) || a.localeCompare(b));

/** The name of a room; of one of another server with that server's name. */
export function roomName(room) {
	const kind = kindOf(room);
	const name = has(`room.${kind}`) ? t(`room.${kind}`) : kind;
	return kind === room ? name : t('room.server', name, room.slice(0, -kind.length - 1));
}

/** The address of a view of the page. */
export const to = (...parts) => `#/${parts.map(encodeURIComponent).join('/')}`;

export const toRoom = (room, ...more) => to('room', room, ...more);

/** How many things there are, or null. */
export function count(room, shown) {
	const kind = kindOf(room);
	if (isQueue(room)) return shown.instances?.length ?? 0;
	if (kind === 'lock' || kind === 'semaphore') return shown.held ?? 0;
	if (kind === 'ratelimit') return shown.policies?.length ?? 0;
	if (kind === 'cache') return shown.caches?.length ?? 0;
	const names = [shown, ...(shown.processes ?? [])].flatMap((report) => Object.keys(Object.values(report).find((one) => one !== null && typeof one === 'object' && !Array.isArray(one)) ?? {}));
	return names.length ? new Set(names).size : null;
}

function* queueAlarms(room, shown) {
	for (const one of shown.instances ?? []) {
		const href = toRoom(room, one.name);
		if (one.error) yield { level: 'bad', text: t('alarm.error', brief(one.name), errorText(one.error)), href };
		if (one.deadLetters > 0) yield { level: 'bad', text: t('alarm.dead', one.deadLetters, brief(one.name)), href };
		if (one.droppedDeadLetters > 0) yield { level: 'bad', text: t('alarm.dropped', one.droppedDeadLetters, brief(one.name)), href };
		if (one.paused) yield { level: 'warn', text: t('alarm.paused', brief(one.name)), href };
		else if (one.oldest > MINUTE_MS && one.depth > 0) yield { level: 'warn', text: t('alarm.late', brief(one.name), span(one.oldest)), href };
		if (one.depth > 0 && one.consumers === 0) yield { level: 'warn', text: t('alarm.nobody', brief(one.name)), href };
	}
}

function* holdAlarms(room, shown) {
	const longest = (shown.waiters ?? []).reduce((most, one) => (one.waited > (most?.waited ?? 0) ? one : most), null);
	if (longest?.waited > WAITING_MS) yield { level: 'warn', text: t('alarm.waits', brief(longest.name), span(longest.waited)), href: toRoom(room) };
}

function* limitAlarms(room, shown, history) {
	for (const one of shown.policies ?? []) {
		const refused = grown(history, lineId(room, one.name, 'refused'), MINUTE_MS);
		if (refused > 0) yield { level: 'warn', text: t('alarm.refused', refused, brief(one.name)), href: toRoom(room) };
	}
}

function* cacheAlarms(room, shown, history) {
	for (const one of shown.caches ?? []) {
		const failed = grown(history, lineId(room, one.name, 'failedLoads'), MINUTE_MS);
		if (failed > 0) yield { level: 'bad', text: t('alarm.loads', failed, brief(one.name)), href: toRoom(room, one.name) };
	}
	if (shown.queuedInvalidations > 0) yield { level: 'warn', text: t('alarm.invalidations', shown.queuedInvalidations), href: toRoom(room) };
}

/** What is wrong in a room: [{level, text, href}]. */
export function alarms(room, shown, history) {
	const kind = kindOf(room);
	if (shown.error) return [{ level: 'bad', text: t('alarm.error', roomName(room), errorText(shown.error)), href: toRoom(room) }];
	if (isQueue(room)) return [...queueAlarms(room, shown)];
	if (kind === 'lock' || kind === 'semaphore') return [...holdAlarms(room, shown)];
	if (kind === 'ratelimit') return [...limitAlarms(room, shown, history)];
	return kind === 'cache' ? [...cacheAlarms(room, shown, history)] : [];
}

/** What is wrong in all of them. */
export function allAlarms({ state, history }) {
	const found = roomIds(state).flatMap((room) => alarms(room, state.rooms[room], history));
	const refusals = state?.refusals?.length ?? 0;
	if (refusals) found.push({ level: 'warn', text: t('alarm.refusals', refusals), href: to('refusals') });
	return found.sort((a, b) => Number(a.level !== 'bad') - Number(b.level !== 'bad'));
}
