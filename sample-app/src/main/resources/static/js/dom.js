/* Making elements. Text is always put in as text: nothing here takes markup. */

const SVG = 'http://www.w3.org/2000/svg';
const SPRITE = 'imgs/icons.svg';

export const byId = (id) => document.getElementById(id);

const absent = (value) => value === null || value === undefined || value === false;

/** An element. `onclick` and the like are listeners, `class` and everything else are attributes; absent ones are left out. */
export function el(tag, props, ...children) {
	const node = document.createElement(tag);
	for (const [name, value] of Object.entries(props || {})) {
		if (absent(value)) continue;
		if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
		else node.setAttribute(name, value === true ? '' : value);
	}
	node.append(...children.flat(Infinity).filter((child) => !absent(child)));
	return node;
}

/** A picture of the sprite, which readers of the screen do not see. */
export function icon(name) {
	const svg = document.createElementNS(SVG, 'svg');
	svg.setAttribute('class', 'icon');
	svg.setAttribute('viewBox', '0 0 24 24');
	svg.setAttribute('aria-hidden', 'true');
	const use = document.createElementNS(SVG, 'use');
	use.setAttribute('href', `${SPRITE}#${name}`);
	svg.append(use);
	return svg;
}

/** What only readers of the screen get. */
export const unseen = (text) => el('span', { class: 'unseen' }, text);

const HAN = /\p{Script=Han}/u;

/** A text of the data, such as a name, marked as Chinese where it is. */
export function named(text, props, tag = 'span') {
	return el(tag, { lang: HAN.test(text) ? 'zh-CN' : null, dir: 'auto', ...props }, text);
}

/** A picture over what it replaces: where it cannot be loaded, that is seen. Nothing without a path. */
export function over(path) {
	return path ? el('img', { class: 'over', src: path, alt: '', loading: 'lazy', onerror: (event) => event.target.remove() }) : null;
}

/** The face of a user, or a coloured tile with the first letter of the name. */
export function avatar(user, size = '') {
	const letter = [...user.nickName.replace(/^[^\p{L}\p{N}]+/u, '') || '?'][0];
	return el('span', { class: `avatar hue${user.id % 6} ${size}`, 'aria-hidden': 'true' }, letter.toUpperCase(), over(user.icon));
}

/** Changes a text only when it is another one, so that a live region speaks only when there is something new. */
export function setText(node, text) {
	if (node.textContent !== text) node.textContent = text;
}
