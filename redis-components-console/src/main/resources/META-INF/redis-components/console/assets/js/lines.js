/* Which numbers of a snapshot the page keeps for curves. Totals are kept as they are; rates are made when they are drawn. */

export const QUEUES = ['task-queue', 'stream-queue', 'delay-queue'];

const QUEUE = ['depth', 'lag', 'pending', 'retrying', 'deadLetters', 'waiting', 'overdue', 'oldest'];
const CACHE = ['local', 'redis', 'stale', 'misses', 'loads', 'failedLoads', 'invalidations'];

export const lineId = (room, name, key) => `${room}\n${name}\n${key}`;

function* numbers(room, name, from, keys) {
	for (const key of keys) {
		if (typeof from[key] === 'number') yield [lineId(room, name, key), from[key]];
	}
}

/** The room's own name without the name of a server, such as `lock` of `hot.lock`. */
export const kindOf = (room) => room.slice(room.lastIndexOf('.') + 1);

/** The lines of a snapshot with their values. */
export function* lines(state) {
	if (typeof state.redis?.commands === 'number') yield [lineId('redis', '', 'commands'), state.redis.commands];
	for (const [room, shown] of Object.entries(state.rooms ?? {})) {
		const kind = kindOf(room);
		if (QUEUES.includes(kind)) {
			for (const one of shown.instances ?? []) yield* numbers(room, one.name, one, QUEUE);
		} else if (kind === 'cache') {
			for (const one of shown.caches ?? []) yield* numbers(room, one.name, one, CACHE);
		} else if (kind === 'ratelimit') {
			for (const one of shown.policies ?? []) yield* numbers(room, one.name, one, ['allowed', 'refused']);
		} else {
			yield* numbers(room, '', shown, Object.keys(shown));
		}
	}
}

/** The growth a second of a line of totals; a total that became smaller has begun anew. */
export function rates(history, id) {
	const { times, gap } = history;
	let before = null;
	return history.of(id).map((value, index) => {
		if (value === null) return null;
		const last = before;
		before = { value, time: times[index] };
		if (last === null || value < last.value || before.time - last.time > gap) return null;
		return (value - last.value) * 1000 / (before.time - last.time);
	});
}

/** The share of one growth in the sum of several, at each time; null where nothing grew. */
export function shares(parts, all) {
	return parts.map((value, index) => {
		const sum = all.reduce((total, line) => total + (line[index] ?? 0), 0);
		return value === null || value === undefined || sum === 0 ? null : value / sum;
	});
}
