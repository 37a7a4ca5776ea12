/* What happened last, renewed while it is looked at. */

import { avatar, el, named } from '../dom.js';
import { get } from '../api.js';
import { ago } from '../format.js';
import { t } from '../i18n.js';
import { every, quietly } from '../poll.js';
import { go } from '../router.js';
import { plain } from '../safe-html.js';

const REFRESH_MS = 5000;

const DID = { order: () => t('activity.order'), post: () => t('activity.post'), like: () => t('activity.like') };

function line(one) {
	const about = one.blogId !== undefined ? go(`/post/${one.blogId}`) : go(`/shop/${one.shopId}`);
	const title = one.kind === 'order' ? one.title : plain(one.title);
	return el('li', {}, avatar({ id: one.userId, nickName: one.nickName, icon: one.icon }, 'small'), el('div', { class: 'line-text' },
		el('span', {}, named(one.nickName, { class: 'name' }), ' ', DID[one.kind] ? DID[one.kind]() : '', ' ', named(title, { href: about }, 'a')),
		el('span', { class: 'muted' }, named(one.shopName), ' · ', ago(one.time))));
}

/** A panel that keeps itself up to date. */
export async function activities(signal) {
	const list = el('ol', { class: 'lines', id: 'activities' });
	const show = async () => {
		const found = await quietly(() => get('/activity/latest', {}, signal));
		if (!found || list.contains(document.activeElement)) return;
		list.replaceChildren(...(found.length ? found.map(line) : [el('li', { class: 'muted' }, t('activity.none'))]));
	};
	await show();
	every(REFRESH_MS, show, signal);
	return el('section', { class: 'panel', 'aria-labelledby': 'activities-title' }, el('h2', { id: 'activities-title' }, t('activity.title')), list);
}
