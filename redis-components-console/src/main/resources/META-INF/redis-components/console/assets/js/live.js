/* The state of all processes, asked for once a second while the page is looked at, and its last ten minutes. */

import { History } from '../parts/history.js';
import { every } from '../parts/poll.js';
import { fresh } from './api.js';
import { lines } from './lines.js';
import { shaped } from './shape.js';

const STEP_MS = 1000;
const KEPT = 600;
/** After so long, or so many intervals, without a new snapshot the page says so. */
const STALE_MS = 6000;
const STALE_INTERVALS = 4;
const GAP_INTERVALS = 3.5;

const VIEWER = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export class Live {

	/** @param changed is told after each round */
	constructor(changed) {
		this.changed = changed;
		this.state = null;
		this.tag = null;
		this.trouble = null;
		this.heard = 0;
		this.history = new History(KEPT);
		this.stop = new AbortController();
	}

	async start() {
		await this.look();
		every(STEP_MS, () => this.look(), this.stop.signal);
	}

	async look() {
		try {
			const { body, tag } = await fresh(`state?viewer=${VIEWER}`, this.tag);
			this.trouble = null;
			this.tag = tag;
			if (body) this.take(shaped(body));
		} catch (error) {
			if (error.kind === undefined) throw error;
			this.trouble = error.kind;
		}
		this.changed();
	}

	take(state) {
		this.history.gap = Math.max(STEP_MS, state.interval ?? 0) * GAP_INTERVALS;
		if (this.state === null || state.time > this.state.time) {
			this.history.append([state.time], [...lines(state)].map(([name, value]) => [name, [value]]));
			this.heard = performance.now();
		}
		this.state = state;
	}

	/** What is wrong with what is shown, or null. */
	get wrong() {
		if (this.trouble) return this.trouble;
		if (this.state?.redis?.reachable === false) return 'away';
		if (this.state?.redis?.error) return 'denied';
		return this.state && performance.now() - this.heard > Math.max(STALE_MS, STALE_INTERVALS * (this.state.interval ?? 0)) ? 'stale' : null;
	}

}
