/* The question before an action; before one that destroys something the name is typed. */

import { el } from '../parts/dom.js';
import { t } from '../parts/i18n.js';
import { visible } from './visible.js';

/** A longer name is shown as a whole, and its end is typed. */
const TYPED = 40;
const END = 8;

let count = 0;

/** What is typed for a name. */
export function wanted(name) {
	const shown = [...visible(name)];
	return shown.length > TYPED ? shown.slice(-END).join('').trim() : shown.join('');
}

const LONG = 400;

/** A long name is scrolled, by the keyboard too. */
const code = (text) => el('code', { dir: 'auto', class: text.length > LONG ? 'long' : null, tabindex: text.length > LONG ? '0' : null }, text);

/** The field for the name, with what is to be typed. */
function field(id, name) {
	if (name === null) return null;
	const words = wanted(name) === visible(name) ? t('confirm.type') : t('confirm.type.end', END);
	return el('div', { class: 'typed' }, el('label', { for: `${id}-name` }, words), el('p', {}, code(wanted(name))),
		el('input', { id: `${id}-name`, type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', dir: 'auto', 'aria-describedby': `${id}-wrong` }));
}

/**
 * Asks.
 * @param title what will be done
 * @param about what it is done to: [[label, name]]
 * @param text what it means
 * @param name what has to be typed, or null
 * @param yes the text of the button
 * @param extra further inputs: [{name, label, type, value}]
 * @returns the values of the inputs, or null if the answer was no
 */
export function ask({ title, about, text, name = null, yes, extra = [] }) {
	const id = `ask-${++count}`;
	const wrong = el('p', { id: `${id}-wrong`, class: 'bad', role: 'alert' });
	const box = field(id, name);
	const typed = box?.querySelector('input');
	const inputs = extra.map((one) => el('input', { id: `${id}-${one.name}`, type: one.type, name: one.name, value: one.value, required: true, step: one.step }));
	const form = el('form', { method: 'dialog', novalidate: true },
		el('h2', { id: `${id}-title` }, title), el('dl', { id: `${id}-about`, class: 'about-what' }, about.map(([label, one]) => el('div', {}, el('dt', {}, label), el('dd', {}, code(visible(one)))))),
		el('p', {}, text), extra.map((one, index) => [el('label', { for: inputs[index].id }, one.label), inputs[index]]), box, wrong,
		el('div', { class: 'buttons' }, el('button', { type: 'button', onclick: () => dialog.close('no') }, t('confirm.no')),
			el('button', { type: 'submit', class: typed ? 'danger-button' : 'primary' }, yes)));
	const dialog = el('dialog', { class: 'confirm', 'aria-labelledby': `${id}-title`, 'aria-describedby': `${id}-about` }, form);
	const refuse = (input, words) => {
		wrong.textContent = words;
		input.setAttribute('aria-invalid', 'true');
		input.focus();
	};
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		const missing = inputs.find((input) => !input.value);
		if (missing) refuse(missing, t('confirm.missing'));
		else if (typed && ![wanted(name), visible(name), name].includes(typed.value.trim())) refuse(typed, t('confirm.other'));
		else dialog.close('yes');
	});
	document.body.append(dialog);
	dialog.showModal();
	(typed ?? inputs[0])?.focus();
	return new Promise((resolve) => {
		dialog.addEventListener('close', () => {
			dialog.remove();
			resolve(dialog.returnValue === 'yes' ? Object.fromEntries(inputs.map((input) => [input.name, input.value])) : null);
		}, { once: true });
	});
}
