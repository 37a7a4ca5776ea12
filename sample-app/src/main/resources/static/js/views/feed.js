/* What those wrote whom one follows, newest first, without end. */

import { el } from '../dom.js';
import { get } from '../api.js';
import { endless } from '../endless.js';
import { t } from '../i18n.js';
import { activities } from '../parts/activities.js';
import { postCard } from '../parts/post-card.js';
import { writeLink } from './posts.js';

export const needsLogin = true;

/** Each page says where the next one begins: at this time, after so many posts of it. */
function pagesByTime(signal) {
	let next = {};
	return async () => {
		const found = await get('/blog/of/follow', next, signal);
		if (!found) return { items: [], more: false };
		next = { lastId: found.minTime, offset: found.offset };
		return { items: found.list, more: true };
	};
}

export async function show(page, { signal }) {
	let position = 0;
	const article = (post) => {
		const card = postCard(post);
		position += 1;
		card.setAttribute('aria-posinset', String(position));
		card.setAttribute('aria-setsize', '-1');
		return card;
	};
	const [list, side] = await Promise.all([endless({
		load: pagesByTime(signal), render: article, empty: t('feed.none'), end: t('feed.end'),
		attributes: { class: 'cards posts', id: 'feed', 'aria-labelledby': 'feed-title' }, signal
	}), activities(signal)]);
	// A feed without an article is none.
	list.firstElementChild.setAttribute('role', position > 0 ? 'feed' : 'group');
	page.append(el('div', { class: 'with-side' },
		el('section', {}, el('div', { class: 'list-head row-head' }, el('h1', { id: 'feed-title' }, t('feed.title')), writeLink()), list),
		el('div', { class: 'side' }, side)));
}
