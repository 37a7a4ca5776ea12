/* Making elements. Text is always put in as text: nothing here takes markup. */

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

/** Changes a text only when it is another one, so that a live region speaks only when there is something new. */
export function setText(node, text) {
	if (node.textContent !== text) node.textContent = text;
}
