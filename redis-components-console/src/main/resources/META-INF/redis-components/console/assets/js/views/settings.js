/* The properties that are set in the process that serves the page: the value in force, where it comes from, and what is configured but not in force. */

import { t } from '../../parts/i18n.js';
import { get, sentence } from '../api.js';
import { field, processName, value } from '../format.js';
import { html, nothing } from '../lit.js';
import { Table } from '../table.js';

const isPending = (one) => one.pending !== undefined && one.pending !== null;
const isOther = (one) => one.customized === true || isPending(one);

export function settings(app) {
	let found = null;
	let error = null;
	let othersOnly = false;
	const load = async () => {
		try {
			found = await get('settings');
			error = null;
		} catch (failed) {
			error = sentence(failed);
		}
		app.redraw();
	};
	load();
	const text = (given) => html`<bdi class="text">${given}</bdi>`;
	const pending = (one) => (!isPending(one) ? '–' : one.pending === '' ? t('settings.removed') : text(one.pending));
	const table = new Table({
		id: 'settings', key: (one) => one.property, redraw: app.redraw, filter: (one) => `${one.property} ${one.value} ${one.origin} ${one.pending ?? ''}`, caption: () => t('nav.settings'), empty: () => t('settings.none'),
		marked: (one) => (isPending(one) ? 'row-warn' : one.customized ? 'row-changed' : null),
		columns: [
			{ id: 'property', label: () => field('property'), order: (one) => one.property, cell: (one) => html`<code>${one.property}</code>${one.customized ? html` <span class="tag">${t('settings.customized')}</span>` : nothing}` },
			{ id: 'value', label: () => t('settings.value'), order: (one) => String(one.value), cell: (one) => (one.value === '' || one.value === undefined ? '–' : text(String(one.value))) },
			{ id: 'pending', label: () => t('settings.pending'), order: (one) => (isPending(one) ? 0 : 1), cell: pending },
			{ id: 'origin', label: () => field('origin'), order: (one) => one.origin, cell: (one) => value('origin', one.origin) }
		]
	});
	const draw = () => html`<p class="about">${t('about.settings')} ${found?.process ? processName(app.live.state, found.process) : nothing}</p>
		${error ? html`<p class="bad" lang=${error.lang ?? nothing}>${error.text}</p>` : nothing}
		<p class="tools"><label><input type="checkbox" .checked=${othersOnly} @change=${(event) => { othersOnly = event.target.checked; app.redraw(); }}> ${t('settings.only')}</label>
			<button type="button" class="quiet" @click=${load}>${t('list.again')}</button></p>
		${found ? table.draw(othersOnly ? found.settings.filter(isOther) : found.settings) : nothing}`;
	return { title: () => t('nav.settings'), draw };
}
