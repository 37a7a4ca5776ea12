/* Login sessions: how many, and those of one user. */

import { t } from '../../parts/i18n.js';
import { button } from '../act.js';
import { Details } from '../details.js';
import { data } from '../facts.js';
import { field, named, value } from '../format.js';
import { html, nothing } from '../lit.js';
import { lineId, rates } from '../lines.js';
import { Plots } from '../plots.js';
import { roomName, toRoom } from '../rooms.js';
import { Table } from '../table.js';
import { lookUp } from './holds.js';

export function sessions(app, room, user) {
	const details = user === undefined ? null : new Details(room, { name: user }, app.redraw);
	let asked = false;
	const again = () => details.load();
	const list = (found) => found.sessions ?? found.items ?? null;
	const table = (items) => new Table({
		id: 'sessions', key: (one) => one.id, redraw: app.redraw, caption: () => t('sessions.of'), empty: () => t('sessions.none'),
		columns: [
			{ id: 'id', label: () => field('id'), cell: (one) => named(String(one.id)) },
			...[...new Set(items.flatMap((one) => Object.keys(one)))].filter((key) => key !== 'id').map((key) => ({ id: key, label: () => field(key), cell: (one) => value(key, one[key]) })),
			{ id: 'do', label: () => t('list.actions'), cell: (one) => button(app, room, 'revoke', user, { id: one.id, after: again, label: String(one.id) }) }
		]
	});
	const curves = new Plots([{ id: 'sessions', title: t('plot.sessions'), name: field, lines: (history) => ['issued', 'ended', 'replaced', 'refused']
		.map((key) => ({ name: key, values: rates(history, lineId(room, '', key)) })) }]);
	const drawUser = () => html`<section class="panel" id="user-sessions"><h2>${t('sessions.user')} <bdi class="name">${user}</bdi></h2>
		${details.draw((found) => {
			const items = list(found);
			const rest = Object.fromEntries(Object.entries(found).filter(([, one]) => one !== items));
			return html`${data(rest)}${items ? table(items).draw(items) : nothing}`;
		})}
		<div class="buttons">${button(app, room, 'revoke-all', user, { after: again })}</div></section>`;
	const draw = () => {
		// A room that is not there has no users.
		if (details && !asked && app.live.state.rooms[room]) {
			asked = true;
			details.load();
		}
		const { actions: _, lists: __, error: ___, ...shown } = app.live.state.rooms[room] ?? {};
		return html`<p class="about">${t('about.session')}</p><section class="panel">${data(shown)}</section>
			${lookUp('look-user', t('look.user'), null, (wanted) => { location.hash = toRoom(room, wanted); })}
			${asked ? drawUser() : nothing}
			<div class="plots">${curves.nodes}</div>`;
	};
	return { title: () => roomName(room), draw, drawn: () => curves.show(app.live.history), close: () => curves.close() };
}
