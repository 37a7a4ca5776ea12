/* Files that only some views need. Each is loaded once. */

import { Refused } from './api.js';
import { el } from './dom.js';

const loading = new Map();

function load(address, node) {
	if (!loading.has(address)) {
		loading.set(address, new Promise((resolve, reject) => {
			node.addEventListener('load', resolve, { once: true });
			node.addEventListener('error', () => {
				loading.delete(address);
				node.remove();
				reject(new Refused('error.unloadable', 'unloadable'));
			}, { once: true });
			document.head.append(node);
		}));
	}
	return loading.get(address);
}

export const style = (href) => load(href, el('link', { rel: 'stylesheet', href }));

export const script = (src) => load(src, el('script', { src }));
