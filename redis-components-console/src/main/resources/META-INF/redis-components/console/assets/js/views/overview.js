/* The whole at one look: what is wrong, the rooms, and the processes. */

import { number, t } from '../../parts/i18n.js';
import { field, value } from '../format.js';
import { html } from '../lit.js';
import { kindOf, lineId, rates } from '../lines.js';
import { allAlarms, count, isQueue, roomIds, roomName, to, toRoom } from '../rooms.js';

const MOST = 20;

const sum = (list, key) => (list ?? []).reduce((total, one) => total + (one[key] ?? 0), 0);

/** The numbers of a room that say most: [[text, number or what is shown]]. */
function numbers(room, shown) {
	const kind = kindOf(room);
	if (isQueue(room)) {
		return [[t('card.depth'), sum(shown.instances, 'depth') + sum(shown.instances, 'waiting')], [t('card.pending'), sum(shown.instances, 'pending')], [t('card.dead'), sum(shown.instances, 'deadLetters')]];
	}
	if (kind === 'lock' || kind === 'semaphore') return [[t('card.held'), shown.held ?? 0], [t('card.waiting'), shown.waiting ?? 0]];
	if (kind === 'ratelimit') return [[t('card.allowed'), sum(shown.policies, 'allowed')], [t('card.refused'), sum(shown.policies, 'refused')]];
	if (kind === 'cache') {
		return [[t('card.local'), sum(shown.caches, 'local')], [t('card.redis'), sum(shown.caches, 'redis')], [t('card.loads'), sum(shown.caches, 'loads')]];
	}
	const simple = Object.entries(shown).filter(([, value]) => typeof value === 'number').slice(0, 3);
	const many = count(room, shown);
	return simple.length ? simple.map(([name, given]) => [field(name, kind), value(name, given)]) : [[t('card.many'), many ?? 0]];
}

export function overview(app) {
	const card = (room) => html`<li><a class="card" href=${toRoom(room)}><span class="card-name">${roomName(room)}</span>
		<span class="card-numbers">${numbers(room, app.live.state.rooms[room]).map(([text, given]) => html`<span><b>${typeof given === 'number' ? number(given) : given}</b> ${text}</span>`)}</span></a></li>`;
	const draw = () => {
		const { state } = app.live;
		const wrong = allAlarms(app.live);
		const rooms = roomIds(state);
		const sent = rates(app.live.history, lineId('redis', '', 'commands'), 1).at(-1) ?? null;
		return html`<section aria-labelledby="wrong"><h2 id="wrong">${t('overview.wrong')}</h2>
			${wrong.length ? html`<ul class="alarms">${wrong.slice(0, MOST).map((one) => html`<li class=${one.level}><a href=${one.href}><bdi>${one.text}</bdi></a></li>`)}</ul>
				${wrong.length > MOST ? html`<p class="muted">${t('overview.more', wrong.length - MOST)}</p>` : ''}` : html`<p class="good">${t('overview.fine')}</p>`}</section>
			<section aria-labelledby="all"><h2 id="all">${t('nav.rooms')}</h2>
			${rooms.length ? html`<ul class="cards">${rooms.map(card)}</ul>` : html`<p class="empty">${t('overview.none')}</p>`}</section>
			<p class="muted">${t('overview.processes', state.processes?.length ?? 0)}${state.truncated ? html` <span class="warn">${t('shortened.report')}</span>` : ''} <a href=${to('processes')}>${t('nav.processes')}</a>
			${sent === null ? '' : html`<span id="commands">${t('overview.commands', Math.round(sent))}</span>`}</p>`;
	};
	return { title: () => t('nav.overview'), draw };
}
