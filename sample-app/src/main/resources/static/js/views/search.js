/* Shops by a part of their name. */

import { el } from '../dom.js';
import { get } from '../api.js';
import { endless, pages } from '../endless.js';
import { t } from '../i18n.js';
import { shopCard } from '../parts/shop-card.js';

export async function show(page, { query, signal }) {
	const name = query.get('name') || '';
	page.append(el('h1', {}, t('search.title', name)), await endless({
		load: pages((current) => get('/shop/of/name', { name, current }, signal)),
		render: shopCard, empty: t('search.none'), attributes: { class: 'cards two', id: 'shops' }, signal
	}));
}
