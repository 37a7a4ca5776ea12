/* Following an author. */

import { el, setText } from '../dom.js';
import { get, put } from '../api.js';
import { attempt } from '../announce.js';
import { t } from '../i18n.js';
import { loggedIn } from '../login.js';
import { session } from '../session.js';

/** A button that follows, or no longer does; for oneself there is none. */
export async function followButton(userId, signal) {
	if (session.user && session.user.id === userId) return null;
	let following = session.user ? await get(`/follow/or/not/${userId}`, {}, signal) : false;
	const button = el('button', { type: 'button', class: 'follow', id: `follow-${userId}`, onclick: () => press() });
	const show = () => {
		button.classList.toggle('primary', !following);
		button.setAttribute('aria-pressed', String(following));
		setText(button, t(following ? 'follow.following' : 'follow.follow'));
	};
	const press = async () => {
		if (button.getAttribute('aria-busy') || !loggedIn('login.why.follow')) return;
		button.setAttribute('aria-busy', 'true');
		await attempt(async () => {
			await put(`/follow/${userId}/${!following}`);
			following = !following;
		});
		button.removeAttribute('aria-busy');
		show();
	};
	show();
	return button;
}
