/* Doing something again and again, while the page is looked at and the view is open. */

/** The first time is after the interval; a round begins when the one before is done. */
export function every(millis, work, signal) {
	let timer;
	const round = async () => {
		if (!document.hidden) await work();
		if (!signal.aborted) timer = setTimeout(round, millis);
	};
	timer = setTimeout(round, millis);
	signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}

/** What is asked for in the background: trouble passes without a word, the next round may do better. */
export async function quietly(work) {
	try {
		return await work();
	} catch (error) {
		if (error.name !== 'AbortError' && error.kind === undefined) throw error;
		return undefined;
	}
}

export const pause = (millis, signal) => new Promise((resolve, reject) => {
	const timer = setTimeout(resolve, millis);
	signal.addEventListener('abort', () => { clearTimeout(timer); reject(signal.reason); }, { once: true });
});
