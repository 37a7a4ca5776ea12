/* A post, with its pictures, and those who like it. */

import { avatar, el, icon, named } from '../dom.js';
import { del, get } from '../api.js';
import { attempt, tell } from '../announce.js';
import { confirmed } from '../confirm.js';
import { ago } from '../format.js';
import { t } from '../i18n.js';
import { quietly } from '../poll.js';
import { go } from '../router.js';
import { content, plain } from '../safe-html.js';
import { session } from '../session.js';
import { followButton } from '../parts/follow.js';
import { byline, likeButton, pictures } from '../parts/post-card.js';
import { cover, score } from '../parts/shop-card.js';

function gallery(post) {
	const paths = pictures(post);
	if (paths.length === 0) return null;
	return el('ul', { class: 'gallery', 'aria-label': t('post.pictures'), tabindex: paths.length > 1 ? 0 : null },
		paths.map((path, index) => el('li', {}, el('img', { src: path, alt: t('post.picture', index + 1) }))));
}

async function showLikers(post, list, signal) {
	const likers = await quietly(() => get(`/blog/likes/${post.id}`, {}, signal));
	if (!likers) return;
	list.replaceChildren(...(likers.length ? likers.map((user) => el('li', {}, el('a', { href: go(`/user/${user.id}`), class: 'byline' },
		avatar(user, 'small'), named(user.nickName)))) : [el('li', { class: 'muted' }, t('post.likers.none'))]));
}

function deleteButton(post) {
	const remove = async () => {
		if (!await confirmed(t('post.delete.sure'), t('action.delete'))) return;
		await attempt(async () => {
			await del(`/blog/${post.id}`);
			tell(t('post.deleted'));
			location.hash = go('/me');
		});
	};
	return el('button', { type: 'button', class: 'danger', id: 'delete', onclick: remove }, icon('trash'), t('action.delete'));
}

const shopLink = (shop) => el('article', { class: 'card shop-card' },
	cover(shop),
	el('div', { class: 'card-text' }, named(shop.name, { href: go(`/shop/${shop.id}`), class: 'whole name' }, 'a'),
		el('p', { class: 'facts' }, score(shop))));

export async function show(page, { params, signal }) {
	const post = await get(`/blog/${params[0]}`, {}, signal);
	const [shop, follow] = await Promise.all([get(`/shop/${post.shopId}`, {}, signal),
		quietly(() => followButton(post.userId, signal))]);
	const likers = el('ul', { class: 'likers', id: 'likers' });
	await showLikers(post, likers, signal);
	const own = session.user && session.user.id === post.userId;
	page.append(el('div', { class: 'with-side' }, el('article', { class: 'panel post' },
		named(plain(post.title), { id: 'post-title' }, 'h1'),
		el('div', { class: 'post-author' }, byline(post), el('span', { class: 'muted' }, ago(post.createTime)), follow),
		gallery(post),
		el('div', { class: 'post-text', id: 'post-text', dir: 'auto', lang: /\p{Script=Han}/u.test(post.content) ? 'zh-CN' : null }, content(post.content)),
		el('div', { class: 'post-foot' }, likeButton(post, (now) => showLikers(now, likers, signal)), own && deleteButton(post))),
		el('div', { class: 'side' },
			el('section', { class: 'panel', 'aria-labelledby': 'likers-title' }, el('h2', { id: 'likers-title' }, t('post.likers')), likers),
			el('section', { 'aria-labelledby': 'about-title' }, el('h2', { id: 'about-title' }, t('post.about')), shopLink(shop)))));
}
