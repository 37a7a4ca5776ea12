/* The way to the rush, where there is one. */

import { el, icon } from '../dom.js';
import { isDemo } from '../api.js';
import { t } from '../i18n.js';

/** A link, for a flash sale. */
export const rushLink = () => isDemo() && el('a', { href: '#/rush', class: 'rush-link' }, t('rush.link'));

/** A panel that says what it is. */
export const rushPanel = () => isDemo() && el('section', { class: 'panel rush-panel', 'aria-labelledby': 'rush-panel-title' },
	el('h2', { id: 'rush-panel-title' }, t('rush.title')), el('p', { class: 'muted' }, t('rush.invite')),
	el('a', { class: 'button', href: '#/rush' }, icon('bolt'), t('rush.link')));
