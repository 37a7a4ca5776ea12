/* What only managers see. */

import { Refused, get } from '../api.js';
import { session } from '../session.js';

let asked = { id: null, answer: null };

/** Whether the user may change shops and sales; asked for once for each user, and again after a failure. */
export function isManager() {
	if (!session.user) return Promise.resolve(false);
	if (asked.id !== session.user.id) {
		const answer = get('/user/manager').catch((error) => {
			asked = { id: null, answer: null };
			throw error;
		});
		asked = { id: session.user.id, answer };
	}
	return asked.answer;
}

/** Refuses a view to everybody else. */
export async function managersOnly() {
	if (!await isManager()) throw new Refused('manager.only');
}
