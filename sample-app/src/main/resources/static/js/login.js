/* The login: a dialog that anything can ask for. */

import { byId } from './dom.js';
import { post } from './api.js';
import { has, sentence, t } from './i18n.js';
import { login, session } from './session.js';

let opener = '';

function note(text, lang, kind = '') {
	const line = byId('login-note');
	line.className = `note ${kind}`;
	line.textContent = text;
	if (lang) line.lang = lang;
	else line.removeAttribute('lang');
}

function refused(error) {
	if (error.kind === undefined) throw error;
	const { text, lang } = sentence(error);
	note(text, lang, 'bad');
}

async function sendCode() {
	const button = byId('login-send');
	if (button.getAttribute('aria-disabled') === 'true') return;
	button.setAttribute('aria-disabled', 'true');
	try {
		const code = await post('/user/code', undefined, { phone: byId('login-phone').value });
		byId('login-code').value = code || '';
		note(t(code ? 'login.demo' : 'login.sent'));
		byId('login-code').focus();
	} catch (error) {
		refused(error);
	}
	button.removeAttribute('aria-disabled');
}

async function submit(event) {
	event.preventDefault();
	if (byId('login-code').value.trim() === '') {
		await sendCode();
		return;
	}
	try {
		await login(byId('login-phone').value, byId('login-code').value);
		byId('login').close();
	} catch (error) {
		refused(error);
	}
}

/** Opens the dialog, with a word about why. */
export function askToLogIn(why) {
	opener = document.activeElement.id;
	note(why && has(why) ? t(why) : '');
	byId('login-code').value = '';
	byId('login').showModal();
	byId('login-phone').focus();
}

/**
 * Whether somebody is logged in; if not, the dialog opens. What was wanted is not done after it by itself: only then is it known whether
 * the user has bought, liked or followed already, and the view says so.
 */
export function loggedIn(why) {
	if (session.user === null) askToLogIn(why);
	return session.user !== null;
}

/** Puts the focus where it was when the dialog opened, in the view that was made anew since. */
export function returnFocus() {
	const back = byId(opener) || byId('account-link');
	if (back) back.focus();
}

export function prepareLogin() {
	byId('login-send').addEventListener('click', sendCode);
	byId('login-form').addEventListener('submit', submit);
	byId('login-cancel').addEventListener('click', () => byId('login').close());
}
