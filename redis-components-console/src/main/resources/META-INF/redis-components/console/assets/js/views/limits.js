/* Rate limits: what the policies allow and refuse, and which keys are refused most. */

import { number, t } from '../../parts/i18n.js';
import { button, perform } from '../act.js';
import { POINTS, curve } from '../curve.js';
import { field, named, span, value } from '../format.js';
import { html, nothing } from '../lit.js';
import { lineId, rates } from '../lines.js';
import { Plots } from '../plots.js';
import { roomName } from '../rooms.js';
import { Table } from '../table.js';

function limit(one) {
	if (typeof one !== 'object') return value('limit', one);
	const period = typeof one.period === 'number' ? span(one.period) : value('period', one.period);
	return html`<span class="limit">${number(one.limit)} / ${period}${one.burst > 0 && one.burst !== one.limit ? html` (${field('burst')} ${number(one.burst)})` : nothing}${one.algorithm ? html` <span class="muted">${one.algorithm}</span>` : nothing}</span>`;
}

export function limits(app, room) {
	const line = (name, key) => rates(app.live.history, lineId(room, name, key));
	const rate = (name, key) => rates(app.live.history, lineId(room, name, key), 1).at(-1) ?? null;
	const total = (key) => ({ id: key, number: true, label: () => field(key), order: (one) => one[key] ?? 0, cell: (one) => number(one[key] ?? 0) });
	const policies = new Table({
		id: 'policies', key: (one) => one.name, redraw: app.redraw, filter: (one) => one.name, caption: () => t('limits.policies'), empty: () => t('limits.none'),
		columns: [
			{ id: 'name', label: () => t('field.name'), order: (one) => one.name, cell: (one) => named(one.name) },
			{ id: 'limits', label: () => field('limits'), cell: (one) => (Array.isArray(one.limits) ? one.limits.map(limit) : value('limits', one.limits)) },
			total('allowed'), total('refused'),
			{ id: 'rate', number: true, label: () => t('limits.rate'), order: (one) => rate(one.name, 'refused') ?? 0, cell: (one) => (rate(one.name, 'refused') === null ? '–' : number(rate(one.name, 'refused'), 1)) },
			{ id: 'curve', label: () => t('limits.curve'), cell: (one) => curve(rates(app.live.history, lineId(room, one.name, 'refused'), POINTS)) }
		]
	});
	const refused = new Table({
		id: 'refused', key: (one) => `${one.policy}\n${one.key}`, redraw: app.redraw, filter: (one) => `${one.policy} ${one.key}`, caption: () => t('limits.refused'), empty: () => t('limits.refused.none'),
		columns: [
			{ id: 'key', label: () => field('key'), order: (one) => one.key, cell: (one) => named(one.key) },
			{ id: 'policy', label: () => field('policy'), order: (one) => one.policy, cell: (one) => named(one.policy) },
			{ id: 'count', number: true, label: () => field('refused'), order: (one) => one.count, cell: (one) => number(one.count) },
			{ id: 'do', label: () => t('list.actions'), cell: (one) => button(app, room, 'reset', one.policy, { id: one.key, label: one.key }) }
		]
	});
	const names = () => (app.live.state.rooms[room]?.policies ?? []).map((one) => one.name).slice(0, 5);
	const curves = new Plots([{ id: 'refused-rate', title: t('plot.refused'), about: t('plot.refused.about'), name: (name) => name, lines: () => names().map((name) => ({ name, values: line(name, 'refused') })) }]);
	const reset = (event) => {
		event.preventDefault();
		const { policy, key } = event.target.elements;
		if (key.value) perform(app, room, 'reset', policy.value, { id: key.value });
	};
	const draw = () => {
		const shown = app.live.state.rooms[room] ?? {};
		const all = shown.policies ?? [];
		return html`<p class="about">${t('about.ratelimit')}</p>
			<section class="panel">${policies.draw(all)}</section>
			<div class="plots">${curves.nodes}</div>
			<section class="panel">${refused.draw(shown.refused ?? [])}</section>
			${app.may(room, 'reset') && all.length ? html`<form class="look panel" @submit=${reset}><h2>${t('limits.reset')}</h2>
				<label for="reset-policy">${field('policy')}</label><select id="reset-policy" name="policy">${all.map((one) => html`<option value=${one.name}>${one.name}</option>`)}</select>
				<label for="reset-key">${field('key')}</label><input id="reset-key" name="key" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="1000">
				<button type="submit" class="danger">${t('action.reset')}</button></form>` : nothing}`;
	};
	return { title: () => roomName(room), captions: { policies: () => t('limits.policies'), decisions: () => t('limits.policies'), refused: () => t('limits.refused') }, draw, drawn: () => curves.show(app.live.history), close: () => curves.close() };
}
