/* Coming back to a list: as far as it was loaded then, at the place where one left it. */

const MOST = 30;

const left = new Map();
let returning = null;

history.scrollRestoration = 'manual';

/** Remembers how the view of an address is left. */
export function leave(address, page) {
	const list = page.querySelector('.endless > :first-child');
	const link = page.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
	left.delete(address);
	left.set(address, { y: window.scrollY, items: list ? list.childElementCount : 0, link });
	if (left.size > MOST) left.delete(left.keys().next().value);
}

/** Finds out, before a view is made, whether somebody comes back to it. */
export function arriveAt(address) {
	returning = history.state && history.state.seen ? left.get(address) || null : null;
	history.replaceState({ seen: true }, '');
}

/** How many items the list had; it loads as many before it is shown. */
export const itemsBefore = () => (returning ? returning.items : 0);

/** Goes where one was. False for whoever comes anew. */
export function resume(page) {
	if (!returning) return false;
	const link = returning.link && page.querySelector(`a[href="${CSS.escape(returning.link)}"]`);
	if (link) link.focus({ preventScroll: true });
	window.scrollTo(0, returning.y);
	returning = null;
	return Boolean(link);
}
