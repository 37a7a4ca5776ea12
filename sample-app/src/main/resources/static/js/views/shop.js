/* A shop, with its vouchers and flash sales. */

import { el, icon, named, setText } from '../dom.js';
import { get } from '../api.js';
import { between, metres } from '../format.js';
import { number, t } from '../i18n.js';
import { here } from '../place.js';
import { every, quietly } from '../poll.js';
import { go } from '../router.js';
import { session } from '../session.js';
import { isManager } from '../parts/manager.js';
import { counts } from '../parts/orders.js';
import { cover, score } from '../parts/shop-card.js';
import { ordinaryCard, saleCard } from '../parts/voucher-card.js';

const STOCK_MS = 1500;
const CLOCK_MS = 500;
const VISITORS_MS = 3000;

const fact = (name, label, value, props) => [el('dt', {}, icon(name), label), named(value, props, 'dd')];

function facts(shop) {
	return el('dl', { class: 'details' },
		fact('pin', t('shop.address'), [shop.area, shop.address].filter(Boolean).join(' · ')),
		fact('clock', t('shop.hours'), shop.openHours.trim() || '–'),
		fact('yuan', t('shop.price.label'), t('shop.price', number(shop.avgPrice)), { lang: null }),
		fact('route', t('shop.distance'), metres(between(here(), shop)), { lang: null }),
		fact('eye', t('shop.visitors'), '–', { id: 'visitors', lang: null }));
}

function visitorsOf(shop, node, signal) {
	const show = async () => {
		const [visitors, views] = await Promise.all(['uv', 'pv'].map((kind) => quietly(() => get(`/shop/${kind}/${shop.id}`, {}, signal))));
		if (visitors !== undefined && views !== undefined) setText(node, [t('shop.visitors.today', visitors), t('shop.views.today', views)].join(' · '));
	};
	every(VISITORS_MS, show, signal);
	return show();
}

/** The cards of the vouchers, and what keeps them up to date. */
function vouchers(shop, list, signal) {
	const ordered = async () => {
		if (!session.user || sales.size === 0) return;
		const orders = await quietly(() => get('/voucher-order/me', {}, signal));
		if (!orders) return;
		sales.forEach((card, id) => card.owned(orders.find((order) => order.voucherId === id && counts(order)) || null));
	};
	const sales = new Map(list.filter((voucher) => voucher.type === 1).map((voucher) => [voucher.id, saleCard(voucher, { signal, ordered })]));
	const stock = async () => {
		const fresh = await quietly(() => get(`/voucher/list/${shop.id}`, {}, signal));
		(fresh || []).forEach((voucher) => { if (sales.has(voucher.id)) sales.get(voucher.id).update(voucher); });
	};
	if (sales.size) {
		every(STOCK_MS, stock, signal);
		every(CLOCK_MS, () => sales.forEach((card) => card.tick()), signal);
	}
	const order = { on: 0, bought: 0, soon: 1, sold: 2, over: 3 };
	const cards = [...sales.values()].map((card) => card.node).sort((a, b) => order[a.dataset.state] - order[b.dataset.state]);
	const nodes = [...cards, ...list.filter((voucher) => voucher.type !== 1).map(ordinaryCard)];
	return { nodes: nodes.length ? nodes : [el('p', { class: 'muted' }, t('shop.vouchers.none'))], ready: ordered() };
}

/** The ways to the forms, for managers. */
const management = (shop) => el('div', { class: 'management', id: 'management' },
	el('a', { class: 'button', id: 'edit-shop', href: go(`/shop/${shop.id}/edit`) }, t('manager.shop.edit')),
	el('a', { class: 'button', id: 'new-sale', href: go(`/shop/${shop.id}/sale`) }, t('manager.sale.new')));

export async function show(page, { params, signal }) {
	const [shop, list, manages] = await Promise.all([get(`/shop/${params[0]}`, {}, signal), get(`/voucher/list/${params[0]}`, {}, signal),
		quietly(isManager)]);
	const { nodes, ready } = vouchers(shop, list, signal);
	const details = facts(shop);
	await ready;
	page.append(
		el('div', { class: `hero hue${shop.id % 6}` }, cover(shop, 'hero-tile'),
			el('div', { class: 'shop-head' }, named(shop.name, { id: 'shop-name' }, 'h1'),
				el('p', { class: 'facts' }, score(shop), el('span', {}, t('shop.comments', shop.comments)), el('span', {}, t('shop.sold', shop.sold))))),
		el('div', { class: 'with-side' },
			el('section', { 'aria-labelledby': 'vouchers-title' }, el('h2', { id: 'vouchers-title' }, t('shop.vouchers')),
				el('div', { class: 'vouchers', id: 'vouchers' }, nodes)),
			el('section', { class: 'panel side', 'aria-labelledby': 'facts-title' },
				el('h2', { id: 'facts-title', class: 'unseen' }, t('shop.facts')), details,
				el('a', { class: 'button', href: go('/write', { shop: shop.id }) }, icon('pencil'), t('shop.write')),
				manages && management(shop))));
	visitorsOf(shop, details.querySelector('#visitors'), signal);
}
