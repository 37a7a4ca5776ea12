/* A new flash sale of a shop: for managers. */

import { el, named } from '../dom.js';
import { create, get, localTime, now } from '../api.js';
import { tell } from '../announce.js';
import { cents, decimal, drafted, field, sending, text, textInput, time, values, wrong } from '../form.js';
import { t } from '../i18n.js';
import { go } from '../router.js';
import { managersOnly } from '../parts/manager.js';

export const needsLogin = true;

const HOUR_MS = 3600 * 1000;
const MOST_YUAN = 1000000;
const MOST_STOCK = 2147483647;
const FIRST_YEAR = 2000;
const LAST_YEAR = 9998;

export async function show(page, { params, signal }) {
	await managersOnly();
	const shop = await get(`/shop/${params[0]}`, {}, signal);
	const money = { inputmode: 'decimal', required: true, autocomplete: 'off' };
	const title = textInput('sale-title', '', { required: true, autocomplete: 'off' });
	const subTitle = textInput('sale-subtitle', '');
	const rules = el('textarea', { id: 'sale-rules', rows: 3 });
	const pay = textInput('sale-pay', '', money);
	const worth = textInput('sale-worth', '', money);
	const stock = textInput('sale-stock', '100', { ...money, inputmode: 'numeric' });
	const begin = textInput('sale-begin', localTime(now()), { type: 'datetime-local', required: true });
	const end = textInput('sale-end', localTime(now() + HOUR_MS), { type: 'datetime-local', required: true });
	const years = time(FIRST_YEAR, LAST_YEAR);
	const fields = {
		title: [title, text(255, 1)], subTitle: [subTitle, text(255)], rules: [rules, text(1024)],
		payValue: [pay, cents(0, MOST_YUAN)], actualValue: [worth, cents(0.01, MOST_YUAN)],
		stock: [stock, decimal(1, MOST_STOCK, 0)], beginTime: [begin, years], endTime: [end, years]
	};
	const { onsubmit, note } = sending('sale-form-note', async () => {
		const found = values(fields);
		if (!found) return;
		if (found.beginTime >= found.endTime) {
			wrong(end, 'manager.sale.backwards');
			return;
		}
		await create('/voucher/seckill', { shopId: shop.id, ...found }, key());
		forget();
		tell(t('manager.sale.saved'));
		if (!signal.aborted) location.hash = go(`/shop/${shop.id}`);
	});
	const form = el('form', { class: 'panel write', id: 'sale-form', onsubmit, novalidate: true },
		el('h1', {}, t('manager.sale.new')), named(shop.name, { class: 'muted' }, 'p'),
		field('sale-title', t('manager.sale.title'), title), field('sale-subtitle', t('manager.sale.subtitle'), subTitle),
		field('sale-rules', t('manager.sale.rules'), rules),
		el('div', { class: 'fields' }, field('sale-pay', t('manager.sale.pay'), pay), field('sale-worth', t('manager.sale.worth'), worth)),
		field('sale-stock', t('manager.sale.stock'), stock),
		el('div', { class: 'fields' }, field('sale-begin', t('manager.sale.begin'), begin), field('sale-end', t('manager.sale.end'), end)),
		note,
		el('div', { class: 'row end' },
			el('a', { class: 'button', href: go(`/shop/${shop.id}`), onclick: () => forget() }, t('action.cancel')),
			el('button', { type: 'submit', class: 'primary', id: 'sale-form-save' }, t('manager.sale.save'))));
	const { forget, key } = drafted(form, `sale-${shop.id}`);
	page.append(form);
}
