/* Orders: their status as words, and waiting until one is decided. */

import { get } from '../api.js';
import { t } from '../i18n.js';
import { pause } from '../poll.js';

const BEING_PLACED = 0;
const CANCELLED = 4;

const STATUS = {
	0: () => t('order.status.placing'), 1: () => t('order.status.unpaid'), 2: () => t('order.status.paid'), 3: () => t('order.status.used'),
	4: () => t('order.status.cancelled'), 5: () => t('order.status.refunding'), 6: () => t('order.status.refunded')
};
const LOOK_MS = 400;
const TRIES = 150;

export const statusText = (order) => (STATUS[order.status] || STATUS[BEING_PLACED])();

export const isCancelled = (order) => order.status === CANCELLED;

/** Whether the order keeps its user from buying the voucher again. */
export const counts = (order) => !isCancelled(order);

async function look(id, signal) {
	try {
		return await get(`/voucher-order/${id}`, {}, signal);
	} catch (error) {
		// An order that was taken a moment ago may not be known everywhere; any other trouble passes too.
		if (error.kind === 'login' || error.name === 'AbortError') throw error;
		return { id, status: BEING_PLACED };
	}
}

/** Looks at an order until it is placed or cancelled. */
export async function decided(id, signal) {
	for (let i = 0; i < TRIES; i++) {
		const order = await look(id, signal);
		if (order.status !== BEING_PLACED) return order;
		await pause(LOOK_MS, signal);
	}
	return { id, status: BEING_PLACED };
}
