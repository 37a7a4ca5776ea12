/* One plot: a canvas, and under it its lines with their present numbers as text. */

import { el } from './dom.js';
import { clock, short } from './i18n.js';

const SVG = 'http://www.w3.org/2000/svg';
const LIGHT = ['#0b6e63', '#b43a17', '#1f5fa8', '#8a5a00', '#7a3ba3', '#5a636d'];
const DARK = ['#63cdbb', '#ff9a76', '#8ab4f8', '#f0d48f', '#d9bff0', '#a7b0ba'];

export const dark = window.matchMedia('(prefers-color-scheme: dark)');

function swatch(colour) {
	const svg = document.createElementNS(SVG, 'svg');
	svg.setAttribute('class', 'swatch');
	svg.setAttribute('viewBox', '0 0 12 12');
	svg.setAttribute('aria-hidden', 'true');
	const rect = document.createElementNS(SVG, 'rect');
	rect.setAttribute('fill', colour);
	svg.append(rect);
	return svg;
}

function options(scale) {
	const style = getComputedStyle(document.documentElement);
	const ink = style.getPropertyValue('--muted').trim();
	const grid = style.getPropertyValue('--line').trim();
	return {
		animation: false, maintainAspectRatio: false, responsive: true, parsing: false, normalized: true,
		interaction: { mode: 'nearest', axis: 'x', intersect: false },
		elements: { point: { radius: 0, hitRadius: 8 }, line: { borderWidth: 2, tension: 0 } },
		plugins: { legend: { display: false }, tooltip: { callbacks: { title: (items) => (items.length ? clock(items[0].parsed.x) : '') } } },
		scales: {
			x: { type: 'linear', grid: { color: grid }, ticks: { color: ink, maxTicksLimit: 4, maxRotation: 0, callback: clock } },
			y: { beginAtZero: true, suggestedMax: 1, ...scale, grid: { color: grid }, ticks: { color: ink, maxTicksLimit: 5, callback: short } }
		}
	};
}

const DASH = [5, 4];
/** An axis is at least so long. */
const LEAST_MS = 10_000;

const isHole = (point) => point === undefined || Number.isNaN(point.y);

/** The points of a line, with a hole in each gap. */
function points(times, values, from, gap) {
	const found = [];
	times.forEach((x, index) => {
		const y = values[index];
		if (y === null || y === undefined || x < from) return;
		if (found.length && x - found.at(-1).x > gap) found.push({ x: x - 1, y: NaN });
		found.push({ x, y });
	});
	return found;
}

/** A line is drawn from point to point: one that stands between two holes needs a dot to be seen. */
const radius = ({ dataset, dataIndex }) => (isHole(dataset.data[dataIndex - 1]) && isHole(dataset.data[dataIndex + 1]) ? 2.5 : 0);

/**
 * A plot of a page.
 * @param texts {id, title, about?, none, level?: the level of its heading, scale?, name(name, line): the name of a line, colour?(name): the place
 * of its colour, dashed?(line, lines): whether it is dashed, window?(line, seen): what is said of the numbers of the window}
 * @returns {node, show(history, lines, from), destroy()}
 */
export function plot({ id, title, about, none, level = 2, scale, name, colour: fixed = () => undefined, dashed = () => false, window: said = () => null }) {
	const canvas = el('canvas', { role: 'img', 'aria-label': title });
	const key = el('dl', { class: 'key' });
	const node = el('section', { class: 'panel plot', id: `plot-${id}`, 'aria-labelledby': `title-${id}` },
		el(`h${level}`, { id: `title-${id}` }, title), about && el('p', { class: 'about' }, about), el('div', { class: 'canvas' }, canvas), key);
	const colours = dark.matches ? DARK : LIGHT;
	const places = new Map();
	// A line keeps its colour while others come and go.
	const colour = (line) => {
		if (!places.has(line.name)) places.set(line.name, places.size);
		return colours[(fixed(line.name) ?? places.get(line.name)) % colours.length];
	};
	let chart = null;

	/** The last number of a line, and what is said of the others that are shown. */
	const numbers = (times, line, from) => {
		const seen = line.values.filter((value, index) => value !== null && times[index] >= from);
		const last = line.values.at(-1) ?? null;
		const words = said(line, seen);
		return [el('dd', {}, last === null ? '–' : short(last)), words && el('dd', { class: 'window' }, words)];
	};

	const show = ({ times, gap }, all, from) => {
		const first = times.findIndex((time) => time >= from);
		const lines = all.filter((line) => line.values.some((value, index) => index >= first && value !== null));
		chart ??= new window.Chart(canvas, { type: 'line', data: { datasets: [] }, options: options(scale) });
		chart.data.datasets = lines.map((line) => ({
			label: name(line.name, line), data: points(times, line.values, from, gap), borderColor: colour(line), backgroundColor: colour(line),
			pointRadius: radius, clip: 5, borderDash: dashed(line, lines) ? DASH : []
		}));
		const last = times.at(-1) ?? Date.now();
		// An axis without a length has no place for the first point.
		chart.options.scales.x.min = Math.min(from, last - LEAST_MS);
		chart.options.scales.x.max = last;
		chart.update('none');
		const entries = lines.map((line) => el('div', {}, swatch(colour(line)), el('dt', {}, name(line.name, line)), numbers(times, line, from)));
		key.replaceChildren(...(entries.length ? entries : [el('div', {}, el('dt', {}, none), el('dd', {}, '–'))]));
		const drawn = chart.data.datasets.reduce((sum, set) => sum + set.data.filter((point) => !isHole(point)).length, 0);
		node.dataset.points = String(drawn);
	};

	return { node, show, destroy: () => chart && chart.destroy() };
}
