/* An address that leads nowhere, or that the server could not answer: then the status is given. */

import { el } from '../dom.js';
import { t } from '../i18n.js';

function said(status) {
	if (status === '401') return ['login.wanted.title', 'login.wanted.text'];
	if (status === '429' || status >= '500') return ['error.title', 'error.server'];
	return ['missing.title'];
}

export function show(page, { params: [status = '404'] }) {
	const [title, text] = said(status);
	const again = status === '429' || status >= '500';
	page.append(el('div', { class: 'panel problem' }, el('h1', {}, t(title)), text && el('p', {}, t(text)),
		again && el('button', { type: 'button', class: 'primary', onclick: () => location.reload() }, t('action.retry')),
		el('a', { href: '#/' }, t('missing.home'))));
}
