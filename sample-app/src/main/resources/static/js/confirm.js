/* A question before something that cannot be taken back. */

import { byId } from './dom.js';

/** Asks; the promise tells whether the answer was yes. */
export function confirmed(question, yes) {
	const dialog = byId('confirm');
	byId('confirm-text').textContent = question;
	byId('confirm-yes').textContent = yes;
	dialog.returnValue = '';
	dialog.showModal();
	return new Promise((resolve) => {
		dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
	});
}
