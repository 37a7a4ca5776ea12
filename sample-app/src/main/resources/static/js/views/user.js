/* Another user: posts, following, whom both follow. */

import { avatar, el, icon, named } from '../dom.js';
import { get } from '../api.js';
import { attempt } from '../announce.js';
import { endless, pages } from '../endless.js';
import { t } from '../i18n.js';
import { quietly } from '../poll.js';
import { go } from '../router.js';
import { session } from '../session.js';
import { chatWith } from '../parts/chat-with.js';
import { followButton } from '../parts/follow.js';
import { postCard } from '../parts/post-card.js';

export const needsLogin = true;

/** The card at the head of a user's page. */
export function person(user, info, ...actions) {
	return el('div', { class: 'panel person' }, avatar(user, 'big'),
		el('div', { class: 'person-text' }, named(user.nickName, { id: 'person-name' }, 'h1'),
			info && info.introduce && named(info.introduce, {}, 'p'),
			info && el('p', { class: 'facts muted' }, el('span', {}, t('user.fans', info.fans)), el('span', {}, t('user.followee', info.followee)),
				info.city && named(info.city))),
		el('div', { class: 'person-actions' }, actions));
}

export async function userPosts(path, query, signal) {
	return endless({
		load: pages((current) => get(path, { ...query, current }, signal)),
		render: postCard, empty: t('user.posts.none'), attributes: { class: 'cards posts', id: 'posts' }, signal
	});
}

async function common(userId, signal) {
	const both = await quietly(() => get(`/follow/common/${userId}`, {}, signal));
	if (!both || both.length === 0) return null;
	return el('section', { class: 'panel', 'aria-labelledby': 'common-title' }, el('h2', { id: 'common-title' }, t('user.common')),
		el('ul', { class: 'likers', id: 'common' }, both.map((user) => el('li', {}, el('a', { class: 'byline', href: go(`/user/${user.id}`) },
			avatar(user, 'small'), named(user.nickName))))));
}

function messageButton(user, signal) {
	let busy = false;
	const start = async () => {
		if (busy) return;
		busy = true;
		await attempt(async () => {
			const chat = await chatWith(user.id);
			if (!signal.aborted) location.hash = go(`/chat/${chat}`);
		});
		busy = false;
	};
	return el('button', { type: 'button', id: 'message', onclick: start }, icon('chat'), t('user.message'));
}

export async function show(page, { params, signal }) {
	const id = Number(params[0]);
	const own = session.user.id === id;
	const [user, info, follow, both, posts] = await Promise.all([
		get(`/user/${id}`, {}, signal), get(`/user/info/${id}`, {}, signal),
		quietly(() => followButton(id, signal)), own ? null : common(id, signal), userPosts('/blog/of/user', { id }, signal)]);
	page.append(person(user, info, follow, !own && messageButton(user, signal)), both || '',
		el('section', { 'aria-labelledby': 'posts-title' }, el('h2', { id: 'posts-title' }, t('user.posts')), posts));
}
