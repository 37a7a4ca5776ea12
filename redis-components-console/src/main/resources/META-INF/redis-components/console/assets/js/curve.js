/* Small curves in the cells of tables; the number beside them says the same in words. */

import { html, svg } from './lit.js';

const WIDTH = 96;
const HEIGHT = 24;
export const POINTS = 60;

/** The last minute of a line, or nothing with less than two points. */
export function curve(values) {
	const last = values.slice(-POINTS);
	const known = last.filter((value) => value !== null && value !== undefined);
	if (known.length < 2) return html`<span class="curve"></span>`;
	const top = Math.max(...known) || 1;
	const step = WIDTH / (POINTS - 1);
	const offset = POINTS - last.length;
	let pen = 'M';
	const path = last.map((value, index) => {
		if (value === null || value === undefined) {
			pen = 'M';
			return '';
		}
		const part = `${pen}${((offset + index) * step).toFixed(1)} ${(HEIGHT - 2 - value / top * (HEIGHT - 4)).toFixed(1)}`;
		pen = 'L';
		return part;
	}).join('');
	return html`<svg class="curve" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true" focusable="false">${svg`<path d=${path}></path>`}</svg>`;
}
