/* Doing something again and again, while the page is looked at. */

/**
 * The first time is after the interval; a round begins when the one before is done. A page that is looked at again does not wait.
 */
export function every(millis, work, signal) {
	let timer;
	let busy = false;
	const round = async () => {
		if (busy) return;
		clearTimeout(timer);
		busy = true;
		try {
			if (!document.hidden) await work();
		} finally {
			busy = false;
			if (!signal.aborted) timer = setTimeout(round, millis);
		}
	};
	timer = setTimeout(round, millis);
	document.addEventListener('visibilitychange', round, { signal });
	signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
