/* The plots of a view: made when it is opened, drawn with each new snapshot. */

import { t } from '../parts/i18n.js';
import { plot } from '../parts/plot.js';

const WINDOW_MS = 10 * 60000;

export class Plots {

	/** @param wanted [{id, title, about?, scale?, name(line), lines(history): [{name, values}]}] */
	constructor(wanted) {
		this.wanted = wanted;
		this.made = wanted.map((one) => plot({ level: 2, none: t('plot.none'), ...one }));
	}

	get nodes() {
		return this.made.map((one) => one.node);
	}

	show(history) {
		const from = Math.max(history.times[0] ?? 0, (history.times.at(-1) ?? Date.now()) - WINDOW_MS);
		this.made.forEach((one, index) => one.show(history, this.wanted[index].lines(history), from));
	}

	close() {
		this.made.forEach((one) => one.destroy());
	}

}
