/* Login sessions: what became of them in all processes, and those of one user. */

import { number, t } from '../../parts/i18n.js';
import { button } from '../act.js';
import { Details } from '../details.js';
import { data, facts } from '../facts.js';
import { field, named, value } from '../format.js';
import { html, nothing } from '../lit.js';
import { lineId, rates } from '../lines.js';
import { Plots } from '../plots.js';
import { roomName, toRoom } from '../rooms.js';
import { isMark, shortened } from '../shortened.js';
import { Table } from '../table.js';
import { lookUp } from './holds.js';

const TOTALS = ['issued', 'renewed', 'unknown', 'ended', 'revoked', 'replaced', 'displaced', 'refused'];
const CURVES = ['issued', 'ended', 'revoked', 'replaced', 'displaced', 'refused'];
const META = ['actions', 'lists', 'error'];

export function sessions(app, room, user) {
	const details = user === undefined ? null : new Details(room, { name: user }, app.redraw);
	let asked = false;
	const again = () => details.load();
	const column = (key) => ({ id: key, label: () => field(key), order: (one) => String(one[key] ?? ''), cell: (one) => value(key, one[key]?.length === 0 ? null : one[key]) });
	const table = new Table({
		id: 'sessions', key: (one) => one.id, redraw: app.redraw, caption: () => t('sessions.of'), empty: () => t('sessions.none'),
		columns: [
			{ id: 'id', label: () => field('id'), cell: (one) => named(String(one.id)) },
			...['device', 'begin', 'end', 'attributes'].map(column),
			{ id: 'do', label: () => t('list.actions'), cell: (one) => button(app, room, 'revoke', user, { id: one.id, after: again, label: String(one.id) }) }
		]
	});
	const curves = new Plots([{ id: 'sessions', title: t('plot.sessions'), name: field, lines: (history) => CURVES.map((key) => ({ name: key, values: rates(history, lineId(room, '', key)) })) }]);
	const drawUser = () => html`<section class="panel" id="user-sessions"><h2>${t('sessions.user')} ${named(user)}</h2>
		${details.draw(({ user: _, sessions: all = [], sessionsOmitted, ...rest }) => html`${data(rest)}${shortened({ sessionsOmitted }, { sessions: () => t('sessions.of') })}${table.draw(all)}`)}
		<div class="buttons">${button(app, room, 'revoke-all', user, { after: again })}</div></section>`;
	const draw = () => {
		const shown = app.live.state.rooms[room] ?? {};
		// A room that is not there has no users, and only operators see them.
		if (details && !asked && app.live.state.rooms[room] && app.session.role === 'operate') {
			asked = true;
			details.load();
		}
		const more = Object.entries(shown).filter(([key]) => !META.includes(key) && !TOTALS.includes(key) && !isMark(key));
		return html`<p class="about">${t('about.session')}</p>
			${facts(TOTALS.filter((key) => typeof shown[key] === 'number').map((key) => [key, number(shown[key])]), 'numbers', 'session')}
			${more.length ? html`<section class="panel">${data(Object.fromEntries(more), undefined, 'session')}</section>` : nothing}
			${app.session.role === 'operate' ? lookUp('look-user', t('look.user'), null, (wanted) => { location.hash = toRoom(room, wanted); }) : nothing}
			${asked ? drawUser() : nothing}
			<div class="plots">${curves.nodes}</div>`;
	};
	return { title: () => roomName(room), draw, drawn: () => curves.show(app.live.history), close: () => curves.close() };
}
