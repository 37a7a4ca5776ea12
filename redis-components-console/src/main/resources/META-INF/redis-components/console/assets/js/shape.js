/* Rooms whose processes report each for itself, added up. */

import { kindOf } from './lines.js';
import { isMark } from './shortened.js';

const isMap = (given) => given !== null && typeof given === 'object' && !Array.isArray(given);

/** Maps with the same key as one, with the sums of their numbers. */
function summed(all, keyOf) {
	const found = new Map();
	for (const one of all) {
		const key = keyOf(one);
		const before = found.get(key);
		if (before === undefined) {
			found.set(key, { ...one });
			continue;
		}
		for (const [name, value] of Object.entries(one)) {
			if (typeof value === 'number') before[name] = (before[name] ?? 0) + value;
		}
	}
	return [...found.values()];
}

const each = (processes, field) => processes.flatMap((report) => (Array.isArray(report[field]) ? report[field] : []));

/** What was left out of all of the reports. */
function marks(processes) {
	const found = {};
	for (const [name, given] of processes.flatMap((report) => Object.entries(report).filter(([key]) => isMark(key)))) {
		found[name] = typeof given === 'number' ? (found[name] ?? 0) + given : given || found[name];
	}
	return found;
}

function cache({ processes, ...rest }) {
	const levels = processes.flatMap(({ process, localLevels }) => (Array.isArray(localLevels) ? localLevels.map((one) => ({ process, ...one }))
		: Object.entries(localLevels ?? {}).map(([invalidation, state]) => ({ process, invalidation, state }))));
	return { caches: summed(each(processes, 'caches'), (one) => one.name), localLevels: levels,
		queuedInvalidations: processes.reduce((sum, one) => sum + (one.queuedInvalidations ?? 0), 0), ...marks(processes), ...rest };
}

function ratelimit({ processes, ...rest }) {
	const policies = new Map();
	for (const report of processes) {
		for (const [name, policy] of Object.entries(isMap(report.policies) ? report.policies : {})) policies.set(name, { name, ...policy, allowed: 0, refused: 0 });
	}
	for (const one of summed(each(processes, 'decisions'), (decision) => decision.policy)) {
		policies.set(one.policy, { ...policies.get(one.policy), name: one.policy, allowed: one.allowed ?? 0, refused: one.refused ?? 0 });
	}
	const refused = summed(each(processes, 'refused'), (one) => `${one.policy}\n${one.key}`).sort((a, b) => b.count - a.count);
	return { policies: [...policies.values()], refused, ...marks(processes), ...rest };
}

function session({ processes, ...rest }) {
	const [sum = {}] = summed(processes.map(({ process: _, ...report }) => report), () => '');
	return { ...sum, ...marks(processes), ...rest };
}

/** What is a list of maps in each release that has it. */
const LISTS = new Set(['processes', 'instances', 'handlers', 'groups', 'oldest', 'waiters', 'caches', 'localLevels', 'decisions', 'refused']);

/** What is a list of texts. */
const TEXTS = new Set(['actions', 'lists']);

const isSum = (name, given) => name === 'refused' && typeof given === 'number';

/** A report with lists where lists belong: another release can have reported something else. */
function checked(report) {
	if (!isMap(report)) return {};
	const entries = Object.entries(report).filter(([, given]) => given !== null && given !== undefined);
	return Object.fromEntries(entries.map(([name, given]) => {
		if (TEXTS.has(name)) return [name, Array.isArray(given) ? given.filter((one) => typeof one === 'string') : []];
		if (!LISTS.has(name) || isSum(name, given) || (name === 'localLevels' && isMap(given))) return [name, given];
		return [name, Array.isArray(given) ? given.filter(isMap).map(checked) : []];
	}));
}

const maps = (given) => (Array.isArray(given) ? given.filter(isMap) : []);

/** A snapshot whose rooms can be read. */
export const readable = (state) => ({ ...state, processes: maps(state.processes), refusals: maps(state.refusals), rooms: Object.fromEntries(Object.entries(isMap(state.rooms) ? state.rooms : {}).map(([room, report]) => [room, checked(report)])) });

const SHAPES = { cache, ratelimit, session };

/** A snapshot with these rooms as one. */
export function shaped(state) {
	const rooms = Object.entries(state.rooms ?? {}).map(([room, shown]) => {
		const shape = SHAPES[kindOf(room)];
		return [room, shape && Array.isArray(shown.processes) ? shape(shown) : shown];
	});
	return { ...state, rooms: Object.fromEntries(rooms) };
}
