'use strict';

/* The page of the city guide. Everything that comes from the server is put in as text, never as markup. */

const HANGZHOU = { x: 120.153576, y: 30.315 };
const REFRESH_MS = 5000;
const PAGE_SIZE = 10;
const EMOJI = { 1: '🍜', 2: '🎤', 3: '💇', 4: '🏋️', 5: '💆', 6: '🧖', 7: '🎠', 8: '🍸', 9: '🎉', 10: '💅' };
const ORDERS = [
	{ id: 'near', label: 'Near the centre', place: () => Promise.resolve(HANGZHOU) },
	{ id: 'me', label: 'Near me', place: locate },
	{ id: 'score', label: 'Top rated', sortBy: 'score' },
	{ id: 'comments', label: 'Most discussed', sortBy: 'comments' }
];
const ORDER_STATUS = { 1: 'to be paid', 2: 'paid', 3: 'used', 4: 'cancelled', 5: 'being refunded', 6: 'refunded' };

const state = {
	token: localStorage.getItem('token'), user: null, types: [], typeId: null, name: null, order: ORDERS[0],
	place: null, page: 1, shops: [], shop: null, vouchers: [], orders: [], request: 0
};

/* ---- small tools ---- */

const $ = (id) => document.getElementById(id);

function el(tag, props, ...children) {
	const node = document.createElement(tag);
	for (const [name, value] of Object.entries(props || {})) {
		if (value === null || value === undefined || value === false) continue;
		if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
		else if (name === 'class') node.className = value;
		else node.setAttribute(name, value === true ? '' : value);
	}
	node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
	return node;
}

class Refused extends Error { }

/* Times of the server are local to it; this is its offset. */
let offset = '';
const instant = (time) => new Date(time + offset).getTime();

async function call(method, path, body) {
	const headers = {};
	if (state.token) headers.authorization = state.token;
	if (body) headers['Content-Type'] = 'application/json';
	let response;
	let answer;
	try {
		response = await fetch(path, { method, headers, body: body ? JSON.stringify(body) : undefined });
		answer = await response.json();
		offset = response.headers.get('x-time-offset') || '';
	} catch (error) {
		throw new Refused('The server cannot be reached.');
	}
	if (response.status === 401) forgetLogin();
	if (!answer.success) throw new Refused(answer.errorMsg || 'That did not work.');
	return answer.data;
}

let toastTimer;
function toast(text, good) {
	const node = $('toast');
	node.textContent = text;
	node.className = 'toast show' + (good ? ' good' : '');
	clearTimeout(toastTimer);
	toastTimer = setTimeout(() => { node.className = 'toast'; }, 3500);
}

async function attempt(work) {
	try {
		return await work();
	} catch (error) {
		toast(error.message);
		return undefined;
	}
}

const yuan = (cents) => '¥' + (cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2));
const metres = (m) => (m < 1000 ? Math.round(m) + ' m' : (m / 1000).toFixed(1) + ' km');
const number = (n) => n.toLocaleString('en-US');
const day = (time) => time.slice(0, 16).replace('T', ' ');

function ago(time) {
	const seconds = Math.max(0, (Date.now() - instant(time)) / 1000);
	if (seconds < 10) return 'just now';
	if (seconds < 60) return Math.floor(seconds) + ' s ago';
	if (seconds < 3600) return Math.floor(seconds / 60) + ' min ago';
	if (seconds < 86400) return Math.floor(seconds / 3600) + ' h ago';
	return day(time);
}

function tile(text, id, kind) {
	const letter = [...(text || '?').replace(/^[^\p{L}\p{N}]+/u, '') || '?'][0];
	return el('span', { class: `tile ${kind} hue${id % 6}`, 'aria-hidden': 'true' }, letter.toUpperCase());
}

function locate() {
	return new Promise((resolve, reject) => {
		if (!navigator.geolocation) {
			reject(new Refused('This browser does not tell where you are.'));
			return;
		}
		navigator.geolocation.getCurrentPosition(
			(found) => resolve({ x: found.coords.longitude, y: found.coords.latitude }),
			() => reject(new Refused('Your location is not available.')), { timeout: 8000 });
	});
}

/* ---- types and the list ---- */

function showTypes() {
	$('types').replaceChildren(...state.types.map((type) => el('button', {
		type: 'button', class: 'chip', 'data-type': type.id, 'aria-pressed': String(type.id === state.typeId),
		onclick: () => chooseType(type.id)
	}, el('span', { class: 'emoji', 'aria-hidden': 'true' }, EMOJI[type.id] || '📍'), el('span', { lang: 'zh' }, type.name))));
}

function showOrders() {
	$('orders-by').replaceChildren(...ORDERS.map((order) => el('button', {
		type: 'button', class: 'pill', 'aria-pressed': String(order === state.order),
		onclick: () => chooseOrder(order)
	}, order.label)));
	$('orders-by').hidden = state.name !== null;
}

async function chooseType(typeId) {
	state.typeId = typeId;
	state.name = null;
	$('search-text').value = '';
	showTypes();
	showOrders();
	await loadShops(1);
}

async function chooseOrder(order) {
	const place = await attempt(() => (order.place ? order.place() : Promise.resolve(HANGZHOU)));
	if (!place) return;
	state.order = order;
	state.place = place;
	showOrders();
	await loadShops(1);
}

function listPath(page) {
	if (state.name !== null) return `/shop/of/name?name=${encodeURIComponent(state.name)}&current=${page}`;
	const place = state.place || HANGZHOU;
	const sort = state.order.sortBy ? `&sortBy=${state.order.sortBy}` : '';
	return `/shop/of/type?typeId=${state.typeId}&current=${page}&x=${place.x}&y=${place.y}${sort}`;
}

async function loadShops(page) {
	const request = ++state.request;
	const found = await attempt(() => call('GET', listPath(page)));
	if (!found || request !== state.request) return;
	state.page = page;
	state.shops = page === 1 ? found : state.shops.concat(found);
	$('more').hidden = found.length < PAGE_SIZE;
	showShops();
}

function showShops() {
	const type = state.types.find((one) => one.id === state.typeId);
	$('list-title').textContent = state.name !== null ? `Results for “${state.name}”` : (type ? type.name : 'Shops');
	if (state.shops.length === 0) {
		$('shops').replaceChildren(el('p', { class: 'empty' },
			state.name !== null ? 'No shop has that in its name.' : 'No shops of this type yet.'));
		return;
	}
	$('shops').replaceChildren(...state.shops.map(shopCard));
}

function shopCard(shop) {
	return el('button', {
		type: 'button', class: 'card', 'data-shop': shop.id, 'aria-current': state.shop && state.shop.id === shop.id ? 'true' : null,
		onclick: () => openShop(shop.id, true)
	},
	tile(shop.name, shop.id, 'large'),
	el('span', { class: 'card-text' },
		el('span', { class: 'name', lang: 'zh' }, shop.name),
		el('span', { class: 'facts' },
			el('span', { class: 'score' }, '★ ' + (shop.score / 10).toFixed(1)),
			el('span', {}, `¥${number(shop.avgPrice)} / person`),
			el('span', {}, `${number(shop.comments)} comments`)),
		el('span', { class: 'facts muted' },
			el('span', { lang: 'zh' }, shop.area),
			shop.distance !== undefined && el('span', { class: 'distance' }, metres(shop.distance)))));
}

/* ---- one shop ---- */

async function openShop(id, focus) {
	const found = await attempt(() => Promise.all([call('GET', `/shop/${id}`), call('GET', `/voucher/list/${id}`)]));
	if (!found) return;
	[state.shop, state.vouchers] = found;
	showShops();
	showDetail();
	document.body.classList.toggle('shop-open', Boolean(focus));
	if (focus) {
		$('detail').scrollTop = 0;
		$('detail').focus({ preventScroll: true });
	}
}

function closeShop() {
	document.body.classList.remove('shop-open');
}

function showDetail() {
	const shop = state.shop;
	const listed = state.shops.find((one) => one.id === shop.id);
	const fact = (label, value, lang) => [el('dt', {}, label), el('dd', lang ? { lang } : {}, value)];
	$('detail').replaceChildren(
		el('div', { class: `hero hue${shop.id % 6}` },
			el('button', { type: 'button', class: 'close', 'aria-label': 'Back to the list', onclick: closeShop }, '←'),
			el('span', { class: 'hero-emoji', 'aria-hidden': 'true' }, EMOJI[shop.typeId] || '📍')),
		el('div', { class: 'detail-body' },
			el('h2', { class: 'shop-name', lang: 'zh' }, shop.name),
			el('p', { class: 'facts' },
				el('span', { class: 'score' }, '★ ' + (shop.score / 10).toFixed(1)),
				el('span', {}, `${number(shop.comments)} comments`),
				el('span', {}, `${number(shop.sold)} sold`)),
			el('dl', { class: 'details' },
				fact('Address', `${shop.area} · ${shop.address}`, 'zh'),
				fact('Open', shop.openHours || '–'),
				fact('Price', `¥${number(shop.avgPrice)} per person`),
				listed && listed.distance !== undefined && fact('Distance', metres(listed.distance))),
			el('h3', {}, 'Vouchers'),
			el('div', { id: 'vouchers', class: 'vouchers' })));
	showVouchers();
}

function showVouchers() {
	const box = $('vouchers');
	if (!box) return;
	box.replaceChildren(...(state.vouchers.length ? state.vouchers.map(voucherCard)
		: [el('p', { class: 'empty' }, 'This shop sells no vouchers.')]));
}

function saleState(voucher) {
	const now = Date.now();
	if (state.orders.some((order) => order.voucherId === voucher.id)) return { label: 'Bought ✓' };
	if (now < instant(voucher.beginTime)) return { label: 'Not yet' };
	if (now >= instant(voucher.endTime)) return { label: 'Over' };
	if (voucher.stock <= 0) return { label: 'Sold out' };
	return { label: 'Buy', open: true };
}

function saleWindow(voucher) {
	if (Date.now() < instant(voucher.beginTime)) return `From ${day(voucher.beginTime)} to ${day(voucher.endTime)}`;
	return (Date.now() < instant(voucher.endTime) ? 'Until ' : 'Ended ') + day(voucher.endTime);
}

function voucherCard(voucher) {
	const seckill = voucher.type === 1;
	const sale = seckill ? saleState(voucher) : null;
	return el('article', { class: 'voucher' + (seckill ? ' seckill' : '') + (sale && !sale.open ? ' closed' : ''), 'data-voucher': voucher.id },
		el('div', { class: 'voucher-price' },
			el('strong', {}, yuan(voucher.payValue)), el('s', {}, yuan(voucher.actualValue))),
		el('div', { class: 'voucher-text' },
			el('span', { class: 'name', lang: 'zh' }, voucher.title),
			el('span', { class: 'muted', lang: 'zh' }, voucher.subTitle),
			seckill && el('span', { class: 'muted window' }, saleWindow(voucher)),
			seckill && el('span', { class: 'stock' }, el('span', { class: 'badge' }, '⚡ Flash sale'), `${number(voucher.stock)} left`)),
		el('div', { class: 'voucher-buy' }, seckill
			? el('button', { type: 'button', class: 'primary buy', disabled: !sale.open, onclick: (event) => buy(voucher, event.currentTarget) }, sale.label)
			: el('span', { class: 'muted' }, 'At the shop')));
}

async function buy(voucher, button) {
	if (!state.user) {
		openLogin('Please log in to buy.');
		return;
	}
	button.disabled = true;
	const order = await attempt(() => call('POST', `/voucher-order/seckill/${voucher.id}`));
	if (order) toast(`Ordered: ${voucher.title}`, true);
	await Promise.all([loadOrders(), loadActivities(), refreshVouchers()]);
	showVouchers();
}

async function refreshVouchers() {
	const shop = state.shop;
	const found = shop && await attempt(() => call('GET', `/voucher/list/${shop.id}`));
	if (found && state.shop === shop) state.vouchers = found;
}

/* ---- orders and activities ---- */

async function loadOrders() {
	state.orders = state.user ? (await attempt(() => call('GET', '/voucher-order/me'))) || [] : [];
	const empty = state.user ? 'Nothing yet. The flash sales wait for you.' : 'Log in to see your orders.';
	$('orders').replaceChildren(...(state.orders.length ? state.orders.map((order) => el('li', { 'data-order': order.id },
		tile('票', order.voucherId, 'small'),
		el('span', { class: 'feed-text' },
			el('span', { class: 'name', lang: 'zh' }, order.title),
			el('span', { class: 'muted' }, `${yuan(order.payValue)} · ${ORDER_STATUS[order.status] || ''} · ${day(order.createTime)}`))))
		: [el('li', { class: 'empty' }, empty)]));
}

const ACTIVITY = { order: 'bought', post: 'wrote', like: 'likes' };

/** The text of safe HTML, as titles of posts are. */
function plain(html) {
	return new DOMParser().parseFromString(html, 'text/html').body.textContent;
}

async function loadActivities() {
	let found;
	try {
		found = await call('GET', '/activity/latest');
	} catch (error) {
		return;
	}
	$('activities').replaceChildren(...(found.length ? found.map((one) => el('li', {},
		tile(one.nickName, one.userId, 'small'),
		el('span', { class: 'feed-text' },
			el('span', {}, el('span', { class: 'name', lang: 'zh' }, one.nickName), ` ${ACTIVITY[one.kind] || ''} `, el('span', { lang: 'zh' }, one.kind === 'order' ? one.title : plain(one.title))),
			el('span', { class: 'muted', lang: 'zh' }, `${one.shopName} · ${ago(one.time)}`))))
		: [el('li', { class: 'empty' }, 'Nothing has happened yet.')]));
}

/* ---- login ---- */

function showAccount() {
	$('account').replaceChildren(...(state.user ? [
		tile(state.user.nickName, state.user.id, 'small'),
		el('span', { id: 'user-name', class: 'user-name', lang: 'zh' }, state.user.nickName),
		el('button', { type: 'button', id: 'logout', class: 'quiet', onclick: logout }, 'Log out')
	] : [el('button', { type: 'button', id: 'open-login', class: 'primary', onclick: () => openLogin('') }, 'Log in')]));
}

function openLogin(note) {
	$('login-note').textContent = note;
	$('login-code').value = '';
	$('login').showModal();
	$('login-phone').focus();
}

async function sendCode() {
	const note = $('login-note');
	$('login-send').disabled = true;
	try {
		const code = await call('POST', `/user/code?phone=${encodeURIComponent($('login-phone').value)}`);
		if (code) {
			$('login-code').value = code;
			note.textContent = 'This is a demo: your code is filled in already.';
		} else {
			note.textContent = 'The code is on its way.';
		}
		$('login-code').focus();
	} catch (error) {
		note.textContent = error.message;
	}
	$('login-send').disabled = false;
}

async function login(event) {
	event.preventDefault();
	$('login-submit').disabled = true;
	try {
		const token = await call('POST', '/user/login', { phone: $('login-phone').value, code: $('login-code').value });
		state.token = token;
		localStorage.setItem('token', token);
		$('login').close();
		await loadUser();
	} catch (error) {
		$('login-note').textContent = error.message;
	}
	$('login-submit').disabled = false;
}

function forgetLogin() {
	state.token = null;
	state.user = null;
	localStorage.removeItem('token');
	showAccount();
}

async function logout() {
	await attempt(() => call('POST', '/user/logout'));
	forgetLogin();
	await loadOrders();
	showVouchers();
}

async function loadUser() {
	if (state.token) {
		try {
			state.user = await call('GET', '/user/me');
		} catch (error) {
			state.user = null;
		}
	}
	showAccount();
	await loadOrders();
	showVouchers();
}

/* ---- start ---- */

async function start() {
	$('search').addEventListener('submit', (event) => {
		event.preventDefault();
		state.name = $('search-text').value.trim() || null;
		if (state.name !== null) state.typeId = null;
		else if (state.typeId === null && state.types.length) state.typeId = state.types[0].id;
		showTypes();
		showOrders();
		loadShops(1);
	});
	$('more').addEventListener('click', () => loadShops(state.page + 1));
	$('login-send').addEventListener('click', sendCode);
	$('login-form').addEventListener('submit', login);
	$('login-cancel').addEventListener('click', () => $('login').close());
	$('login-phone').addEventListener('keydown', (event) => {
		if (event.key === 'Enter') {
			event.preventDefault();
			sendCode();
		}
	});
	document.addEventListener('keydown', (event) => { if (event.key === 'Escape') closeShop(); });
	showAccount();
	showOrders();
	setInterval(() => { if (!document.hidden) loadActivities(); }, REFRESH_MS);
	await Promise.all([loadActivities(), loadUser(), loadFirstShops()]);
}

async function loadFirstShops() {
	state.types = (await attempt(() => call('GET', '/shop-type/list'))) || [];
	if (!state.types.length) return;
	await chooseType(state.types[0].id);
	const first = state.shops.find((shop) => shop.id === 1) || state.shops[0];
	if (first) await openShop(first.id, false);
}

start();
