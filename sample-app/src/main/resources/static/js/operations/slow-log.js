/* The slowest recent commands of Redis, as a table. */

import { el } from '../dom.js';
import { get } from '../api.js';
import { locale, number, t } from '../i18n.js';
import { quietly } from '../poll.js';

const COLUMNS = ['time', 'millis', 'command', 'room', 'arguments'];

const MICROS = 1000;

function row(entry) {
	const millis = (entry.micros / MICROS).toLocaleString(locale(), { maximumFractionDigits: 1 });
	return el('tr', {}, el('td', {}, new Date(entry.time).toLocaleTimeString(locale(), { hour12: false })), el('td', { class: 'figure' }, millis),
		el('td', {}, el('code', {}, entry.command)), el('td', {}, entry.room || '–'), el('td', { class: 'figure' }, number(entry.arguments)));
}

/**
 * The table.
 * @returns {node(): a new one in the present language, look(): asks and shows}
 */
export function slowLog() {
	let page = null;
	let body = null;
	let note = null;

	const show = () => {
		const entries = page?.entries ?? [];
		body.parentElement.hidden = entries.length === 0;
		body.replaceChildren(...entries.map(row));
		note.textContent = entries.length || page === null ? '' : t(page.available ? 'ops.slow.none' : 'ops.slow.unavailable');
	};

	const node = () => {
		body = el('tbody');
		note = el('p', { class: 'muted' });
		const made = el('section', { class: 'panel slow' },
			el('h2', { id: 'slow-title' }, t('ops.slow.title')), el('p', { class: 'about' }, t('ops.slow.about')), note,
			el('div', { class: 'scrolled', tabindex: '0', role: 'region', 'aria-labelledby': 'slow-title' }, el('table', {},
				el('thead', {}, el('tr', {}, COLUMNS.map((name) => el('th', { scope: 'col' }, t(`ops.slow.column.${name}`))))), body)));
		show();
		return made;
	};

	const look = async () => {
		const fresh = await quietly(() => get('/ops/slow'));
		if (fresh) page = fresh;
		show();
	};

	return { node, look };
}
