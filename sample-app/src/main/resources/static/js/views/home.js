/* Shops of a type, the nearest first. */

import { el } from '../dom.js';
import { get } from '../api.js';
import { attempt } from '../announce.js';
import { shopsQuery } from '../early.js';
import { endless, pages } from '../endless.js';
import { t } from '../i18n.js';
import { atCentre, here, locate } from '../place.js';
import { go } from '../router.js';
import { activities } from '../parts/activities.js';
import { popular } from '../parts/popular.js';
import { rushPanel } from '../parts/rush-link.js';
import { shopCard } from '../parts/shop-card.js';
import { tour } from '../parts/tour.js';
import { allTypes, typeLinks, typeName } from '../parts/types.js';

const SORTS = { near: () => t('sort.near'), me: () => t('sort.me'), score: () => t('sort.score'), comments: () => t('sort.comments') };

function sortLinks(typeId, chosen) {
	return el('ul', { class: 'pills', 'aria-label': t('sort.label') }, Object.entries(SORTS).map(([sort, label]) => el('li', {}, el('a', {
		href: go('/', { type: typeId, sort }), class: 'pill', 'data-sort': sort, 'aria-current': sort === chosen ? 'true' : null
	}, label()))));
}

async function findPlace(sort) {
	if (sort === 'me') await attempt(locate);
	else if (sort === 'near') atCentre();
}

export async function show(page, { query, signal }) {
	const all = await allTypes();
	const type = all.find((one) => one.id === Number(query.get('type'))) || all[0];
	const sort = query.get('sort') in SORTS ? query.get('sort') : 'near';
	await findPlace(sort);
	const [list, side] = await Promise.all([
		endless({
			load: pages((current) => get('/shop/of/type', shopsQuery(type.id, current, here(), sort), signal)),
			render: shopCard, empty: t('home.none'), attributes: { class: 'cards', id: 'shops' }, signal
		}),
		activities(signal)
	]);
	page.append(
		...[tour()].filter(Boolean),
		typeLinks(all, type.id, { sort: query.get('sort') }),
		el('div', { class: 'with-side' },
			el('section', {}, el('div', { class: 'list-head' }, el('h1', {}, t('home.title', typeName(type))), sortLinks(type.id, sort)), list),
			el('div', { class: 'side' }, side, rushPanel(), popular(signal))));
}
