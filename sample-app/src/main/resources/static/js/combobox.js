/* A text field with suggestions of shops, used by keyboard, pointer and readers of the screen alike. */

import { el, named } from './dom.js';
import { get } from './api.js';
import { t } from './i18n.js';
import { quietly } from './poll.js';

const TYPING_MS = 120;
const MOST = 8;

/**
 * Makes a combobox of an input and an empty list.
 * @param input the field
 * @param list the ul below it, which has an id
 * @param choose told the {id, name} that was chosen
 */
export function combobox(input, list, choose) {
	let found = [];
	let active = -1;
	let asked = new AbortController();
	let timer;

	const close = () => {
		clearTimeout(timer);
		asked.abort();
		list.hidden = true;
		active = -1;
		input.setAttribute('aria-expanded', 'false');
		input.removeAttribute('aria-activedescendant');
	};

	const take = (shop) => {
		close();
		choose(shop);
	};

	const mark = (index) => {
		active = index;
		[...list.children].forEach((option, at) => option.setAttribute('aria-selected', String(at === index)));
		if (index < 0) input.removeAttribute('aria-activedescendant');
		else input.setAttribute('aria-activedescendant', list.children[index].id);
	};

	const show = () => {
		list.replaceChildren(...found.map((shop, index) => named(shop.name, {
			id: `${list.id}-${index}`, role: 'option', 'aria-selected': 'false', 'data-shop': shop.id,
			onpointerdown: (event) => { event.preventDefault(); take(shop); }
		}, 'li')));
		list.hidden = found.length === 0;
		input.setAttribute('aria-expanded', String(found.length > 0));
		mark(-1);
	};

	const ask = async () => {
		asked.abort();
		asked = new AbortController();
		const { signal } = asked;
		const prefix = input.value.trim();
		const shops = prefix === '' ? [] : await quietly(() => get('/shop/suggest', { prefix, limit: MOST }, signal));
		if (signal.aborted || !shops) return;
		found = shops;
		show();
	};

	const keys = {
		ArrowDown: () => mark((active + 1) % found.length),
		ArrowUp: () => mark(active <= 0 ? found.length - 1 : active - 1),
		Enter: () => take(found[active])
	};

	input.setAttribute('role', 'combobox');
	input.setAttribute('aria-autocomplete', 'list');
	input.setAttribute('aria-expanded', 'false');
	input.setAttribute('aria-controls', list.id);
	input.setAttribute('autocomplete', 'off');
	list.setAttribute('role', 'listbox');
	list.hidden = true;
	input.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(ask, TYPING_MS); });
	input.addEventListener('blur', close);
	input.addEventListener('keydown', (event) => {
		if (list.hidden || event.isComposing) return;
		if (event.key === 'Escape') {
			event.preventDefault();
			close();
		} else if (event.key in keys && (event.key !== 'Enter' || active >= 0)) {
			event.preventDefault();
			keys[event.key]();
		}
	});
	return { close };
}

/** A field with its list, for use in a form. */
export function shopField(id, label, choose) {
	const input = el('input', { id, type: 'text', maxlength: 64 });
	const list = el('ul', { id: `${id}-list`, class: 'suggestions', 'aria-label': t('search.suggestions') });
	combobox(input, list, (shop) => { input.value = shop.name; choose(shop); });
	return { input, node: el('div', { class: 'field' }, el('label', { for: id }, label), el('div', { class: 'with-list' }, input, list)) };
}
