/* The shops that were viewed most today: asked for when the rest of the view is there. */

import { el, named } from '../dom.js';
import { get } from '../api.js';
import { t } from '../i18n.js';
import { every, quietly } from '../poll.js';
import { go } from '../router.js';

const REFRESH_MS = 10000;

const line = (shop) => el('li', {}, el('div', { class: 'line-text' }, named(shop.name, { class: 'name', href: go(`/shop/${shop.id}`) }, 'a'),
	el('span', { class: 'muted' }, t('popular.views', shop.views))));

/** A panel that has its height from the beginning, so that nothing moves when it is filled. */
export function popular(signal) {
	const list = el('ol', { class: 'lines', id: 'popular' });
	const show = async () => {
		const found = await quietly(() => get('/shop/popular', {}, signal));
		if (!found || list.contains(document.activeElement)) return;
		list.replaceChildren(...(found.length ? found.map(line) : [el('li', { class: 'muted' }, t('popular.none'))]));
	};
	const begin = () => {
		if (signal.aborted) return;
		show();
		every(REFRESH_MS, show, signal);
	};
	// After the frame that shows the view, and whatever that asks for.
	requestAnimationFrame(() => setTimeout(begin));
	return el('section', { class: 'panel popular', 'aria-labelledby': 'popular-title' }, el('h2', { id: 'popular-title' }, t('popular.title')), list);
}
