/* Changes of settings that were refused while the processes ran. */

import { t } from '../../parts/i18n.js';
import { field, moment, processName, value } from '../format.js';
import { html } from '../lit.js';
import { Table } from '../table.js';

export function refusals(app) {
	const table = new Table({
		id: 'refusals', key: (one) => JSON.stringify([one.process, one.time, one.property]), redraw: app.redraw, filter: (one) => `${one.property} ${one.reason}`, caption: () => t('nav.refusals'), empty: () => t('refusals.none'),
		columns: [
			{ id: 'property', label: () => field('property'), order: (one) => one.property, cell: (one) => html`<code>${one.property ?? '–'}</code>` },
			{ id: 'reason', label: () => field('reason'), cell: (one) => html`<span lang="en">${one.reason ?? '–'}</span>` },
			{ id: 'time', label: () => field('time'), order: (one) => one.time, cell: (one) => (typeof one.time === 'number' ? moment(one.time) : value('time', one.time)) },
			{ id: 'process', label: () => field('process'), order: (one) => one.process, cell: (one) => processName(app.live.state, one.process) }
		]
	});
	const draw = () => html`<p class="about">${t('about.refusals')}</p>${table.draw(app.live.state.refusals ?? [])}`;
	return { title: () => t('nav.refusals'), draw };
}
