/* One queue: its numbers, curves, groups, handlers, settings, and its messages, a page at a time. */

import { t, textOr } from '../../parts/i18n.js';
import { button } from '../act.js';
import { Details } from '../details.js';
import { data, facts } from '../facts.js';
import { field, named, processName, span, value } from '../format.js';
import { html, nothing, repeat } from '../lit.js';
import { kindOf, lineId } from '../lines.js';
import { Pages } from '../pages.js';
import { Plots } from '../plots.js';
import { roomName, toRoom } from '../rooms.js';
import { errorLine, shortened } from '../shortened.js';
import { Table, unique } from '../table.js';
import { cellNumber } from './queues.js';

const WHOLE = ['pause', 'resume', 'redrive', 'purge-dead-letters', 'purge'];
const LISTS = { 'delay-queue': ['dead-letters', 'waiting', 'pending'], 'task-queue': ['dead-letters', 'pending'], 'stream-queue': ['dead-letters', 'pending'] };
const ITEM_ACTIONS = { 'dead-letters': ['redrive', 'purge-dead-letters'], waiting: ['reschedule', 'cancel'] };
/** What is shown below a row instead of in a column. */
const LONG = new Set(['trace', 'payload', 'body', 'value', 'error', 'headers', 'attributes']);
const ERROR = 300;
const NUMBERS = ['depth', 'lag', 'waiting', 'overdue', 'pending', 'retrying', 'consumers', 'deadLetters', 'droppedDeadLetters'];

function plots(room, name) {
	const lines = (keys) => (history) => keys.map((key) => ({ name: key, values: history.of(lineId(room, name, key)) }));
	return new Plots([
		{ id: 'depth', title: t('plot.depth'), about: t('plot.depth.about'), name: field, lines: lines(kindOf(room) === 'delay-queue' ? ['waiting', 'overdue', 'pending', 'retrying'] : ['depth', 'pending', 'retrying']) },
		{ id: 'dead', title: t('plot.dead'), about: t('plot.dead.about'), name: field, colour: () => 1, lines: lines(['deadLetters']) }
	]);
}

/** A long value, such as the lines of a trace. */
function whole(value) {
	if (typeof value === 'string') return value;
	return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.join('\n') : JSON.stringify(value, null, 2);
}

/** The messages of a list as a table; its columns are what the items have. */
export function messages(app, room, name, list, items, again) {
	if (!items.length) return html`<p class="empty">${t('list.empty')}</p>`;
	const keys = [...new Set(items.flatMap((one) => Object.keys(one)))];
	const columns = keys.filter((key) => key !== 'id' && !LONG.has(key));
	const long = keys.filter((key) => LONG.has(key));
	const actions = (ITEM_ACTIONS[list] ?? []).filter((action) => app.may(room, action));
	const more = (one) => long.filter((key) => one[key] !== undefined && one[key] !== '').map((key) => (key === 'error'
		? html`<p class="error-line" lang="en"><bdi>${String(one.error).slice(0, ERROR)}</bdi></p>`
		: html`<details><summary>${field(key)}</summary><pre dir="auto" tabindex="0">${whole(one[key])}</pre></details>`));
	return html`<table role="table" class="messages"><caption class="unseen">${textOr(`list.${list}`, list)}</caption>
		<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">${t('field.id')}</th>${columns.map((key) => html`<th role="columnheader" scope="col">${field(key)}</th>`)}
			${long.length ? html`<th role="columnheader" scope="col">${t('list.more')}</th>` : nothing}
			${actions.length ? html`<th role="columnheader" scope="col">${t('list.actions')}</th>` : nothing}</tr></thead>
		<tbody role="rowgroup">${repeat(items, unique((one) => one.id), (one) => html`<tr role="row"><th role="rowheader" scope="row">${named(String(one.id ?? '–'))}</th>
			${columns.map((key) => html`<td role="cell" data-label=${field(key)}>${value(key, one[key])}</td>`)}
			${long.length ? html`<td role="cell" data-label=${t('list.more')}>${more(one)}</td>` : nothing}
			${actions.length ? html`<td role="cell" class="buttons" data-label=${t('list.actions')}>${actions.map((action) => button(app, room, action, name,
				{ id: one.id, due: one.due, after: again, label: String(one.id) }))}</td>` : nothing}</tr>`)}</tbody></table>`;
}

export function queue(app, room, name) {
	const found = () => app.live.state.rooms[room]?.instances?.find((one) => one.name === name);
	const curves = plots(room, name);
	const shown = app.live.state?.rooms?.[room];
	const lists = (shown?.lists ?? LISTS[kindOf(room)]).map((list) => [list, new Pages(room, { name, list }, app.redraw)]);
	const again = () => Promise.all(lists.map(([, pages]) => pages.items && pages.load()));
	const handlers = new Table({
		id: 'handlers', key: (one) => `${one.process} ${one.group} ${one.consumer}`, caption: () => t('queue.handlers'), empty: () => t('queue.handlers.none'), redraw: app.redraw,
		columns: [
			{ id: 'process', label: () => field('process'), order: (one) => one.process, cell: (one) => processName(app.live.state, one.process) },
			{ id: 'group', label: () => field('group'), order: (one) => one.group, cell: (one) => value('group', one.group) },
			{ id: 'consumer', label: () => field('consumer'), order: (one) => one.consumer, cell: (one) => value('consumer', one.consumer) },
			{ id: 'inFlight', number: true, label: () => field('inFlight'), order: (one) => one.inFlight, cell: (one) => cellNumber(one.inFlight) }
		]
	});
	const groups = new Table({
		id: 'groups', key: (one) => one.group, caption: () => t('queue.groups'), empty: () => t('queue.groups.none'), redraw: app.redraw,
		columns: [
			{ id: 'group', label: () => field('group'), order: (one) => one.group, cell: (one) => named(one.group) },
			...['lag', 'pending', 'consumers'].map((key) => ({ id: key, number: true, label: () => field(key), order: (one) => one[key], cell: (one) => cellNumber(one[key]) })),
			...['idle', 'oldest'].map((key) => ({ id: key, number: true, label: () => field(key), cell: (one) => value(key, one[key]) })),
			{ id: 'do', label: () => t('list.actions'), cell: (one) => button(app, room, 'remove-group', name, { id: one.group, label: one.group }) }
		]
	});
	const opened = (pages) => (event) => { if (event.target.open && pages.items === null) pages.load(); };
	const drawLists = () => lists.map(([list, pages]) => html`<details class="panel" id="list-${list}" @toggle=${opened(pages)}><summary><h2>${textOr(`list.${list}`, list)}</h2></summary>
		${pages.draw((items) => messages(app, room, name, list, items, again))}</details>`);
	let omitted = null;
	/** One of more queues than are reported. */
	const drawOmitted = () => {
		if (omitted === null) {
			omitted = new Details(room, { name }, app.redraw);
			omitted.load();
		}
		return html`<p class="muted"><a href=${toRoom(room)}>${roomName(room)}</a></p><section class="panel" id="details"><h2>${t('hold.now')}</h2><p class="about">${t('queue.omitted')}</p>
			${omitted.draw(({ oldestDeadLetters: _, ...rest }) => data(rest))}</section>
			<div class="buttons actions">${WHOLE.map((action) => button(app, room, action, name, { after: () => omitted.load() }))}</div>${drawLists()}`;
	};
	const draw = () => {
		const one = found();
		if (!one && app.live.state.rooms[room]?.instancesOmitted > 0) return drawOmitted();
		if (!one) return html`<p class="empty">${t('queue.missing')} <a href=${toRoom(room)}>${roomName(room)}</a></p>`;
		const whole = WHOLE.filter((action) => (action === 'pause' ? !one.paused : action === 'resume' ? one.paused : true));
		return html`<p class="muted"><a href=${toRoom(room)}>${roomName(room)}</a>${one.paused ? html` <span class="tag warn">${t('queue.paused')}</span>` : ''}</p>
			${one.error ? errorLine(one.error) : nothing}${shortened(one, { groups: () => t('queue.groups'), handlers: () => t('queue.handlers') })}
			${facts([...NUMBERS.filter((key) => typeof one[key] === 'number').map((key) => [key, cellNumber(one[key])]),
				['oldest', one.oldest > 0 ? span(one.oldest) : '–'], ...(one.untilNext > 0 ? [['untilNext', span(one.untilNext)]] : [])], 'numbers')}
			<div class="buttons actions">${whole.map((action) => button(app, room, action, name, { after: again }))}</div>
			<div class="plots">${curves.nodes}</div>
			${drawLists()}
			${one.groups?.length ? html`<section class="panel">${groups.draw(one.groups)}</section>` : nothing}
			<section class="panel">${handlers.draw(one.handlers ?? [])}</section>
			${one.settings ? html`<details class="panel"><summary><h2>${t('nav.settings')}</h2></summary>${data(one.settings)}</details>` : nothing}`;
	};
	return { title: () => name, captions: { instances: () => roomName(room) }, draw, drawn: () => found() && curves.show(app.live.history), close: () => curves.close() };
}
