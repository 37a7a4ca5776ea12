/* The question before an action; before one that destroys something the name is typed. */

import { el } from '../parts/dom.js';
import { t } from '../parts/i18n.js';

let count = 0;

/**
 * Asks.
 * @param title what will be done
 * @param text what it means
 * @param name what has to be typed, or null
 * @param yes the text of the button
 * @param extra further inputs: [{name, label, type, value}]
 * @returns the values of the inputs, or null if the answer was no
 */
export function ask({ title, text, name = null, yes, extra = [] }) {
	const id = `ask-${++count}`;
	const wrong = el('p', { id: `${id}-wrong`, class: 'bad', role: 'alert' });
	const typed = name === null ? null : el('input', { id: `${id}-name`, type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', 'aria-describedby': `${id}-wrong` });
	const inputs = extra.map((one) => el('input', { id: `${id}-${one.name}`, type: one.type, name: one.name, value: one.value, required: true, step: one.step }));
	const form = el('form', { method: 'dialog', novalidate: true },
		el('h2', { id: `${id}-title` }, title), el('p', {}, text),
		extra.map((one, index) => [el('label', { for: inputs[index].id }, one.label), inputs[index]]),
		typed && [el('label', { for: typed.id }, t('confirm.type')), el('p', { class: 'typed' }, el('code', { dir: 'auto' }, name)), typed], wrong,
		el('div', { class: 'buttons' }, el('button', { type: 'button', onclick: () => dialog.close('no') }, t('confirm.no')),
			el('button', { type: 'submit', class: typed ? 'danger-button' : 'primary' }, yes)));
	const dialog = el('dialog', { class: 'confirm', 'aria-labelledby': `${id}-title` }, form);
	const refuse = (input, words) => {
		wrong.textContent = words;
		input.setAttribute('aria-invalid', 'true');
		input.focus();
	};
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		const missing = inputs.find((input) => !input.value);
		if (missing) refuse(missing, t('confirm.missing'));
		else if (typed && typed.value.trim() !== name.trim()) refuse(typed, t('confirm.other'));
		else dialog.close('yes');
	});
	document.body.append(dialog);
	dialog.showModal();
	return new Promise((resolve) => {
		dialog.addEventListener('close', () => {
			dialog.remove();
			resolve(dialog.returnValue === 'yes' ? Object.fromEntries(inputs.map((input) => [input.name, input.value])) : null);
		}, { once: true });
	});
}
