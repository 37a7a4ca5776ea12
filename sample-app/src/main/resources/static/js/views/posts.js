/* The posts that are liked most. */

import { el, icon } from '../dom.js';
import { get } from '../api.js';
import { endless, pages } from '../endless.js';
import { t } from '../i18n.js';
import { activities } from '../parts/activities.js';
import { postCard } from '../parts/post-card.js';

export const writeLink = () => el('a', { class: 'button primary', id: 'write', href: '#/write' }, icon('pencil'), t('posts.write'));

export async function show(page, { signal }) {
	const [list, side] = await Promise.all([
		endless({
			load: pages((current) => get('/blog/hot', { current }, signal)),
			render: postCard, empty: t('posts.none'), attributes: { class: 'cards posts', id: 'posts' }, signal
		}),
		activities(signal)
	]);
	page.append(el('div', { class: 'with-side' },
		el('section', {}, el('div', { class: 'list-head row-head' }, el('h1', {}, t('posts.title')), writeLink()), list),
		el('div', { class: 'side' }, side)));
}
