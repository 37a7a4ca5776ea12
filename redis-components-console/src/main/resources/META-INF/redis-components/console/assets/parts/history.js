/* Lines over time: what was seen in the last minutes, for curves. */

export class History {

	/**
	 * @param kept how many points of a line are kept
	 * @param most how many lines are kept; further ones are not
	 */
	constructor(kept, most = 2000) {
		this.kept = kept;
		this.most = most;
		/** After so many milliseconds without a point a line is interrupted. */
		this.gap = 3500;
		this.forget();
	}

	forget() {
		this.times = [];
		this.lines = new Map();
	}

	/** Takes new points: times, and for each line its values at these times, null where there is none. */
	append(times, lines) {
		const before = this.times.length;
		this.times.push(...times);
		for (const [name, values] of lines) {
			if (!this.lines.has(name)) {
				if (this.lines.size >= this.most) continue;
				this.lines.set(name, Array(before).fill(null));
			}
			this.lines.get(name).push(...values);
		}
		for (const values of this.lines.values()) {
			while (values.length < this.times.length) values.push(null);
		}
		this.cut();
	}

	cut() {
		const many = this.times.length - this.kept;
		if (many <= 0) return;
		this.times.splice(0, many);
		for (const [name, values] of this.lines) {
			values.splice(0, many);
			if (values.every((value) => value === null)) this.lines.delete(name);
		}
	}

	/** The values of a line, at the times of the history. */
	of(name) {
		return this.lines.get(name) ?? [];
	}

	/** How much a line grew in the last so many milliseconds, or null if it is not known that long. */
	grown(name, millis) {
		const values = this.of(name);
		const from = (this.times.at(-1) ?? 0) - millis;
		const first = this.times.findIndex((time, index) => time >= from && values[index] !== null && values[index] !== undefined);
		const last = values.at(-1);
		if (first < 0 || last === null || last === undefined) return null;
		return Math.max(0, last - values[first]);
	}

}
