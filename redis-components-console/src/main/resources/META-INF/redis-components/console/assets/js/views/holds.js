/* Locks or semaphores: what is held longest, and what waits. */

import { number, t } from '../../parts/i18n.js';
import { button } from '../act.js';
import { facts } from '../facts.js';
import { field, named, processName, span, value } from '../format.js';
import { html, nothing } from '../lit.js';
import { kindOf, lineId } from '../lines.js';
import { Plots } from '../plots.js';
import { roomName, toRoom } from '../rooms.js';
import { Table } from '../table.js';

/** The captions of the lists of a report. */
export const captions = { oldest: () => t('holds.held'), waiters: () => t('holds.waiters') };

/** A field for the name of a thing that the lists may not show. */
export function lookUp(id, label, hint, go) {
	return html`<form class="look" @submit=${(event) => {
		event.preventDefault();
		const wanted = event.target.elements.wanted.value;
		if (wanted) go(wanted);
	}}><label for=${id}>${label}</label><input id=${id} name="wanted" type="search" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="1000" aria-description=${hint ?? nothing}>
		<button type="submit">${t('look.go')}</button></form>`;
}

export function holds(app, room) {
	const lock = kindOf(room) === 'lock';
	const action = lock ? 'release' : 'revoke';
	const process = { id: 'process', label: () => field('process'), order: (one) => one.process, cell: (one) => processName(app.live.state, one.process) };
	const name = { id: 'name', label: () => t('field.name'), order: (one) => one.name, cell: (one) => html`<a href=${toRoom(room, one.name)}>${named(one.name)}</a>` };
	const kind = { id: 'kind', label: () => field('kind'), order: (one) => one.kind, cell: (one) => value('kind', one.kind) };
	const time = (key) => ({ id: key, number: true, label: () => field(key), order: (one) => one[key] ?? 0, cell: (one) => (one[key] === undefined ? '–' : span(one[key])) });
	const held = new Table({
		id: 'held', key: (one) => `${one.name} ${one.process} ${one.id ?? one.token}`, redraw: app.redraw, filter: (one) => one.name,
		caption: captions.oldest, empty: () => t('holds.held.none'),
		columns: [name, ...(lock ? [kind] : [{ id: 'permits', number: true, label: () => field('permits'), order: (one) => one.permits, cell: (one) => value('permits', one.permits) }]),
			process, time('age'), time('remaining'),
			{ id: 'do', label: () => t('list.actions'), cell: (one) => button(app, room, action, one.name, { id: lock ? undefined : one.id, label: one.name }) }]
	});
	const waiters = new Table({
		id: 'waiters', key: (one) => `${one.name} ${one.process} ${one.kind} ${one.id ?? ''}`, redraw: app.redraw, filter: (one) => one.name,
		caption: captions.waiters, empty: () => t('holds.waiters.none'), columns: [name, kind, process, time('waited')]
	});
	const curves = new Plots([{ id: 'holds', title: t('plot.holds'), name: field, lines: (history) => ['held', 'waiting'].map((key) => ({ name: key, values: history.of(lineId(room, '', key)) })) }]);
	const draw = () => {
		const shown = app.live.state.rooms[room] ?? {};
		const oldest = shown.oldest ?? [];
		return html`<p class="about">${t(`about.${kindOf(room)}`)}</p>
			${facts([['held', number(shown.held ?? 0)], ['waiting', number(shown.waiting ?? 0)]], 'numbers')}
			${lookUp('look-name', t(lock ? 'look.lock' : 'look.semaphore'), null, (wanted) => { location.hash = toRoom(room, wanted); })}
			<div class="plots">${curves.nodes}</div>
			<section class="panel">${held.draw(oldest)}
				${shown.held > oldest.length ? html`<p class="muted">${t('holds.first', oldest.length, shown.held)}</p>` : nothing}</section>
			<section class="panel">${waiters.draw(shown.waiters ?? [])}
				${shown.waiting > (shown.waiters?.length ?? 0) ? html`<p class="muted">${t('holds.first', shown.waiters?.length ?? 0, shown.waiting)}</p>` : nothing}</section>`;
	};
	return { title: () => roomName(room), captions, draw, drawn: () => curves.show(app.live.history), close: () => curves.close() };
}
