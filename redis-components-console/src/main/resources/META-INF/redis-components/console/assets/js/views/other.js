/* Any other room, by what it tells of itself. */

import { has, t } from '../../parts/i18n.js';
import { Details } from '../details.js';
import { data } from '../facts.js';
import { processName } from '../format.js';
import { html, nothing } from '../lit.js';
import { kindOf } from '../lines.js';
import { roomName, toRoom } from '../rooms.js';
import { lookUp } from './holds.js';

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

/** A field for the name of what no report lists, in a room that has such things. */
function look(room) {
	const label = `look.${kindOf(room)}`;
	return has(label) ? lookUp('look-name', t(label), null, (wanted) => { location.hash = toRoom(room, wanted); }) : nothing;
}

/** Rooms whose components have nothing to open. */
const CLOSED = ['topic', 'id'];

export function other(app, room) {
	const kind = kindOf(room);
	const about = `about.${kind}`;
	const draw = () => {
		const { actions: _, lists: __, error: ___, processes = [], ...shown } = app.live.state.rooms[room] ?? {};
		const linked = CLOSED.includes(kind) ? null : (name) => toRoom(room, name);
		return html`${has(about) ? html`<p class="about">${t(about)}</p>` : nothing}${look(room)}
			${Object.keys(shown).length ? html`<section class="panel">${data(shown, linked, kind)}</section>` : nothing}
			${alike(processes).map(([report, those]) => html`<section class="panel"><h2>${t('other.in', those.length)}</h2>
				<p class="muted">${those.map((one, index) => html`${index ? ', ' : nothing}${processName(app.live.state, one)}`)}</p>${data(report, linked, kind)}</section>`)}`;
	};
	return { title: () => roomName(room), draw };
}

export function otherOne(app, room, name) {
	const details = new Details(room, { name }, app.redraw);
	details.load();
	const draw = () => html`<p class="muted"><a href=${toRoom(room)}>${roomName(room)}</a></p>
		<section class="panel" id="details"><h2>${t('hold.now')}</h2>${details.draw((found) => data(found, undefined, kindOf(room)))}</section>`;
	return { title: () => name, draw };
}
