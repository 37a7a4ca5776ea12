/* Forms: fields that say what is wrong with them, and what is typed survives until it is sent. */

import { complain } from './announce.js';
import { newKey } from './api.js';
import { el } from './dom.js';
import { sentence, t } from './i18n.js';
import { session } from './session.js';

/** What is wrong with a field, as a text. */
class Wrong extends Error {}

const refuse = (key, ...args) => { throw new Wrong(t(key, ...args)); };

/** A label, a field and the place for what is wrong with it. */
export function field(id, label, input) {
	return el('div', { class: 'field' }, el('label', { for: id }, label), input, el('p', { id: `${id}-wrong`, class: 'wrong' }));
}

export function textInput(id, value, attributes) {
	const input = el('input', { id, type: 'text', ...attributes });
	input.value = value === null || value === undefined ? '' : String(value);
	return input;
}

function mark(input, text) {
	const place = document.getElementById(`${input.id}-wrong`);
	place.textContent = text;
	if (text) {
		input.setAttribute('aria-invalid', 'true');
		input.setAttribute('aria-describedby', place.id);
	} else {
		input.removeAttribute('aria-invalid');
		input.removeAttribute('aria-describedby');
	}
}

/** Reads all fields; each says what is wrong with it, and the first of these gets the focus. Null if one is wrong. */
export function values(fields) {
	const found = {};
	let first = null;
	for (const [name, [input, read]] of Object.entries(fields)) {
		try {
			found[name] = read(input.value);
			mark(input, '');
		} catch (error) {
			if (!(error instanceof Wrong)) throw error;
			mark(input, error.message);
			first ??= input;
		}
	}
	if (first) first.focus();
	return first ? null : found;
}

/** A text, without what stands around it. */
export const text = (most, least = 0) => (typed) => {
	const value = typed.trim();
	if (value.length < least) refuse('form.missing');
	if (value.length > most) refuse('form.long', most);
	return value;
};

/** Digits of a full-width keyboard are digits too. */
const plainDigits = (typed) => typed.normalize('NFKC').trim();

/** A number from one to another, with so many decimals at most. */
export const decimal = (from, to, decimals) => (typed) => {
	const value = plainDigits(typed);
	if (value === '') refuse('form.missing');
	if (!new RegExp(`^-?\\d{1,12}${decimals ? `(\\.\\d{1,${decimals}})?` : ''}$`).test(value)) refuse(decimals ? 'form.number' : 'form.whole', decimals);
	if (Number(value) < from || Number(value) > to) refuse('form.range', from, to);
	return Number(value);
};

/** An amount of money that is typed in yuan, in cents. */
export const cents = (from, to) => (typed) => Math.round(decimal(from, to, 2)(typed) * 100);

/** A moment of a datetime-local field, from one year to another. The field takes years of six digits. */
export const time = (from, to) => (typed) => {
	if (typed === '') refuse('form.missing');
	const year = parseInt(typed, 10);
	if (year < from || year > to) refuse('form.year', `${from}`, `${to}`);
	return typed;
};

/** Says at a field what only all of them together show. */
export function wrong(input, key) {
	mark(input, t(key));
	input.focus();
}

/** What was kept, or nothing if that cannot be read. */
function kept(at) {
	try {
		return JSON.parse(sessionStorage.getItem(at)) || {};
	} catch {
		return {};
	}
}

/**
 * Keeps what is typed into a form for its user, also while the login is lost or the language changed, and has it again.
 * @returns {forget, key} forgets it, and the key of the request that sends it
 */
export function drafted(form, name) {
	const at = `form:${session.user.id}:${name}`;
	const inputs = [...form.elements].filter((input) => input.id && input.matches('input:not([type=file]), textarea, select'));
	const before = kept(at);
	inputs.forEach((input) => { if (typeof before[input.id] === 'string') input.value = before[input.id]; });
	form.addEventListener('input', ({ target }) => {
		if (inputs.includes(target)) sessionStorage.setItem(at, JSON.stringify({ ...kept(at), [target.id]: target.value }));
	});
	/** The same key until the form is forgotten, and with it what is sent, because defaults such as the time change. */
	const key = () => {
		const { key: own = newKey() } = kept(at);
		sessionStorage.setItem(at, JSON.stringify({ ...Object.fromEntries(inputs.map(({ id, value }) => [id, value])), key: own }));
		return own;
	};
	return { forget: () => sessionStorage.removeItem(at), key };
}

/**
 * Sends a form, once however often that is asked for. What went wrong stays below the fields as long as they do.
 * @param work does it
 * @returns {onsubmit, note} a listener, and the place for what went wrong
 */
export function sending(id, work) {
	const note = el('p', { id, class: 'note bad', role: 'alert' });
	let busy = false;
	const onsubmit = async (event) => {
		event.preventDefault();
		if (busy) return;
		const button = event.target.querySelector('[type=submit]');
		busy = true;
		button.setAttribute('aria-disabled', 'true');
		note.textContent = '';
		try {
			await work();
		} catch (error) {
			if (error.kind === undefined) throw error;
			// The view asks for a login instead.
			if (error.kind === 'login') complain(error);
			const { text: said, lang } = sentence(error);
			note.textContent = said;
			if (lang) note.lang = lang;
			else note.removeAttribute('lang');
		} finally {
			busy = false;
			button.removeAttribute('aria-disabled');
		}
	};
	return { onsubmit, note };
}
