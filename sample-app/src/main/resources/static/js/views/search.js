/* Shops by a part of their name. */

import { el } from '../dom.js';
import { get } from '../api.js';
import { endless, pages } from '../endless.js';
import { t } from '../i18n.js';
import { activities } from '../parts/activities.js';
import { shopCard } from '../parts/shop-card.js';

export async function show(page, { query, signal }) {
	const name = query.get('name') || '';
	const [list, side] = await Promise.all([
		endless({
			load: pages((current) => get('/shop/of/name', { name, current }, signal)),
			render: shopCard, empty: t('search.none'), attributes: { class: 'cards', id: 'shops' }, signal
		}),
		activities(signal)
	]);
	page.append(el('div', { class: 'with-side' },
		el('section', {}, el('div', { class: 'list-head' }, el('h1', {}, t('search.title', name))), list),
		el('div', { class: 'side' }, side)));
}
