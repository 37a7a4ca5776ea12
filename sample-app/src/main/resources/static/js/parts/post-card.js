/* A post in a list, and its like. */

import { avatar, el, icon, named, setText } from '../dom.js';
import { get, put } from '../api.js';
import { attempt } from '../announce.js';
import { ago } from '../format.js';
import { number, t } from '../i18n.js';
import { loggedIn } from '../login.js';
import { go } from '../router.js';
import { plain } from '../safe-html.js';

/** The addresses of a post's pictures. */
export const pictures = (post) => post.images.split(',').filter((path) => path !== '');

/** The author of a post, as a person. */
export const author = (post) => ({ id: post.userId, nickName: post.name, icon: post.icon });

export const byline = (post) => el('a', { class: 'byline', href: go(`/user/${post.userId}`) }, avatar(author(post), 'small'), named(post.name));

/**
 * A button that turns one's like over; tells whoever wants to know of the post as it is then. Says which way, because an answer may be lost
 * and the button pressed again.
 */
export function likeButton(post, changed = () => {}) {
	const count = el('span', { class: 'count' });
	const button = el('button', { type: 'button', class: 'like', id: `like-${post.id}`, onclick: () => press() }, icon('heart'),
		el('span', { class: 'unseen' }, t('post.like')), ' ', count);
	const show = (now) => {
		button.setAttribute('aria-pressed', String(now.isLike));
		setText(count, number(now.liked));
	};
	const press = async () => {
		if (button.getAttribute('aria-busy') || !loggedIn('login.why.like')) return;
		button.setAttribute('aria-busy', 'true');
		const now = await attempt(async () => {
			await put(`/blog/like/${post.id}`, { liked: button.getAttribute('aria-pressed') !== 'true' });
			return get(`/blog/${post.id}`);
		});
		button.removeAttribute('aria-busy');
		if (!now) return;
		show(now);
		changed(now);
	};
	show(post);
	return button;
}

export function postCard(post) {
	const [first] = pictures(post);
	return el('article', { class: 'card post-card', 'data-post': post.id, 'aria-labelledby': `post-${post.id}` },
		el('div', { class: `post-cover hue${post.id % 6}` }, first
			? el('img', { src: first, alt: '', loading: 'lazy' })
			: el('span', { class: 'post-words', 'aria-hidden': 'true' }, plain(post.content).slice(0, 60))),
		el('div', { class: 'post-body' },
			el('h2', { class: 'name', id: `post-${post.id}` }, named(plain(post.title), { href: go(`/post/${post.id}`) }, 'a')),
			el('p', { class: 'muted' }, ago(post.createTime)),
			el('div', { class: 'post-foot' }, byline(post), likeButton(post))));
}
