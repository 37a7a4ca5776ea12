/* One cache: its curves, and one of its keys. */

import { number, t } from '../../parts/i18n.js';
import { button } from '../act.js';
import { post, roomPath } from '../api.js';
import { Details } from '../details.js';
import { data, facts } from '../facts.js';
import { field, named, percent } from '../format.js';
import { html, nothing } from '../lit.js';
import { lineId, rates } from '../lines.js';
import { Plots } from '../plots.js';
import { roomName, toRoom } from '../rooms.js';
import { captions, hitLines, hitShare } from './caches.js';
import { lookUp } from './holds.js';

const TOTALS = ['local', 'redis', 'stale', 'misses', 'loads', 'failedLoads', 'invalidations'];
const SHARE = { min: 0, max: 100 };

function plots(app, room, name) {
	const hits = (history) => Object.entries(hitLines(history, room, name)).filter(([key]) => key !== 'hits')
		.map(([key, values]) => ({ name: key, values: values.map((one) => (one === null ? null : one * 100)) }));
	const rate = (keys) => (history) => keys.map((key) => ({ name: key, values: rates(history, lineId(room, name, key)) }));
	return new Plots([
		{ id: 'hits', title: t('plot.hits'), about: t('plot.hits.about'), scale: SHARE, name: field, lines: hits },
		{ id: 'loads', title: t('plot.loads'), about: t('plot.loads.about'), name: field, lines: rate(['loads', 'misses', 'failedLoads', 'invalidations']) }
	]);
}

export function cache(app, room, name) {
	const curves = plots(app, room, name);
	let key = null;
	let details = null;
	const look = (wanted) => {
		key = wanted;
		details = new Details(room, null, app.redraw, () => post(roomPath(room, '/look'), { name, id: wanted }));
		details.load();
		app.redraw();
	};
	const draw = () => {
		const one = app.live.state.rooms[room]?.caches?.find((found) => found.name === name);
		return html`<p class="muted"><a href=${toRoom(room)}>${roomName(room)}</a></p>
			${one ? facts([['hits', percent(hitShare(one))], ...TOTALS.filter((field) => typeof one[field] === 'number').map((field) => [field, number(one[field])])], 'numbers')
				: html`<p class="empty">${t('cache.missing')}</p>`}
			<div class="buttons actions">${button(app, room, 'clear', name)}</div>
			<div class="plots">${curves.nodes}</div>
			${app.may(room, 'look') ? drawKey() : nothing}`;
	};
	const drawKey = () => html`<section class="panel" id="key"><h2>${t('cache.key')}</h2>
				${lookUp('look-key', field('key'), null, look)}
				${details ? html`<h3>${named(key)}</h3>${details.draw((found) => data(found))}
					${app.may(room, 'invalidate') ? html`<div class="buttons">${button(app, room, 'invalidate', name, { id: key, after: () => details.load(), label: key })}</div>` : nothing}` : nothing}</section>`;
	return { title: () => name, captions: captions(room), draw, drawn: () => curves.show(app.live.history), close: () => curves.close() };
}
