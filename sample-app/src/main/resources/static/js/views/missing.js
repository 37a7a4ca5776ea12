/* An address that leads nowhere. */

import { el } from '../dom.js';
import { t } from '../i18n.js';

export function show(page) {
	page.append(el('div', { class: 'panel problem' }, el('h1', {}, t('missing.title')), el('a', { href: '#/' }, t('missing.home'))));
}
