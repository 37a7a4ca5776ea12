/* "Behind this": which component answered the present view, with the numbers of its requests, the lines that do it, and the page about it. */

import { answers } from './api.js';
import { el } from './dom.js';
import { lang, number, t } from './i18n.js';
import { STOPS, endTour } from './parts/tour.js';

const SOURCE = 'https://github.com/redis-components/redis-components/blob/main/';

let known = null;

/** What the build knows of the views; asked for once, when it is wanted. */
async function pieces() {
	if (!known) {
		const response = await fetch('behind/pieces.json');
		if (!response.ok) throw new Error(`The pieces came with status ${response.status}`);
		known = await response.json();
	}
	return known;
}

/** The counts and times of a Server-Timing header, by name. */
export function parse(header) {
	const numbers = {};
	for (const [, name, count, dur] of header.matchAll(/([a-z-]+);desc="(\d+)";dur=([\d.]+)/g)) {
		numbers[name] = { count: Number(count), dur: Number(dur) };
	}
	return numbers;
}

/** Commands that a piece sent, and how long they took. */
function trips(piece, numbers) {
	const own = piece.redis.map((name) => numbers[`redis-${name}`]).filter(Boolean);
	return { count: own.reduce((sum, one) => sum + one.count, 0), dur: own.reduce((sum, one) => sum + one.dur, 0) };
}

function whence(piece, numbers, sent) {
	if (piece.level && numbers.load?.count > 0) return t('behind.from.database');
	if (sent.count > 0) return t('behind.from.redis');
	return piece.level ? t('behind.from.local') : t('behind.from.none');
}

function line(piece, { method, path, header }) {
	const numbers = parse(header);
	const sent = trips(piece, numbers);
	const cell = (text) => el('td', {}, text);
	return el('tr', {}, el('th', { scope: 'row' }, el('code', {}, `${method} ${path}`)), cell(whence(piece, numbers, sent)),
		cell(number(numbers.load?.count ?? 0)), cell(number(sent.count)), cell(number(sent.dur)),
		cell(number(numbers.sql?.count ?? 0)), cell(number(numbers.sql?.dur ?? 0)));
}

function table(name, piece) {
	const pattern = new RegExp(piece.asks);
	const seen = answers().filter(({ method, path }) => pattern.test(`${method} ${path}`)).slice(-4);
	if (!seen.length) return el('p', { class: 'muted' }, t('behind.none-yet'));
	const heads = ['behind.request', 'behind.from', 'behind.loads', 'behind.trips', 'behind.trips.ms', 'behind.sql', 'behind.sql.ms'];
	return el('div', { class: 'behind-scroll', tabindex: '0', role: 'group', 'aria-label': t('behind.numbers', piece.component) },
		el('table', { class: 'behind-numbers', 'data-numbers': name },
			el('thead', {}, el('tr', {}, heads.map((key) => el('th', { scope: 'col' }, t(key))))),
			el('tbody', {}, seen.map((one) => line(piece, one)))));
}

function block(label, text, file) {
	return el('details', {}, el('summary', {}, label),
		file && el('p', { class: 'muted' }, el('a', { href: SOURCE + file }, file.split('/').slice(-2).join('/'))),
		el('pre', { tabindex: '0', role: 'region', 'aria-label': label }, el('code', {}, text)));
}

function section(name, piece) {
	const page = `docs/${lang() === 'zh' ? 'zh/' : ''}${piece.docs}`;
	return el('section', { class: 'behind-piece', 'data-piece': name },
		el('h3', {}, piece.component), el('p', {}, t(`behind.piece.${name}`)), table(name, piece),
		piece.yaml && block(t('behind.yaml', piece.component), piece.yaml, 'sample-app/src/main/resources/application.yml'),
		block(t('behind.code', piece.component), piece.code.text, piece.code.file),
		el('p', {}, el('a', { href: SOURCE + page, class: 'behind-docs' }, t('behind.docs', piece.component))));
}

function guide(stop, dialog) {
	const at = STOPS.findIndex(({ name }) => name === stop);
	if (at < 0) return null;
	const next = STOPS[at + 1];
	return el('div', { class: 'behind-stop' }, el('p', {}, el('strong', {}, t('tour.stop', at + 1, STOPS.length)), ' ', t(`tour.look.${stop}`)),
		next ? el('a', { class: 'button primary', id: 'tour-next', href: next.href, onclick: () => dialog.close() }, t('tour.next', t(`tour.name.${next.name}`)))
			: el('button', { type: 'button', class: 'primary', id: 'tour-end', onclick: () => {
				endTour();
				dialog.close();
			} }, t('tour.end')));
}

/**
 * Opens the panel for the present view; what had the focus gets it back.
 * @param stop the stop of the tour that is shown, if it is one
 */
export async function open(stop = null) {
	if (document.querySelector('dialog[open]')) return;
	const view = document.body.dataset.view;
	const all = await pieces();
	const names = all.views[view] ?? [];
	const ordered = names.includes(stop) ? [stop, ...names.filter((name) => name !== stop)] : names;
	const dialog = el('dialog', { id: 'behind', class: 'dialog behind', 'aria-labelledby': 'behind-title' });
	dialog.append(
		el('div', { class: 'list-head' }, el('h2', { id: 'behind-title', tabindex: '-1', autofocus: true }, t('behind.title')),
			el('button', { type: 'button', id: 'behind-close', onclick: () => dialog.close() }, t('behind.close'))),
		guide(stop, dialog) ?? '',
		...(ordered.length ? ordered.map((name) => section(name, all.pieces[name])) : [el('p', {}, t('behind.nothing'))]),
		el('p', { class: 'muted' }, t('behind.note')));
	const before = document.activeElement;
	dialog.addEventListener('close', () => {
		dialog.remove();
		if (before?.isConnected) before.focus();
	});
	// Another view is another thing to look behind.
	window.addEventListener('hashchange', () => dialog.close(), { once: true });
	document.body.append(dialog);
	dialog.showModal();
}
