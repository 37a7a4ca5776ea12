/* The state of all processes, asked for once a second while the page is looked at, and its last ten minutes. */

import { History } from '../parts/history.js';
import { every } from '../parts/poll.js';
import { fresh, identify } from './api.js';
import { Growth } from './growth.js';
import { lines } from './lines.js';
import { readable, shaped } from './shape.js';

const STEP_MS = 1000;
const KEPT = 600;
/** After so long, or so many intervals, without a new snapshot the page says so. */
const STALE_MS = 6000;
const STALE_INTERVALS = 4;
const GAP_INTERVALS = 3.5;
/** A snapshot that is so much older comes from a process that is behind; a larger step back is that of a clock. */
const BEHIND_MS = 5000;
/** The clocks of browser and server differ if they differ by more. */
const EXACT_MS = 2000;

const VIEWER = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The time of the browser, which does not go back while the page is open. */
const now = () => performance.timeOrigin + performance.now();

export class Live {

	/** @param changed is told after each round */
	constructor(changed) {
		this.changed = changed;
		this.state = null;
		this.tag = null;
		this.trouble = null;
		this.heard = 0;
		this.asked = 0;
		this.taken = 0;
		this.ahead = 0;
		this.history = new History(KEPT);
		this.growth = new Growth();
		this.stop = new AbortController();
	}

	async start() {
		await this.look();
		every(STEP_MS, () => this.look(), this.stop.signal);
	}

	async look() {
		const asked = ++this.asked;
		let trouble = null;
		try {
			const { body, tag, date } = await fresh(`state?viewer=${VIEWER}`, this.tag);
			// What was asked for later has been taken.
			if (asked < this.taken) return;
			this.tag = tag;
			this.ahead = Number.isNaN(date) || Math.abs(Date.now() - date) < EXACT_MS ? 0 : Date.now() - date;
			if (body) this.take(body);
			// Another user may have logged in.
			if (this.trouble === 'ended' || this.trouble === 'forbidden') await identify();
		} catch (error) {
			if (error.kind === undefined) throw error;
			if (asked < this.taken) return;
			trouble = error.kind;
		}
		this.taken = asked;
		this.trouble = trouble;
		this.changed();
	}

	/** Takes a snapshot. All times of the history are those of the browser. */
	take(given) {
		const body = readable(given);
		const later = this.state === null ? 1 : body.time - this.state.time;
		if (later < 0 && later >= -BEHIND_MS && this.state.collector !== undefined) return;
		this.history.gap = Math.max(STEP_MS, body.interval ?? 0) * GAP_INTERVALS;
		const state = shaped(body);
		if (later !== 0) {
			this.history.append([now()], lines(state, this.growth.take(body, this.history.gap)));
			this.heard = performance.now();
		}
		this.state = state;
	}

	/** A time of the server that answers, by the clock of the browser. */
	here(millis) {
		return millis + this.ahead;
	}

	/** What is wrong with what is shown, or null. */
	get wrong() {
		if (this.trouble) return this.trouble;
		if (this.state?.redis?.reachable === false) return 'away';
		if (this.state?.redis?.error) return 'denied';
		return this.state && performance.now() - this.heard > Math.max(STALE_MS, STALE_INTERVALS * (this.state.interval ?? 0)) ? 'stale' : null;
	}

}
