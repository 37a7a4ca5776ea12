/* The slowest recent commands of Redis, as a table of the parts of the console. */

import { adopt, clock, number } from '../../console/parts/i18n.js';
import { html, nothing, render } from '../../console/parts/lit.js';
import { Table } from '../../console/parts/table.js';
import { get } from '../api.js';
import { el } from '../dom.js';
import { lang, t, table as texts } from '../i18n.js';
import { quietly } from '../poll.js';

const MICROS = 1000;

const column = (id, cell, more = {}) => ({ id, label: () => t(`ops.slow.column.${id}`), cell, ...more });

const COLUMNS = [
	column('time', (one) => clock(one.time), { order: (one) => one.time }),
	column('millis', (one) => number(one.micros / MICROS, 1), { number: true, order: (one) => one.micros }),
	column('command', (one) => html`<code>${one.command}</code>`, { order: (one) => one.command }),
	column('room', (one) => one.room || '–', { order: (one) => one.room ?? '' }),
	column('arguments', (one) => number(one.arguments), { number: true, order: (one) => one.arguments })
];

/**
 * The table.
 * @returns {node(): a new one in the present language, look(): asks and shows}
 */
export function slowLog() {
	let page = null;
	let box = null;

	const table = new Table({
		id: 'slow', columns: COLUMNS, key: (one) => `${one.time} ${one.micros} ${one.command}`, titled: true, caption: () => t('ops.slow.title'),
		empty: () => t(page.available ? 'ops.slow.none' : 'ops.slow.unavailable'), redraw: () => show()
	});

	const show = () => render(page === null ? nothing : table.draw(page.entries ?? []), box);

	const node = () => {
		adopt(lang(), texts());
		box = el('div', { class: 'slow-table' });
		show();
		return el('section', { class: 'panel slow', 'aria-labelledby': 'slow-title' },
			el('h2', { id: 'slow-title' }, t('ops.slow.title')), el('p', { class: 'about' }, t('ops.slow.about')), box);
	};

	const look = async () => {
		const fresh = await quietly(() => get('/ops/slow'));
		if (fresh) page = fresh;
		show();
	};

	return { node, look };
}
