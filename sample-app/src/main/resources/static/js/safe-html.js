/*
 * Posts are HTML that the server has cleaned. The page does not rely on that: it takes over the elements that it knows, without
 * attributes, and of everything else the text.
 */

import { el } from './dom.js';

const ALLOWED = new Set(['B', 'BR', 'EM', 'I', 'P', 'STRONG', 'U']);
const SILENT = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'IFRAME', 'TEXTAREA', 'TITLE']);

const parse = (html) => new DOMParser().parseFromString(html, 'text/html').body;

function copy(from) {
	return [...from.childNodes].flatMap((node) => {
		if (node.nodeType === Node.TEXT_NODE) return [node.nodeValue];
		if (node.nodeType !== Node.ELEMENT_NODE || SILENT.has(node.nodeName)) return [];
		return ALLOWED.has(node.nodeName) ? [el(node.nodeName, {}, copy(node))] : copy(node);
	});
}

/** The nodes of a post's content. */
export const content = (html) => copy(parse(html));

/** The text of a post's title. */
export const plain = (html) => parse(html).textContent;

/** What somebody typed, as HTML that shows just that. */
export function typed(text) {
	return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\r?\n/g, '<br>');
}
