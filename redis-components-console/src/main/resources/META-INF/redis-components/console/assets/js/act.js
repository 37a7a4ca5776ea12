/* The actions: which are asked about, what is sent, and what is said afterwards. */

import { has, number, t } from '../parts/i18n.js';
import { post, roomPath, sentence } from './api.js';
import { ask } from './confirm.js';
import { field } from './format.js';
import { html, nothing } from './lit.js';

/** What destroys something or takes it from its holder: the name is typed. */
const DESTROYS = new Set(['purge', 'purge-dead-letters', 'remove-group', 'cancel', 'release', 'revoke', 'revoke-all', 'reset', 'invalidate', 'clear']);
/** What can be undone, but is felt by all. */
const ASKS = new Set(['pause', 'redrive']);

const two = (part) => String(part).padStart(2, '0');

function localTime(millis) {
	const date = new Date(millis);
	return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

export const actionName = (action) => (has(`action.${action}`) ? t(`action.${action}`) : action);

function words(result) {
	return Object.entries(result ?? {}).filter(([, value]) => typeof value !== 'object')
		.map(([name, value]) => `${field(name)}: ${typeof value === 'number' ? number(value) : typeof value === 'boolean' ? t(value ? 'yes' : 'no') : value}`).join(', ');
}

/** Asks what has to be asked; null if it is not to be done. */
function question(action, name, id, due) {
	const meaning = has(`ask.${action}`) ? t(`ask.${action}`) : '';
	const title = t('confirm.title', actionName(action), id ? `${name}, ${id}` : name);
	if (action === 'reschedule') {
		const extra = [{ name: 'at', label: t('confirm.at'), type: 'datetime-local', step: '1', value: localTime(due === undefined ? Date.now() : new Date(due).getTime()) }];
		return ask({ title, text: meaning, yes: actionName(action), extra });
	}
	if (DESTROYS.has(action)) return ask({ title, text: meaning, name, yes: actionName(action) });
	if (ASKS.has(action) && !id) return ask({ title, text: meaning, yes: actionName(action) });
	return Promise.resolve({});
}

/**
 * Performs an action, and says what came of it.
 * @returns whether it was done
 */
export async function perform(app, room, action, name, { id, due } = {}) {
	const given = await question(action, name, id, due);
	if (given === null) return false;
	const body = { name, ...(id === undefined || id === null ? {} : { id }) };
	if (given.at) body.value = new Date(given.at).toISOString();
	try {
		const result = await post(roomPath(room, `/${encodeURIComponent(action)}`), body);
		const more = words(result);
		app.say('good', { text: t(more ? 'act.done' : 'act.done.short', actionName(action), name, more), lang: null });
	} catch (error) {
		if (error.kind === 'ended' || error.kind === 'unreachable') app.live.trouble = error.kind;
		app.say('bad', sentence(error));
		return false;
	}
	await app.live.look();
	return true;
}

/** A button of an action, if the role may. `after` is called when it was done. */
export function button(app, room, action, name, { id, due, after, label, words: named } = {}) {
	if (!app.may(room, action)) return nothing;
	const run = async (event) => {
		const pressed = event.currentTarget;
		if (pressed.getAttribute('aria-busy') === 'true') return;
		pressed.setAttribute('aria-busy', 'true');
		try {
			if (await perform(app, room, action, name, { id, due })) await after?.();
		} finally {
			pressed.removeAttribute('aria-busy');
		}
	};
	return html`<button type="button" data-action=${action} class=${DESTROYS.has(action) ? 'danger' : nothing}
		aria-label=${label ? `${named ?? actionName(action)}: ${label}` : nothing} @click=${run}>${named ?? actionName(action)}</button>`;
}
