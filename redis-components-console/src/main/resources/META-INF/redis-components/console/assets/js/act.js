/* The actions: which are asked about, what is sent, and what is said afterwards. */

import { has, number, t } from '../parts/i18n.js';
import { post, roomPath, sentence } from './api.js';
import { ask } from './confirm.js';
import { field } from './format.js';
import { html, nothing } from './lit.js';
import { kindOf } from './lines.js';
import { roomName } from './rooms.js';
import { inSentence } from './visible.js';

/** What destroys something or takes it from its holder: the name is typed. */
const DESTROYS = new Set(['purge', 'purge-dead-letters', 'remove-group', 'cancel', 'release', 'revoke', 'revoke-all', 'reset', 'invalidate', 'clear']);
/** What can be undone, but is felt by all. */
const ASKS = new Set(['pause', 'redrive']);

/** After so long it is said that an action is still being performed. */
const LATE_MS = 5000;

const two = (part) => String(part).padStart(2, '0');

function localTime(millis) {
	const date = new Date(millis);
	return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

function words(result) {
	return Object.entries(result ?? {}).filter(([, value]) => typeof value !== 'object')
		.map(([name, value]) => `${field(name)}: ${typeof value === 'number' ? number(value) : typeof value === 'boolean' ? t(value ? 'yes' : 'no') : value}`).join(', ');
}

/** Whether it is done to one thing of several that have a name together. */
const isOne = (id) => id !== undefined && id !== null;

/** An action on one of several is called so where that makes a difference. */
export const actionName = (action, id) => (isOne(id) && has(`action.${action}.one`) ? t(`action.${action}.one`) : has(`action.${action}`) ? t(`action.${action}`) : action);

/** What an action means, said for one of several or for the component where that makes a difference. */
function meaning(room, action, id) {
	const key = [...(isOne(id) ? [`ask.${action}.one`] : []), `ask.${action}.${kindOf(room)}`, `ask.${action}`].find(has);
	return key === undefined ? '' : t(key);
}

/** What name and id are in a room. */
const PARTS = { ratelimit: ['policy', 'key'], cache: ['name', 'key'], session: ['user', 'id'] };

/** What an action is done to: [[label, name]]. */
function about(room, action, name, id) {
	const [whole, one] = action === 'remove-group' ? ['name', 'group'] : PARTS[kindOf(room)] ?? ['name', 'id'];
	return [[t('confirm.in'), roomName(room)], [field(whole), name], ...(isOne(id) ? [[field(one), id]] : [])];
}

/** Asks what has to be asked; null if it is not to be done. */
function question(room, action, name, id, due) {
	const title = actionName(action, id);
	const asked = { title, about: about(room, action, name, id), text: meaning(room, action, id), yes: title };
	if (action === 'reschedule') {
		const extra = [{ name: 'at', label: t('confirm.at'), type: 'datetime-local', step: '1', value: localTime(due === undefined ? Date.now() : new Date(due).getTime()) }];
		return ask({ ...asked, extra });
	}
	if (DESTROYS.has(action)) return ask({ ...asked, name: isOne(id) ? id : name });
	if (ASKS.has(action) && !isOne(id)) return ask(asked);
	return Promise.resolve({});
}

/**
 * Performs an action, and says what came of it.
 * @returns whether it was done, or may have been
 */
export async function perform(app, room, action, name, { id, due } = {}) {
	const given = await question(room, action, name, id, due);
	if (given === null) return false;
	const body = { name, ...(isOne(id) ? { id } : {}) };
	const [did, what] = [actionName(action, id), inSentence(isOne(id) ? id : name)];
	const late = setTimeout(() => app.say('muted', { text: t('act.late', did, what), lang: null }), LATE_MS);
	if (given.at) body.value = new Date(given.at).toISOString();
	try {
		const result = await post(roomPath(room, `/${encodeURIComponent(action)}`), body);
		const more = words(result);
		app.say('good', { text: t(more ? 'act.done' : 'act.done.short', did, what, more), lang: null });
	} catch (error) {
		if (error.kind === 'ended') app.live.trouble = error.kind;
		app.say('bad', sentence(error));
		if (error.kind !== 'unknown') return false;
	} finally {
		clearTimeout(late);
	}
	await app.live.look();
	return true;
}

/** A button of an action, if the role may. `after` is called when it was done. */
export function button(app, room, action, name, { id, due, after, label } = {}) {
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
		aria-label=${label ? `${actionName(action, id)}: ${inSentence(label)}` : nothing} @click=${run}>${actionName(action, id)}</button>`;
}
