/* A table: sorted by a press on a heading, filtered, in pages, and on a phone each row a card. */

import { t } from './i18n.js';
import { html, nothing, repeat } from './lit.js';

const SIZE = 50;
const FILTER_FROM = 12;

function compare(a, b) {
	if (typeof a === 'number' && typeof b === 'number') return a - b;
	if (typeof a === 'number' || typeof b === 'number') return typeof a === 'number' ? 1 : -1;
	return String(a ?? '').localeCompare(String(b ?? ''));
}

/** A key for each row; rows with the same one are told apart by their order. */
export function unique(key) {
	const seen = new Map();
	return (row) => {
		const one = key(row);
		const before = seen.get(one) ?? 0;
		seen.set(one, before + 1);
		return before ? `${one}\n${before}` : one;
	};
}

export class Table {

	/**
	 * @param id unique in its view
	 * @param columns [{id, label(), cell(row), order?(row): what it is sorted by, number?}]; the first names the row
	 * @param key(row) what makes a row the same as before
	 * @param caption() what the table shows
	 * @param empty() what is said without rows
	 * @param redraw draws the page anew
	 * @param filter?(row) the text in which the filter looks
	 * @param marked?(row) the class of a row
	 * @param titled? whether a heading above says what the table shows, so that its caption is not seen
	 */
	constructor({ id, columns, key, caption, empty, redraw, filter, marked, titled = false }) {
		Object.assign(this, { id, columns, key, caption, empty, redraw, filter, marked, titled });
		this.sorted = null;
		this.down = false;
		this.from = 0;
		this.wanted = '';
	}

	sortBy(column) {
		this.down = this.sorted === column.id ? !this.down : Boolean(column.number);
		this.sorted = column.id;
		this.from = 0;
		this.redraw();
	}

	shown(rows) {
		const wanted = this.wanted.toLocaleLowerCase();
		let found = this.filter && wanted ? rows.filter((row) => this.filter(row).toLocaleLowerCase().includes(wanted)) : rows;
		const column = this.columns.find((one) => one.id === this.sorted);
		if (column) {
			found = [...found].sort((a, b) => (this.down ? -1 : 1) * compare(column.order(a), column.order(b)));
		}
		return found;
	}

	draw(rows) {
		const found = this.shown(rows);
		if (this.from >= found.length) this.from = Math.max(0, Math.floor((found.length - 1) / SIZE) * SIZE);
		const page = found.slice(this.from, this.from + SIZE);
		return html`
			${this.filter && (rows.length > FILTER_FROM || this.wanted) ? this.drawFilter() : nothing}
			${page.length ? this.drawTable(page) : html`<p class="empty">${rows.length ? t('table.nothing') : this.empty()}</p>`}
			${found.length > SIZE ? this.drawPager(found.length) : nothing}`;
	}

	drawFilter() {
		return html`<p class="filter"><label for="filter-${this.id}">${t('table.filter')}</label>
			<input id="filter-${this.id}" type="search" autocomplete="off" spellcheck="false" maxlength="200" .value=${this.wanted}
				@input=${(event) => { this.wanted = event.target.value; this.from = 0; this.redraw(); }}></p>`;
	}

	drawTable(page) {
		return html`<table id="table-${this.id}" role="table"><caption class=${this.titled ? 'unseen' : nothing}>${this.caption()}</caption>
			<thead role="rowgroup"><tr role="row">${this.columns.map((column) => this.drawHeading(column))}</tr></thead>
			<tbody role="rowgroup">${repeat(page, unique(this.key), (row) => html`<tr role="row" class=${this.marked?.(row) ?? nothing}>${this.columns.map((column, index) => (index === 0
				? html`<th role="rowheader" scope="row">${column.cell(row)}</th>`
				: html`<td role="cell" class=${column.number ? 'number' : nothing} data-label=${column.label()}>${column.cell(row)}</td>`))}</tr>`)}</tbody></table>`;
	}

	drawHeading(column) {
		const order = this.sorted !== column.id ? nothing : this.down ? 'descending' : 'ascending';
		return html`<th role="columnheader" scope="col" class=${column.number ? 'number' : nothing} aria-sort=${order}>${column.order
			? html`<button type="button" class="sort" @click=${() => this.sortBy(column)}>${column.label()}<span aria-hidden="true">${order === nothing ? '' : this.down ? ' ↓' : ' ↑'}</span></button>`
			: html`<span class=${column.hidden ? 'unseen' : nothing}>${column.label()}</span>`}</th>`;
	}

	drawPager(all) {
		const to = Math.min(all, this.from + SIZE);
		const go = (from) => () => { this.from = from; this.redraw(); };
		return pager(t('table.range', this.from + 1, to, all), this.from > 0 && go(Math.max(0, this.from - SIZE)), to < all && go(to));
	}

}

/** The buttons of pages; a direction that is not there is false. */
export function pager(words, back, on) {
	const button = (go, text) => html`<button type="button" aria-disabled=${go ? nothing : 'true'} @click=${go || nothing}>${text}</button>`;
	return html`<p class="pager">${button(back, t('table.back'))}<span>${words}</span>${button(on, t('table.next'))}</p>`;
}
