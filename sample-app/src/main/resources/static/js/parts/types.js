/* The types of shops: their pictures and names. */

import { el, icon } from '../dom.js';
import { get } from '../api.js';
import { has, locale, t } from '../i18n.js';
import { go } from '../router.js';

const ICONS = { 1: 'food', 2: 'mic', 3: 'scissors', 4: 'dumbbell', 5: 'hand', 6: 'lotus', 7: 'balloon', 8: 'glass', 9: 'party', 10: 'nail' };

let types;

/** All types, asked for once, and again after a failure. */
export function allTypes() {
	types ??= get('/shop-type/list').catch((error) => {
		types = undefined;
		throw error;
	});
	return types;
}

export const typeIcon = (typeId) => icon(ICONS[typeId] || 'pin');

/** Types are data, and Chinese; the usual ones have names in the texts. */
export function typeName(type) {
	const key = `type.${type.name}`;
	return has(key) ? t(key) : type.name;
}

const typeLang = (type) => (has(`type.${type.name}`) || locale() === 'zh-CN' ? null : 'zh-CN');

/** The types as links to their shops. */
export function typeLinks(all, chosen, query) {
	return el('nav', { class: 'types', 'aria-label': t('home.types') }, el('ul', {}, all.map((type) => el('li', {}, el('a', {
		href: go('/', { ...query, type: type.id }), 'data-type': type.id, 'aria-current': type.id === chosen ? 'true' : null
	}, el('span', { class: `type-tile hue${type.id % 6}` }, typeIcon(type.id)), el('span', { lang: typeLang(type) }, typeName(type)))))));
}
