/* All queues of one kind. */

import { number, t } from '../../parts/i18n.js';
import { curve } from '../curve.js';
import { field, named, span } from '../format.js';
import { html } from '../lit.js';
import { kindOf, lineId } from '../lines.js';
import { roomName, toRoom } from '../rooms.js';
import { errorLine } from '../shortened.js';
import { Table } from '../table.js';

const NUMBERS = ['depth', 'lag', 'pending', 'retrying', 'consumers', 'deadLetters'];
const DELAYED = ['depth', 'waiting', 'overdue', 'pending', 'retrying', 'consumers', 'deadLetters'];

export const cellNumber = (value) => (value === undefined || value === null || value < 0 ? '–' : number(value));

export function queues(app, room) {
	const numbers = (kindOf(room) === 'delay-queue' ? DELAYED : NUMBERS).map((key) => ({
		id: key, number: true, label: () => field(key), order: (one) => one[key] ?? -1,
		cell: (one) => (key === 'deadLetters' && one[key] > 0 ? html`<b class="bad">${number(one[key])}</b>` : cellNumber(one[key]))
	}));
	const table = new Table({
		id: 'queues', key: (one) => one.name, caption: () => roomName(room), empty: () => t('queues.none'), redraw: app.redraw,
		filter: (one) => one.name, marked: (one) => (one.deadLetters > 0 || one.error ? 'row-bad' : one.paused ? 'row-warn' : null),
		columns: [
			{ id: 'name', label: () => t('field.name'), order: (one) => one.name,
				cell: (one) => html`<a href=${toRoom(room, one.name)}>${named(one.name)}</a>${one.paused ? html` <span class="tag warn">${t('queue.paused')}</span>` : ''}${one.error ? errorLine(one.error) : ''}` },
			...numbers.slice(0, 1),
			{ id: 'curve', label: () => t('queues.curve'), cell: (one) => curve(app.live.history.of(lineId(room, one.name, 'depth'))) },
			...numbers.slice(1),
			{ id: 'oldest', number: true, label: () => field('oldest'), order: (one) => one.oldest ?? 0, cell: (one) => (one.oldest > 0 ? span(one.oldest) : '–') }
		]
	});
	const draw = () => html`<p class="about">${t(`about.${kindOf(room)}`)}</p>${table.draw(app.live.state.rooms[room]?.instances ?? [])}`;
	return { title: () => roomName(room), captions: { instances: () => roomName(room) }, draw };
}
