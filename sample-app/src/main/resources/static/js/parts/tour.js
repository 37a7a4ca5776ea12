/* A tour of five stops: each leads to a view and opens what is behind it. */

import { isDemo } from '../api.js';
import { el } from '../dom.js';
import { t } from '../i18n.js';

const ENDED = 'tour-ended';

export const STOPS = [
	{ name: 'cache', href: '#/shop/3?tour=cache' },
	{ name: 'sale', href: '#/rush?tour=sale' },
	{ name: 'feed', href: '#/feed?tour=feed' },
	{ name: 'geo', href: '#/?sort=near&tour=geo' },
	{ name: 'limits', href: '#/shop/3?tour=limits' }
];

/** Shows the tour no more in this browser. */
export function endTour() {
	localStorage.setItem(ENDED, 'true');
	document.getElementById('tour')?.remove();
}

/** The stops, until they are dismissed; nothing outside a demo. */
export function tour() {
	if (!isDemo() || localStorage.getItem(ENDED)) return null;
	const strip = el('section', { id: 'tour', class: 'panel tour', 'aria-labelledby': 'tour-title' },
		el('div', { class: 'list-head' }, el('h2', { id: 'tour-title' }, t('tour.title')),
			el('button', { type: 'button', id: 'tour-dismiss', onclick: () => {
				endTour();
				document.getElementById('main').focus();
			} }, t('tour.dismiss'))),
		el('ol', { class: 'tour-stops' }, STOPS.map(({ name, href }, index) => el('li', {},
			el('a', { class: 'pill', href, 'data-stop': name }, `${index + 1} ${t(`tour.name.${name}`)}`)))));
	return strip;
}
