/* The processes that report. */

import { number, t } from '../../parts/i18n.js';
import { field, moment, named, processName, span, value } from '../format.js';
import { html } from '../lit.js';
import { Table } from '../table.js';

export function processes(app) {
	const table = new Table({
		id: 'processes', key: (one) => one.id, redraw: app.redraw, filter: (one) => `${one.id} ${one.host} ${one.application}`, caption: () => t('nav.processes'), empty: () => t('processes.none'),
		columns: [
			{ id: 'host', label: () => field('process'), order: (one) => one.host, cell: (one) => html`${processName(app.live.state, one.id)}${one.id === app.live.state.collector ? html` <span class="tag">${t('process.collector')}</span>` : ''}${one.truncated ? html` <span class="tag warn">${t('process.shortened')}</span>` : ''}` },
			{ id: 'application', label: () => field('application'), order: (one) => one.application, cell: (one) => value('application', one.application) },
			{ id: 'id', label: () => field('id'), order: (one) => one.id, cell: (one) => named(one.id) },
			{ id: 'started', label: () => field('started'), order: (one) => one.started, cell: (one) => (typeof one.started === 'number' ? moment(one.started) : value('started', one.started)) },
			{ id: 'seen', number: true, label: () => t('process.seen'), order: (one) => one.seen, cell: (one) => (typeof one.seen === 'number' ? t('process.ago', span(Math.max(0, app.live.state.time - one.seen))) : '–') },
			{ id: 'viewers', number: true, label: () => field('viewers'), order: (one) => one.viewers ?? 0, cell: (one) => number(one.viewers ?? 0) }
		]
	});
	const draw = () => html`<p class="about">${t('about.processes')}</p>${table.draw(app.live.state.processes ?? [])}`;
	return { title: () => t('nav.processes'), draw };
}
