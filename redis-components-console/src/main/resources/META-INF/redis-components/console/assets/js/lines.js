/* Which numbers of a snapshot the page keeps for curves: what there is, as it is; of totals how much they grew. */

export const QUEUES = ['task-queue', 'stream-queue', 'delay-queue'];

const QUEUE = ['depth', 'lag', 'pending', 'retrying', 'deadLetters', 'waiting', 'overdue', 'oldest'];
const CACHE = ['local', 'redis', 'stale', 'misses', 'loads', 'failedLoads', 'invalidations'];
const LIMIT = ['allowed', 'refused'];

/** The line of a number; the name of the room has no line break. */
export const lineId = (room, name, key) => `${room}\n${name}\n${key}`;

const grownId = (id) => `+${id}`;

/** The room's own name without the name of a server, such as `lock` of `hot.lock`. */
export const kindOf = (room) => room.slice(room.lastIndexOf('.') + 1);

const list = (given) => (Array.isArray(given) ? given : []);

function* numbers(room, name, from, keys) {
	for (const key of keys) {
		if (typeof from[key] === 'number') yield [lineId(room, name, key), from[key]];
	}
}

/** The numbers of a snapshot that go up and down. */
export function* gauges(state) {
	for (const [room, shown] of Object.entries(state.rooms ?? {})) {
		const kind = kindOf(room);
		if (QUEUES.includes(kind)) {
			for (const one of list(shown.instances)) yield* numbers(room, one.name, one, QUEUE);
		} else if (kind !== 'cache' && kind !== 'ratelimit') {
			yield* numbers(room, '', shown, Object.keys(shown));
		}
	}
}

function* ofProcess(room, kind, report) {
	if (kind === 'cache') {
		for (const one of list(report.caches)) yield* numbers(room, one.name, one, CACHE);
	} else if (kind === 'ratelimit') {
		for (const one of list(report.decisions)) yield* numbers(room, one.policy, one, LIMIT);
		for (const one of list(report.policies)) yield* numbers(room, one.name, one, LIMIT);
	} else {
		yield* numbers(room, '', report, Object.keys(report));
	}
}

/** The totals of a snapshot as it arrived: [process, or null of all together, room, line, value]. */
export function* totals(state) {
	if (typeof state.redis?.commands === 'number') yield [null, 'redis', lineId('redis', '', 'commands'), state.redis.commands];
	for (const [room, shown] of Object.entries(state.rooms ?? {})) {
		const kind = kindOf(room);
		if (QUEUES.includes(kind)) continue;
		const each = Array.isArray(shown.processes) ? shown.processes.map((report) => [report.process, report]) : [[null, shown]];
		for (const [process, report] of each) {
			for (const [line, value] of ofProcess(room, kind, report)) yield [process, room, line, value];
		}
	}
}

/** The lines of a snapshot: [[line, [value]]]. */
export function lines(state, grown) {
	return [...[...gauges(state)].map(([line, value]) => [line, [value]]), ...[...grown].map(([line, value]) => [grownId(line), [value]])];
}

/** The growth a second of a total, at the last times of the history or at all of them. */
export function rates(history, id, last = history.times.length) {
	const { times, gap } = history;
	const values = history.of(grownId(id));
	const from = Math.max(0, times.length - last);
	return values.slice(from).map((value, index) => {
		const passed = times[from + index] - times[from + index - 1];
		return value === null || !(passed > 0 && passed <= gap) ? null : value * 1000 / passed;
	});
}

/** How much a total grew in the last so many milliseconds, or null if that is not known. */
export function grown(history, id, millis) {
	const { times } = history;
	const values = history.of(grownId(id));
	const from = (times.at(-1) ?? 0) - millis;
	let sum = null;
	for (let index = times.length - 1; index >= 0 && times[index] > from; index--) {
		if (values[index] !== null && values[index] !== undefined) sum = (sum ?? 0) + values[index];
	}
	return sum;
}

/** The share of one growth in the sum of several, at each time; null where nothing grew. */
export function shares(parts, all) {
	return parts.map((value, index) => {
		const sum = all.reduce((total, line) => total + (line[index] ?? 0), 0);
		return value === null || value === undefined || sum === 0 ? null : value / sum;
	});
}
