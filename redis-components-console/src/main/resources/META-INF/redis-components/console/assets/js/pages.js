/* A long list in Redis, a page at a time, asked for when it is opened and on each press. */

import { t } from '../parts/i18n.js';
import { get, roomPath, sentence } from './api.js';
import { html, nothing } from './lit.js';
import { pager } from './table.js';

export class Pages {

	/**
	 * @param room the room
	 * @param params what the list is asked for by, such as its name
	 * @param redraw draws the page anew
	 */
	constructor(room, params, redraw) {
		Object.assign(this, { room, params, redraw });
		this.before = [];
		this.cursor = null;
		this.next = null;
		this.items = null;
		this.error = null;
		this.asked = 0;
	}

	async load() {
		const asked = ++this.asked;
		try {
			const page = await get(roomPath(this.room, '/list'), { ...this.params, cursor: this.cursor });
			if (asked !== this.asked) return;
			this.items = page.items;
			this.next = page.next ?? null;
			this.error = null;
		} catch (error) {
			if (asked !== this.asked) return;
			this.error = sentence(error);
		}
		this.redraw();
	}

	on() {
		this.before.push(this.cursor);
		this.cursor = this.next;
		return this.load();
	}

	back() {
		this.cursor = this.before.pop();
		return this.load();
	}

	/** @param rows(items) draws them */
	draw(rows) {
		return html`<div class="list" aria-busy=${this.asked > 0 && this.items === null && this.error === null ? 'true' : nothing}>
			${this.error ? html`<p class="bad" lang=${this.error.lang ?? nothing}>${this.error.text}</p>` : nothing}
			${this.items ? rows(this.items) : nothing}
			<div class="list-foot"><button type="button" class="quiet" @click=${() => this.load()}>${t('list.again')}</button>
			${this.before.length || this.next !== null
				? pager(t('list.page', this.before.length + 1), this.before.length > 0 && (() => this.back()), this.next !== null && (() => this.on())) : nothing}</div></div>`;
	}

}
