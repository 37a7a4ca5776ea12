/* One lock or semaphore, as it is in Redis now, and what the processes know of it. */

import { t } from '../../parts/i18n.js';
import { button } from '../act.js';
import { Details } from '../details.js';
import { data, facts } from '../facts.js';
import { field, named, processName, span, value } from '../format.js';
import { html, nothing } from '../lit.js';
import { kindOf } from '../lines.js';
import { roomName, toRoom } from '../rooms.js';
import { Table } from '../table.js';
import { captions } from './holds.js';

export function hold(app, room, name) {
	const lock = kindOf(room) === 'lock';
	const details = new Details(room, { name }, app.redraw);
	details.load();
	const again = () => details.load();
	const holders = new Table({
		id: 'holders', key: (one) => one.id, redraw: app.redraw, caption: () => t('hold.holders'), empty: () => t('hold.holders.none'),
		columns: [
			{ id: 'id', label: () => field('id'), cell: (one) => named(one.id) },
			{ id: 'permits', number: true, label: () => field('permits'), order: (one) => one.permits, cell: (one) => value('permits', one.permits) },
			{ id: 'age', number: true, label: () => field('age'), cell: (one) => value('age', one.age) },
			{ id: 'remaining', number: true, label: () => field('remaining'), cell: (one) => value('remaining', one.remaining) },
			{ id: 'do', label: () => t('list.actions'), cell: (one) => button(app, room, 'revoke', name, { id: one.id, after: again, label: one.id }) }
		]
	});
	const waiters = new Table({
		id: 'waiters', key: (one) => `${one.process} ${one.kind} ${one.id ?? ''}`, redraw: app.redraw, caption: () => t('hold.waiters'), empty: () => t('holds.waiters.none'),
		columns: [
			{ id: 'process', label: () => field('process'), cell: (one) => processName(app.live.state, one.process) },
			{ id: 'kind', label: () => field('kind'), cell: (one) => value('kind', one.kind) },
			{ id: 'waited', number: true, label: () => field('waited'), cell: (one) => span(one.waited ?? 0) }
		]
	});
	const shownIn = () => {
		const shown = app.live.state.rooms[room] ?? {};
		return { held: (shown.oldest ?? []).filter((one) => one.name === name), waiting: (shown.waiters ?? []).filter((one) => one.name === name) };
	};
	const draw = () => {
		const { held, waiting } = shownIn();
		return html`<p class="muted"><a href=${toRoom(room)}>${roomName(room)}</a></p>
			<section class="panel" id="details"><h2>${t('hold.now')}</h2>
				${details.draw((found) => {
					const { holders: all, name: _, ...rest } = found;
					return html`${data(rest)}${all ? holders.draw(all) : nothing}`;
				})}
				${lock ? html`<div class="buttons actions">${button(app, room, 'release', name, { after: again })}</div>` : nothing}</section>
			${held.length ? html`<section class="panel"><h2>${t('hold.process')}</h2>${held.map((one) => facts([['process', processName(app.live.state, one.process)],
				...Object.entries(one).filter(([key]) => key !== 'process' && key !== 'name')]))}</section>` : nothing}
			<section class="panel">${waiters.draw(waiting)}</section>`;
	};
	return { title: () => name, captions, draw };
}
