/* One's own page: signing in for the day, orders, posts. */

import { el, icon, named } from '../dom.js';
import { get } from '../api.js';
import { attempt } from '../announce.js';
import { moment, yuan } from '../format.js';
import { t } from '../i18n.js';
import { every, quietly } from '../poll.js';
import { go } from '../router.js';
import { logout, session } from '../session.js';
import { calendar } from '../parts/calendar.js';
import { isManager } from '../parts/manager.js';
import { isCancelled, statusText } from '../parts/orders.js';
import { writeLink } from './posts.js';
import { person, userPosts } from './user.js';

export const needsLogin = true;

const ORDERS_MS = 3000;

function line(order) {
	return el('li', { 'data-order': order.id }, el('span', { class: `avatar small hue${order.voucherId % 6}` }, icon('ticket')),
		el('div', { class: 'line-text' },
			named(order.title, { class: 'name', href: go(`/shop/${order.shopId}`) }, 'a'),
			el('span', { class: 'facts muted' }, el('span', {}, yuan(order.payValue)),
				el('span', { class: isCancelled(order) ? 'bad' : 'good' }, statusText(order)), el('span', {}, moment(order.createTime)))));
}

async function orders(signal) {
	const list = el('ol', { class: 'lines', id: 'orders' });
	let shown = '';
	const show = (found) => {
		const text = JSON.stringify(found);
		if (text === shown) return;
		shown = text;
		list.replaceChildren(...(found.length ? found.map(line) : [el('li', { class: 'muted' }, t('order.none'))]));
	};
	show(await get('/voucher-order/me', {}, signal));
	every(ORDERS_MS, async () => {
		const found = await quietly(() => get('/voucher-order/me', {}, signal));
		if (found) show(found);
	}, signal);
	return el('section', { class: 'panel', 'aria-labelledby': 'orders-title' }, el('h2', { id: 'orders-title' }, t('order.title')), list);
}

function logoutButton() {
	const leave = () => attempt(async () => {
		await logout();
		location.hash = go('/');
	});
	return el('button', { type: 'button', id: 'logout', onclick: leave }, t('action.logout'));
}

export async function show(page, { signal }) {
	const { user } = session;
	const [info, days, bought, posts, manages] = await Promise.all([
		get(`/user/info/${user.id}`, {}, signal), calendar(signal), orders(signal), userPosts('/blog/of/me', {}, signal), quietly(isManager)]);
	page.append(person(user, info, el('a', { id: 'edit-profile', class: 'button', href: go('/me/edit') }, t('me.edit')),
		manages && el('a', { id: 'new-shop', class: 'button', href: go('/shop/new') }, t('manager.shop.new')), logoutButton()),
		el('div', { class: 'two-columns' }, days, bought),
		el('section', { 'aria-labelledby': 'posts-title' },
			el('div', { class: 'list-head row-head' }, el('h2', { id: 'posts-title' }, t('me.posts')), writeLink()), posts));
}
