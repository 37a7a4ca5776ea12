/* Lists that load on while one scrolls. */

import { el } from './dom.js';
import { attempt } from './announce.js';
import { t } from './i18n.js';

const AHEAD = '600px';

/** Pages of ten by number, as most lists have them. */
export function pages(ask) {
	let page = 0;
	return async () => {
		const items = await ask(page + 1);
		page += 1;
		return { items, more: items.length === 10 };
	};
}

/**
 * A list that asks for more when its end comes into sight, or its button is pressed.
 * @param load answers with {items, more}
 * @param render makes the node of an item
 * @param empty the text when there is nothing at all
 * @param end the text when there is nothing more
 * @param attributes of the list
 * @returns its node, when the first items are there
 */
export async function endless({ load, render, empty, end, attributes, signal }) {
	const list = el('div', attributes);
	const status = el('p', { class: 'end muted', role: 'status' });
	const button = el('button', { type: 'button', class: 'more', onclick: () => next() }, t('action.more'));
	const observer = new IntersectionObserver((entries) => {
		if (entries.some((entry) => entry.isIntersecting)) next();
	}, { rootMargin: AHEAD });
	let busy = false;

	const take = ({ items, more }) => {
		const hadFocus = document.activeElement === button;
		const nodes = items.map(render);
		list.append(...nodes);
		button.hidden = !more;
		if (!more) {
			observer.disconnect();
			status.textContent = list.childElementCount === 0 ? empty : end || '';
		}
		if (hadFocus && nodes.length) (nodes[0].querySelector('a, button') || button).focus({ preventScroll: true });
	};

	async function next() {
		if (busy || button.hidden || signal.aborted) return;
		busy = true;
		list.setAttribute('aria-busy', 'true');
		const loaded = await attempt(load);
		list.removeAttribute('aria-busy');
		busy = false;
		if (signal.aborted) return;
		observer.unobserve(button);
		if (loaded) {
			take(loaded);
			// Asks once more whether the end is in sight: a short page does not push it out.
			if (!button.hidden) observer.observe(button);
		}
	}

	signal.addEventListener('abort', () => observer.disconnect(), { once: true });
	take(await load());
	if (!button.hidden) observer.observe(button);
	return el('div', { class: 'endless' }, list, button, status);
}
