/* The settings in force in the process that serves the page, and where each value comes from. */

import { t } from '../../parts/i18n.js';
import { get, sentence } from '../api.js';
import { field, value } from '../format.js';
import { html, nothing } from '../lit.js';
import { Table } from '../table.js';

export function settings(app) {
	let found = null;
	let error = null;
	let changedOnly = false;
	const load = async () => {
		try {
			const given = await get('settings');
			found = Array.isArray(given) ? given : given.settings;
			error = null;
		} catch (failed) {
			error = sentence(failed);
		}
		app.redraw();
	};
	load();
	const text = (one, key) => html`<bdi class="text">${String(one[key] ?? '–')}</bdi>`;
	const table = new Table({
		id: 'settings', key: (one) => one.property, redraw: app.redraw, filter: (one) => `${one.property} ${one.value} ${one.origin}`, caption: () => t('nav.settings'), empty: () => t('settings.none'),
		marked: (one) => (one.changed ? 'row-changed' : null),
		columns: [
			{ id: 'property', label: () => field('property'), order: (one) => one.property, cell: (one) => html`<code>${one.property}</code>${one.changed ? html` <span class="tag">${t('settings.changed')}</span>` : nothing}` },
			{ id: 'value', label: () => field('value'), order: (one) => String(one.value), cell: (one) => text(one, 'value') },
			{ id: 'default', label: () => field('default'), cell: (one) => text(one, 'default') },
			{ id: 'origin', label: () => field('origin'), order: (one) => one.origin, cell: (one) => value('origin', one.origin) }
		]
	});
	const draw = () => html`<p class="about">${t('about.settings')}</p>
		${error ? html`<p class="bad" lang=${error.lang ?? nothing}>${error.text}</p>` : nothing}
		<p class="tools"><label><input type="checkbox" .checked=${changedOnly} @change=${(event) => { changedOnly = event.target.checked; app.redraw(); }}> ${t('settings.only')}</label>
			<button type="button" class="quiet" @click=${load}>${t('list.again')}</button></p>
		${found ? table.draw(changedOnly ? found.filter((one) => one.changed) : found) : nothing}`;
	return { title: () => t('nav.settings'), draw };
}
