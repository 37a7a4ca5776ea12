/* A voucher of a shop; one of a flash sale with its countdown, its stock and the way of one's order. */

import { el, icon, named, setText } from '../dom.js';
import { instant, now, post } from '../api.js';
import { attempt, complain, tell } from '../announce.js';
import { moment, span, yuan } from '../format.js';
import { t } from '../i18n.js';
import { loggedIn } from '../login.js';
import { go } from '../router.js';
import { rushLink } from './rush-link.js';
import { counts, decided, isCancelled, statusText } from './orders.js';

const FAR_MS = 3 * 86400 * 1000;

const head = (voucher) => [
	el('div', { class: 'voucher-price' },
		el('strong', {}, el('span', { class: 'unseen' }, t('voucher.pay')), yuan(voucher.payValue)),
		el('s', {}, el('span', { class: 'unseen' }, t('voucher.worth')), yuan(voucher.actualValue))),
	el('div', { class: 'voucher-text' },
		named(voucher.title, { class: 'name', id: `voucher-${voucher.id}` }, 'h3'),
		voucher.subTitle && named(voucher.subTitle, { class: 'muted' }, 'p'),
		voucher.rules && named(voucher.rules, { class: 'muted' }, 'p'))];

/** A voucher that is sold at the shop. */
export function ordinaryCard(voucher) {
	return el('article', { class: 'voucher', 'data-voucher': voucher.id, 'aria-labelledby': `voucher-${voucher.id}` },
		head(voucher), el('div', { class: 'voucher-buy muted' }, t('voucher.at-shop')));
}

/**
 * A voucher of a flash sale.
 * @returns {node, update(voucher), tick(), owned(order)}
 */
export function saleCard(first, { signal, ordered }) {
	let voucher = first;
	let order = null;
	let buying = false;
	const clock = el('p', { class: 'countdown', role: 'timer' });
	const stock = el('p', { class: 'stock', role: 'status' });
	const status = el('p', { class: 'order-status', role: 'status' });
	const button = el('button', { type: 'button', class: 'sale buy', id: `buy-${voucher.id}`, onclick: () => buy() });
	const node = el('article', { class: 'voucher flash', 'data-voucher': voucher.id, 'aria-labelledby': `voucher-${voucher.id}` },
		head(voucher),
		el('div', { class: 'voucher-buy' }, button),
		el('div', { class: 'voucher-sale' }, el('p', { class: 'flash-word' }, icon('bolt'), t('sale.word')), clock, stock, rushLink()),
		status);

	const state = () => {
		if (order && counts(order)) return 'bought';
		if (now() < instant(voucher.beginTime)) return 'soon';
		if (now() >= instant(voucher.endTime)) return 'over';
		return voucher.stock > 0 ? 'on' : 'sold';
	};

	const LABELS = {
		bought: () => t('sale.bought'), soon: () => t('sale.soon'), over: () => t('sale.over'), on: () => t('sale.buy'), sold: () => t('sale.sold')
	};

	/** A countdown says nothing of what is days away. */
	const until = (time, near, far) => {
		const left = instant(time) - now();
		return left > FAR_MS ? t(far, moment(time)) : t(near, span(left));
	};

	const CLOCKS = {
		soon: () => until(voucher.beginTime, 'sale.begins', 'sale.begins.at'),
		over: () => t('sale.ended', moment(voucher.endTime))
	};

	const tick = () => {
		const present = state();
		node.dataset.state = present;
		setText(button, buying ? t('sale.buying') : LABELS[present]());
		// Not disabled: that would take the focus away from whoever has just pressed it.
		button.setAttribute('aria-disabled', String(buying || present !== 'on'));
		setText(clock, (CLOCKS[now() >= instant(voucher.endTime) ? 'over' : present] || (() => until(voucher.endTime, 'sale.ends', 'sale.ends.at')))());
		setText(stock, present === 'over' ? '' : t('sale.left', voucher.stock));
	};

	const showOrder = () => {
		node.classList.toggle('cancelled', Boolean(order && isCancelled(order)));
		status.replaceChildren(...(order ? [icon(isCancelled(order) ? 'close' : 'check'),
			el('span', {}, t('order.line', statusText(order)), ' '), el('a', { href: go('/me') }, t('order.mine'))] : []));
		tick();
	};

	const follow = async (id) => {
		order = { id, status: 0 };
		showOrder();
		order = await decided(id, signal);
		showOrder();
		if (isCancelled(order)) complain({ message: 'order.cancelled', kind: 'refused' });
		else tell(t('order.placed', voucher.title));
	};

	const buy = async () => {
		if (button.getAttribute('aria-disabled') === 'true' || !loggedIn('login.why.buy')) return;
		buying = true;
		tick();
		const id = await attempt(() => post(`/voucher-order/seckill/${voucher.id}`));
		if (id) await attempt(() => follow(id));
		buying = false;
		// Whatever was answered or was not: the list of orders knows whether there is one.
		await ordered();
		tick();
	};

	const update = (fresh) => { voucher = fresh; tick(); };
	const owned = (known) => {
		if (buying || (known ? known.id : null) === (order && counts(order) ? order.id : null)) return;
		if (known || (order && counts(order))) order = known;
		showOrder();
	};
	tick();
	return { node, update, tick, owned };
}
