/* One plot: a canvas, and under it its lines with their present numbers as text. */

import { el } from '../dom.js';
import { has, locale, t } from '../i18n.js';

const SVG = 'http://www.w3.org/2000/svg';
const LIGHT = ['#0b6e63', '#b43a17', '#1f5fa8', '#8a5a00', '#7a3ba3', '#5a636d'];
const DARK = ['#63cdbb', '#ff9a76', '#8ab4f8', '#f0d48f', '#d9bff0', '#a7b0ba'];
/** What a line means decides its colour where it can: what failed is never green. */
const FIXED = { failed: 1, refused: 3, rejected: 1, timed_out: 1, max: 1, p99: 3, dead: 1, retried: 3, lost: 4, rate: 0, local: 4, redis: 2, absent: 1, maybe: 0,
	left: 2, sold: 0, stored: 4, accepted: 0, declined: 3, unclear: 1 };

const dark = window.matchMedia('(prefers-color-scheme: dark)');

const seriesName = (name) => (has(`ops.series.${name}`) ? t(`ops.series.${name}`) : name);

/** A line of one of several instances has its port behind its name. */
const lineName = (line) => (line.instance ? `${seriesName(line.name)} · ${line.instance.split('-')[0]}` : seriesName(line.name));

/** Lines of one name have one colour; those of the second instance are dashed. */
const DASH = [5, 4];

const short = (value) => value.toLocaleString(locale(), { maximumFractionDigits: Math.abs(value) < 100 ? 1 : 0 });

function clock(millis) {
	return new Date(millis).toLocaleTimeString(locale(), { hour12: false });
}

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

/** Where the line is interrupted longer than this, it has a gap. */
const GAP_MS = 3500;

/**
 * A plot of the page.
 * @returns {node, show(times, lines, from, summed), destroy()}: summed says that the sum of the shown time is a number, too
 */
export function plot(id, scale) {
	const canvas = el('canvas', { role: 'img', 'aria-label': t(`ops.plot.${id}`) });
	const key = el('dl', { class: 'key' });
	const node = el('section', { class: 'panel plot', id: `plot-${id}`, 'aria-labelledby': `title-${id}` },
		el('h2', { id: `title-${id}` }, t(`ops.plot.${id}`)), el('p', { class: 'about' }, t(`ops.about.${id}`)),
		el('div', { class: 'canvas' }, canvas), key);
	const colours = dark.matches ? DARK : LIGHT;
	const places = new Map();
	// A line keeps its colour while others come and go.
	const colour = (line) => {
		if (!places.has(line.name)) places.set(line.name, places.size);
		return colours[(FIXED[line.name] ?? places.get(line.name)) % colours.length];
	};
	let chart = null;

	/** The points of a line, with a hole in each gap. */
	const points = (times, values, from) => {
		const found = [];
		times.forEach((x, index) => {
			const y = values[index];
			if (y === null || x < from) return;
			if (found.length && x - found.at(-1).x > GAP_MS) found.push({ x: x - 1, y: NaN });
			found.push({ x, y });
		});
		return found;
	};

	const isHole = (point) => point === undefined || Number.isNaN(point.y);

	/** A line is drawn from point to point: one that stands between two holes needs a dot to be seen. */
	const radius = ({ dataset, dataIndex }) => (isHole(dataset.data[dataIndex - 1]) && isHole(dataset.data[dataIndex + 1]) ? 2.5 : 0);

	/** The last number of a line, and the peak and the sum of what is shown. */
	const numbers = (times, line, from, summed) => {
		const seen = line.values.filter((value, index) => value !== null && times[index] >= from);
		const last = line.values.at(-1) === null ? '–' : short(line.values.at(-1));
		const peak = t('ops.peak', short(Math.max(...seen)));
		return [el('dd', {}, last), el('dd', { class: 'window' }, summed
			? `${peak}, ${t('ops.sum', short(seen.reduce((sum, value) => sum + value, 0)))}` : peak)];
	};

	const isSecond = (line, lines) => lines.find((one) => one.name === line.name) !== line;

	const show = (times, all, from, summed = false) => {
		const first = times.findIndex((time) => time >= from);
		const lines = all.filter((line) => line.values.some((value, index) => index >= first && value !== null));
		const to = times.at(-1) ?? Date.now();
		chart ??= new window.Chart(canvas, { type: 'line', data: { datasets: [] }, options: options(scale) });
		chart.data.datasets = lines.map((line) => ({
			label: lineName(line), data: points(times, line.values, from), borderColor: colour(line), backgroundColor: colour(line),
			pointRadius: radius, clip: 5, borderDash: isSecond(line, lines) ? DASH : []
		}));
		chart.options.scales.x.min = from;
		chart.options.scales.x.max = to;
		chart.update('none');
		const entries = lines.map((line) => el('div', {}, swatch(colour(line)), el('dt', {}, lineName(line)), numbers(times, line, from, summed)));
		key.replaceChildren(...(entries.length ? entries : [el('div', {}, el('dt', {}, t('ops.none')))]));
		const drawn = chart.data.datasets.reduce((sum, set) => sum + set.data.filter((point) => !isHole(point)).length, 0);
		node.dataset.points = String(drawn);
	};

	return { node, show, destroy: () => chart && chart.destroy() };
}
