/* The short messages at the edge of the page, which readers of the screen hear too. */

import { byId } from './dom.js';
import { sentence } from './i18n.js';

const SHOWN_MS = 4500;

let timer;

function show({ text, lang }, kind) {
	const box = byId('toast');
	const line = document.createElement('span');
	if (lang) line.lang = lang;
	line.textContent = text;
	box.replaceChildren(line);
	box.className = `toast show ${kind}`;
	clearTimeout(timer);
	timer = setTimeout(() => { box.className = 'toast'; box.replaceChildren(); }, SHOWN_MS);
}

export const tell = (text) => show({ text }, 'good');

/** Says what went wrong. What was only left behind by going elsewhere is not. */
export function complain(error) {
	if (error.name === 'AbortError') return;
	if (error.kind === undefined) throw error;
	show(sentence(error), 'bad');
}

/** Does something, and says so if it was refused. */
export async function attempt(work) {
	try {
		return await work();
	} catch (error) {
		complain(error);
		return undefined;
	}
}
