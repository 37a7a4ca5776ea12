/* All caches: from where they answer, and how often they load. */

import { number, t } from '../../parts/i18n.js';
import { POINTS, curve } from '../curve.js';
import { field, named, percent, processName, value } from '../format.js';
import { html, nothing } from '../lit.js';
import { lineId, rates, shares } from '../lines.js';
import { roomName, toRoom } from '../rooms.js';
import { Table } from '../table.js';

export const LEVELS = ['local', 'redis', 'stale', 'misses'];

/** The shares of the levels in what a cache answered, second by second. */
export function hitLines(history, room, name, last) {
	const parts = LEVELS.map((key) => rates(history, lineId(room, name, key), last));
	return { local: shares(parts[0], parts), redis: shares(parts[1], parts), hits: shares(parts[0].map((one, index) => (one === null ? null : one + (parts[1][index] ?? 0) + (parts[2][index] ?? 0))), parts) };
}

/** The share of hits since the processes began. */
export function hitShare(one) {
	const all = LEVELS.reduce((sum, key) => sum + (one[key] ?? 0), 0);
	return all === 0 ? null : (all - (one.misses ?? 0)) / all;
}

/** The captions of the lists of a report. */
export const captions = (room) => ({ caches: () => roomName(room), localLevels: () => t('caches.levels') });

export function caches(app, room) {
	const total = (key) => ({ id: key, number: true, label: () => field(key), order: (one) => one[key] ?? 0,
		cell: (one) => (key === 'failedLoads' && one[key] > 0 ? html`<b class="bad">${number(one[key])}</b>` : one[key] === undefined ? '–' : number(one[key])) });
	const table = new Table({
		id: 'caches', key: (one) => one.name, redraw: app.redraw, filter: (one) => one.name, caption: () => roomName(room), empty: () => t('caches.none'),
		columns: [
			{ id: 'name', label: () => t('field.name'), order: (one) => one.name, cell: (one) => html`<a href=${toRoom(room, one.name)}>${named(one.name)}</a>` },
			{ id: 'hits', number: true, label: () => field('hits'), order: (one) => hitShare(one) ?? -1, cell: (one) => percent(hitShare(one)) },
			{ id: 'curve', label: () => t('caches.curve'), cell: (one) => curve(hitLines(app.live.history, room, one.name, POINTS).hits) },
			...['local', 'redis', 'misses', 'loads', 'failedLoads', 'invalidations'].map(total)
		]
	});
	const levels = new Table({
		id: 'levels', key: (one) => JSON.stringify([one.process, one.invalidation, one.cache]), redraw: app.redraw, caption: () => t('caches.levels'), empty: () => t('caches.levels.none'),
		columns: [
			{ id: 'process', label: () => field('process'), cell: (one) => processName(app.live.state, one.process) },
			{ id: 'level', label: () => t('caches.level'), cell: (one) => Object.entries(one).filter(([key]) => key !== 'process')
				.map(([key, given]) => html`<div>${field(key)}: ${value(key, given)}</div>`) }
		]
	});
	const draw = () => {
		const shown = app.live.state.rooms[room] ?? {};
		return html`<p class="about">${t('about.cache')}</p>
			<section class="panel">${table.draw(shown.caches ?? [])}</section>
			${shown.queuedInvalidations > 0 ? html`<p class="warn">${t('alarm.invalidations', shown.queuedInvalidations)}</p>` : nothing}
			<section class="panel">${levels.draw(shown.localLevels ?? [])}</section>`;
	};
	return { title: () => roomName(room), captions: captions(room), draw };
}
