/* The navigation: all rooms with how many things they have and what is wrong, and the views of the whole. */

import { number, t } from '../parts/i18n.js';
import { html, nothing, repeat } from './lit.js';
import { alarms, count, roomIds, roomName, to, toRoom } from './rooms.js';

function entry({ href, name, many, wrong, here }) {
	const bad = wrong?.some((one) => one.level === 'bad');
	return html`<li><a href=${href} aria-current=${here ? 'page' : nothing}><span class="entry">${name}</span>
		${many === null || many === undefined ? nothing : html`<span class="count">${number(many)}</span>`}
		${wrong?.length ? html`<span class="alarm ${bad ? 'alarm-bad' : 'alarm-warn'}"><span aria-hidden="true">${wrong.length}</span><span class="unseen">${t('nav.alarms', wrong.length)}</span></span>` : nothing}</a></li>`;
}

export function nav({ state, history }, [first, room]) {
	const rooms = roomIds(state).map((id) => ({
		id, href: toRoom(id), name: roomName(id), many: count(id, state.rooms[id]), wrong: alarms(id, state.rooms[id], history), here: first === 'room' && room === id
	}));
	const whole = [
		{ href: '#/', name: t('nav.overview'), here: !first },
		{ href: to('processes'), name: t('nav.processes'), many: state?.processes?.length, here: first === 'processes' },
		{ href: to('settings'), name: t('nav.settings'), here: first === 'settings' },
		{ href: to('refusals'), name: t('nav.refusals'), many: state?.refusals?.length, wrong: (state?.refusals ?? []).map(() => ({ level: 'warn' })), here: first === 'refusals' }
	];
	return html`<ul>${entry(whole[0])}</ul>
		<ul>${repeat(rooms, (one) => one.id, entry)}</ul>
		<ul>${whole.slice(1).map(entry)}</ul>`;
}
