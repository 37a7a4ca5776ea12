/* A new shop, or the changes of one: for managers. */

import { el } from '../dom.js';
import { create, get, put } from '../api.js';
import { tell } from '../announce.js';
import { decimal, drafted, field, sending, text, textInput, values } from '../form.js';
import { t } from '../i18n.js';
import { go } from '../router.js';
import { managersOnly } from '../parts/manager.js';
import { allTypes, typeName } from '../parts/types.js';

export const needsLogin = true;

const NEW = { name: '', area: '', address: '', avgPrice: 0, openHours: '' };

export async function show(page, { params, signal }) {
	await managersOnly();
	const [id] = params;
	const [types, shop] = await Promise.all([allTypes(), id ? get(`/shop/${id}`, {}, signal) : NEW]);
	const name = textInput('shop-form-name', shop.name, { autocomplete: 'off', required: true });
	const type = el('select', { id: 'shop-form-type' }, types.map((one) => el('option', { value: one.id }, typeName(one))));
	type.value = String(shop.typeId ?? types[0].id);
	const area = textInput('shop-form-area', shop.area);
	const address = textInput('shop-form-address', shop.address);
	const x = textInput('shop-form-x', shop.x, { inputmode: 'decimal', required: true, autocomplete: 'off' });
	const y = textInput('shop-form-y', shop.y, { inputmode: 'decimal', required: true, autocomplete: 'off' });
	const price = textInput('shop-form-price', shop.avgPrice, { inputmode: 'numeric', required: true, autocomplete: 'off' });
	const hours = textInput('shop-form-hours', shop.openHours.trim(), { placeholder: '10:00-22:00' });
	const fields = {
		name: [name, text(128, 1)], typeId: [type, Number], area: [area, text(128)], address: [address, text(255)],
		x: [x, decimal(-180, 180, 15)], y: [y, decimal(-85.05, 85.05, 15)], avgPrice: [price, decimal(0, 1000000, 0)], openHours: [hours, text(64)]
	};
	const { onsubmit, note } = sending('shop-form-note', async () => {
		const found = values(fields);
		if (!found) return;
		const saved = id ? await put('/shop', {}, { id: Number(id), ...found }).then(() => id) : await create('/shop', found, key());
		forget();
		tell(t('manager.saved'));
		if (!signal.aborted) location.hash = go(`/shop/${saved}`);
	});
	const form = el('form', { class: 'panel write', id: 'shop-form', onsubmit, novalidate: true },
		el('h1', {}, t(id ? 'manager.shop.edit' : 'manager.shop.new')),
		field('shop-form-name', t('manager.name'), name), field('shop-form-type', t('manager.type'), type),
		field('shop-form-area', t('manager.area'), area), field('shop-form-address', t('manager.address'), address),
		el('div', { class: 'fields' }, field('shop-form-x', t('manager.x'), x), field('shop-form-y', t('manager.y'), y)),
		el('div', { class: 'fields' }, field('shop-form-price', t('manager.price'), price), field('shop-form-hours', t('manager.hours'), hours)),
		note,
		el('div', { class: 'row end' },
			el('a', { class: 'button', href: id ? go(`/shop/${id}`) : go('/me'), onclick: () => forget() }, t('action.cancel')),
			el('button', { type: 'submit', class: 'primary', id: 'shop-form-save' }, t('manager.save'))));
	const { forget, key } = drafted(form, id ? `shop-${id}` : 'shop');
	page.append(form);
}
