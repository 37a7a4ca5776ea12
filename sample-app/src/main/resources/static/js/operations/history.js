/* The samples of the last minutes: all at first, then those that are new. */

import { History as Lines } from '../../console/parts/history.js';
import { get } from '../api.js';

const KEPT = 600;

const key = (line) => `${line.plot}|${line.name}|${line.instance ?? ''}`;

export class History {

	constructor() {
		this.whose = 'this';
		this.turn = 0;
		this.taken = 0;
		this.kept = new Lines(KEPT);
		this.forget();
	}

	/** Takes the samples of this instance, of each, or of all together: `this`, `each` or `all`. */
	choose(whose) {
		this.whose = whose;
		// What was asked for before is of another history.
		this.turn += 1;
		this.taken = this.turn;
		this.forget();
	}

	forget() {
		this.instance = null;
		this.others = [];
		this.named = new Map();
		this.kept.forget();
		this.summed = new Set();
	}

	get times() {
		return this.kept.times;
	}

	/** Asks for what is new. Another instance, or one that was started again, has another history. */
	async load() {
		const since = this.times.at(-1) ?? 0;
		const { whose } = this;
		this.turn += 1;
		const { turn } = this;
		let fresh = await get('/ops/history', { since, of: whose });
		const other = () => this.instance !== null && fresh.instance !== this.instance;
		if (turn >= this.taken && other()) fresh = await get('/ops/history', { since: 0, of: whose });
		// A slow answer says nothing that a later one has not said.
		if (turn < this.taken) return;
		this.taken = turn;
		if (other()) this.forget();
		this.instance = fresh.instance;
		this.others = fresh.others;
		this.summed = new Set(fresh.summed);
		this.append(this.later(fresh));
	}

	/** What was asked for twice is known already. */
	later(fresh) {
		const known = this.times.at(-1) ?? -1;
		const first = fresh.times.findIndex((time) => time > known);
		const from = first < 0 ? fresh.times.length : first;
		return { times: fresh.times.slice(from), lines: fresh.lines.map((line) => ({ ...line, values: line.values.slice(from) })) };
	}

	append({ times, lines }) {
		for (const { values: _, ...line } of lines) this.named.set(key(line), line);
		this.kept.append(times, lines.map((line) => [key(line), line.values]));
		for (const name of this.named.keys()) {
			if (!this.kept.lines.has(name)) this.named.delete(name);
		}
	}

	of(plot) {
		return [...this.kept.lines].map(([name, values]) => ({ ...this.named.get(name), values }))
			.filter((line) => line.plot === plot).sort((a, b) => order(a.name) - order(b.name) || (a.instance === this.instance ? -1 : 1));
	}

}

const ORDER = ['ok', 'refused', 'failed', 'p50', 'p99', 'max', 'rate', 'local', 'redis', 'lookups', 'loads', 'acknowledged', 'retried', 'dead', 'lost'];
const order = (name) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
