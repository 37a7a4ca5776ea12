/* How much totals grew from one snapshot to the next, process by process: what joins, leaves or begins anew has not grown by that. */

import { totals } from './lines.js';

/** What was added up before it came here; it changes with the processes that are in it. */
const everybody = (processes) => `*${processes.map((one) => one.id).sort().join()}`;

/** The reports of a snapshot: Map of the process, or of all of them together, to {seen, whole, rooms, totals}. */
function reports(state) {
	const processes = state.processes ?? [];
	const all = everybody(processes);
	const known = new Map(processes.map((one) => [one.id, { seen: one.seen, whole: !one.truncated }]));
	known.set(all, { seen: Math.min(...processes.map((one) => one.seen)), whole: processes.every((one) => !one.truncated) });
	const found = new Map();
	for (const [process, room, line, value] of totals(state)) {
		const key = process ?? all;
		if (!found.has(key)) found.set(key, { seen: Number.NaN, whole: false, ...known.get(key), rooms: new Set(), totals: new Map() });
		const report = found.get(key);
		report.rooms.add(room);
		report.totals.set(line, value);
	}
	return found;
}

/** The growth of a total, or null if it is not known. */
function step(now, then, gap, room, line) {
	const apart = then === undefined ? Number.NaN : now.seen - then.seen;
	if (!(apart >= 0 && apart <= gap) || !then.rooms.has(room)) return null;
	const before = then.totals.get(line) ?? (then.whole ? 0 : null);
	const growth = before === null ? -1 : now.totals.get(line) - before;
	return growth < 0 ? null : growth;
}

export class Growth {

	constructor() {
		this.before = new Map();
	}

	/**
	 * Takes a snapshot.
	 * @param gap of reports that are further apart than so many milliseconds it is not known when a total grew
	 * @returns Map of line to its growth, null where it is not known of any process
	 */
	take(state, gap) {
		const found = reports(state);
		const grown = new Map();
		for (const [process, now] of found) {
			const then = this.before.get(process);
			for (const line of now.totals.keys()) {
				const growth = step(now, then, gap, line.slice(0, line.indexOf('\n')), line);
				const sum = grown.get(line) ?? null;
				grown.set(line, growth === null ? sum : (sum ?? 0) + growth);
			}
		}
		this.before = found;
		return grown;
	}

}
