/* Any other room, by what it tells of itself. */

import { t } from '../../parts/i18n.js';
import { Details } from '../details.js';
import { data } from '../facts.js';
import { processName } from '../format.js';
import { html, nothing } from '../lit.js';
import { roomName, toRoom } from '../rooms.js';

/** The reports of the processes, those that say the same together: [[report, ids of the processes]]. */
export function alike(processes) {
	const found = new Map();
	for (const { process, ...report } of processes) {
		const key = JSON.stringify(report);
		if (!found.has(key)) found.set(key, [report, []]);
		found.get(key)[1].push(process);
	}
	return [...found.values()];
}

export function other(app, room) {
	const draw = () => {
		const { actions: _, lists: __, error: ___, processes = [], ...shown } = app.live.state.rooms[room] ?? {};
		const linked = (name) => toRoom(room, name);
		return html`${Object.keys(shown).length ? html`<section class="panel">${data(shown, linked)}</section>` : nothing}
			${alike(processes).map(([report, those]) => html`<section class="panel"><h2>${t('other.in', those.length)}</h2>
				<p class="muted">${those.map((one, index) => html`${index ? ', ' : nothing}${processName(app.live.state, one)}`)}</p>${data(report, linked)}</section>`)}`;
	};
	return { title: () => roomName(room), draw };
}

export function otherOne(app, room, name) {
	const details = new Details(room, { name }, app.redraw);
	details.load();
	const draw = () => html`<p class="muted"><a href=${toRoom(room)}>${roomName(room)}</a></p>
		<section class="panel"><h2>${t('hold.now')}</h2>${details.draw((found) => data(found))}</section>`;
	return { title: () => name, draw };
}
