/* The samples of the last minutes: all at first, then those that are new. */

import { get } from '../api.js';

const KEPT = 600;

const key = (line) => `${line.plot}|${line.name}|${line.instance ?? ''}`;

export class History {

	constructor() {
		this.whose = 'this';
		this.forget();
	}

	/** Takes the samples of this instance, of each, or of all together: `this`, `each` or `all`. */
	choose(whose) {
		this.whose = whose;
		this.forget();
	}

	forget() {
		this.instance = null;
		this.others = [];
		this.times = [];
		this.lines = new Map();
	}

	/** Asks for what is new. Another instance, or one that was started again, has another history. */
	async load() {
		const since = this.times.at(-1) ?? 0;
		const { whose } = this;
		let fresh = await get('/ops/history', { since, of: whose });
		if (whose !== this.whose) return;
		if (this.instance !== null && fresh.instance !== this.instance) {
			this.forget();
			fresh = await get('/ops/history', { since: 0, of: whose });
		}
		this.instance = fresh.instance;
		this.others = fresh.others;
		this.append(fresh);
	}

	append(fresh) {
		const before = this.times.length;
		const given = new Map(fresh.lines.map((line) => [key(line), line]));
		this.times = [...this.times, ...fresh.times];
		for (const line of fresh.lines) {
			if (!this.lines.has(key(line))) this.lines.set(key(line), { ...line, values: Array(before).fill(null) });
		}
		const none = Array(fresh.times.length).fill(null);
		for (const [name, line] of this.lines) line.values = [...line.values, ...(given.has(name) ? given.get(name).values : none)];
		this.cut();
	}

	cut() {
		const many = this.times.length - KEPT;
		if (many <= 0) return;
		this.times = this.times.slice(many);
		for (const [name, line] of this.lines) {
			line.values = line.values.slice(many);
			if (line.values.every((value) => value === null)) this.lines.delete(name);
		}
	}

	of(plot) {
		return [...this.lines.values()].filter((line) => line.plot === plot).sort((a, b) => order(a.name) - order(b.name) || (a.instance === this.instance ? -1 : 1));
	}

}

const ORDER = ['ok', 'refused', 'failed', 'p50', 'p99', 'max', 'rate', 'local', 'redis', 'lookups', 'loads', 'acknowledged', 'retried', 'dead', 'lost'];
const order = (name) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
