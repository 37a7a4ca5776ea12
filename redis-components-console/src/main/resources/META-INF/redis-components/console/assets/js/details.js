/* One thing as it is in Redis now: asked for when it is opened, and on a press. */

import { t } from '../parts/i18n.js';
import { get, roomPath, sentence } from './api.js';
import { html, nothing } from './lit.js';

export class Details {

	constructor(room, params, redraw, ask = () => get(roomPath(room), params)) {
		Object.assign(this, { ask, redraw });
		this.found = null;
		this.error = null;
		this.asked = 0;
	}

	async load() {
		const asked = ++this.asked;
		try {
			const found = await this.ask();
			if (asked !== this.asked) return;
			this.found = found;
			this.error = null;
		} catch (error) {
			if (asked !== this.asked) return;
			this.found = null;
			this.error = sentence(error);
		}
		this.redraw();
	}

	/** @param shown(found) draws it */
	draw(shown) {
		return html`<div role="status" aria-busy=${this.found === null && this.error === null ? 'true' : nothing}>
			${this.error ? html`<p class="bad" lang=${this.error.lang ?? nothing}>${this.error.text}</p>` : nothing}</div>
			${this.found ? shown(this.found) : nothing}
			<p class="again"><button type="button" class="quiet" @click=${() => this.load()}>${t('list.again')}</button></p>`;
	}

}
