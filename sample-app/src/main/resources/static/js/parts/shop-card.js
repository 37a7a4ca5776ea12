/* A shop in a list. */

import { el, icon, named, over } from '../dom.js';
import { metres, stars } from '../format.js';
import { number, t } from '../i18n.js';
import { go } from '../router.js';
import { typeIcon } from './types.js';

export const score = (shop) => el('span', { class: 'score' }, icon('star'), el('span', { class: 'unseen' }, t('shop.score')), stars(shop.score));

/** The first picture of a shop, or the one of its type. */
export const cover = (shop, name = 'cover') => el('span', { class: `${name} hue${shop.id % 6}` }, typeIcon(shop.typeId), over(shop.images.split(',')[0]));

export function shopCard(shop) {
	return el('article', { class: 'card shop-card', 'data-shop': shop.id },
		cover(shop),
		el('div', { class: 'card-text' },
			el('h2', { class: 'name' }, named(shop.name, { href: go(`/shop/${shop.id}`), class: 'whole' }, 'a')),
			el('p', { class: 'facts' }, score(shop),
				el('span', {}, t('shop.price', number(shop.avgPrice))),
				el('span', {}, t('shop.comments', shop.comments))),
			el('p', { class: 'facts muted' }, named(shop.area),
				shop.distance !== undefined && el('span', { class: 'distance' }, icon('pin'), metres(shop.distance)))));
}
