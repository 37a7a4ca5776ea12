/* Lines over time: what was seen in the last minutes, for curves. */

/** So many points more than are kept may be there: they are cut together. */
const SPARE = 0.1;

export class History {

	/**
	 * @param kept how many points of a line are kept, about
	 * @param most how many lines are kept; further ones take the places of lines that have ended
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
		let ended = null;
		for (const [name, values] of lines) {
			if (!this.lines.has(name)) {
				if (this.lines.size >= this.most) {
					ended ??= this.ended(before - 1);
					if (!ended.length) continue;
					this.lines.delete(ended.pop());
				}
				this.lines.set(name, Array(before).fill(null));
			}
			this.lines.get(name).push(...values);
		}
		for (const values of this.lines.values()) {
			while (values.length < this.times.length) values.push(null);
		}
		if (this.times.length > this.kept * (1 + SPARE)) this.cut();
	}

	/** The lines that had no value at a time; they give way to new ones. */
	ended(index) {
		return [...this.lines].filter(([, values]) => values.length === index + 1 && values[index] === null).map(([name]) => name);
	}

	cut() {
		const many = this.times.length - this.kept;
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

}
