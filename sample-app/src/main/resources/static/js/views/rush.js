/* A rush of buyers, drawn while it happens, and faults at the press of a button. Only in a demo. */

import { el, icon, setText } from '../dom.js';
import { get, post } from '../api.js';
import { attempt } from '../announce.js';
import { script, style } from '../assets.js';
import { has, locale, number, t } from '../i18n.js';
import { plot } from '../operations/plot.js';
import { every, quietly } from '../poll.js';

const STEP_MS = 500;
const IDLE_ROUNDS = 4;
const SIZES = [200, 1000, 5000];
const PLOTS = ['rush-stock', 'rush-answers', 'rush-latency'];
const FAULTS = ['redis-kill', 'redis-empty', 'other-kill'];
const FACTS = ['left', 'accepted', 'declined', 'unclear', 'stored', 'median', 'most', 'logged-in'];
const START_SECOND = 'mvn -Prun -Dspring-boot.run.profiles=two';
const MARGIN_MS = 500;

const going = (rush) => Boolean(rush) && !['DONE', 'NOT_CLEANED', 'FAILED'].includes(rush.phase);

const key = (name) => name.toLowerCase().replaceAll('_', '-');

/** A promise, kept or broken; one that the texts do not know is shown as the server says it. */
function line({ promise, kept, sentence, numbers, seen }) {
	const known = has(`rush.promise.${key(promise)}`);
	return el('li', { class: kept ? 'kept' : 'broken', 'data-promise': promise, 'data-kept': String(kept) }, icon(kept ? 'check' : 'close'),
		el('span', {}, el('strong', {}, t(kept ? 'rush.kept' : 'rush.broken')), ' ', known ? t(`rush.promise.${key(promise)}`) : sentence),
		el('span', { class: 'muted' }, known ? t(`rush.numbers.${key(promise)}`, ...seen) : numbers));
}

/** The points of the curve, of which each answer has those that are new. */
class Points {

	constructor() {
		this.take(null);
	}

	take(rush) {
		if (!rush || rush.id !== this.id) {
			this.id = rush ? rush.id : null;
			this.times = [];
			this.lines = [];
		}
		if (!rush || rush.curve.first !== this.times.length) return;
		const { times, lines } = rush.curve;
		this.lines = lines.map((one, index) => ({ ...one, values: [...(this.lines[index]?.values ?? []), ...one.values] }));
		this.times = [...this.times, ...times];
	}

	of(id) {
		return this.lines.filter((one) => one.plot === id);
	}

}

function facts() {
	const values = new Map(FACTS.map((name) => [name, el('dd', { id: `rush-${name}` }, '–')]));
	const node = el('dl', { class: 'rush-facts' }, FACTS.map((name) => el('div', {}, el('dt', {}, t(`rush.fact.${name}`)), values.get(name))));
	const millis = (value) => t('rush.millis', value < 10 ? value.toFixed(1) : Math.round(value));
	const show = (rush, points) => {
		const left = points.of('rush-stock').find((one) => one.name === 'left')?.values.findLast((value) => value !== null);
		const seen = {
			left: left === undefined ? '–' : t('rush.of', left, rush.stock), accepted: number(rush.accepted), declined: number(rush.refused),
			unclear: number(rush.unclear), stored: number(rush.stored), median: millis(rush.median), most: millis(rush.most),
			'logged-in': number(rush.loggedIn)
		};
		for (const [name, value] of values) setText(value, seen[name]);
	};
	return { node, show };
}

function choice(begin) {
	let size = SIZES[0];
	const sizes = SIZES.map((one) => el('button', {
		type: 'button', 'data-buyers': one, 'aria-pressed': String(one === size), onclick: (event) => choose(one, event.currentTarget)
	}, number(one)));
	const choose = (one, pressed) => {
		size = one;
		for (const button of sizes) button.setAttribute('aria-pressed', String(button === pressed));
	};
	const start = el('button', { type: 'button', id: 'rush-start', class: 'sale', onclick: () => {
		if (start.getAttribute('aria-disabled') !== 'true') begin(size);
	} }, icon('bolt'), t('rush.start'));
	const node = el('div', { class: 'rush-choice' }, el('fieldset', {}, el('legend', { class: 'unseen' }, t('rush.size')), sizes), start);
	return { node, busy: (busy) => start.setAttribute('aria-disabled', String(busy)) };
}

function faults(cause) {
	const buttons = new Map(FAULTS.map((name) => [name, el('button', { type: 'button', 'data-fault': name, onclick: () => {
		if (buttons.get(name).getAttribute('aria-disabled') !== 'true') cause(name);
	} }, t(`rush.fault.${name}`))]));
	const events = el('ul', { class: 'lines', id: 'rush-events' });
	const after = el('ul', { class: 'rush-lines', id: 'rush-aftermath' });
	const looking = el('p', { class: 'muted', role: 'status' });
	const node = el('section', { class: 'panel', 'aria-labelledby': 'rush-faults-title' },
		el('h2', { id: 'rush-faults-title' }, t('rush.faults')), el('p', { class: 'muted' }, t('rush.faults.about')),
		el('div', { class: 'rush-faults' }, FAULTS.map((name) => el('div', { class: 'fault' }, buttons.get(name),
			el('p', { class: 'muted' }, t(`rush.explain.${name}`))))), looking, events, after);
	let shown = '';
	const show = (state) => {
		for (const [name, button] of buttons) button.setAttribute('aria-disabled', String(!state.faults.includes(name)));
		setText(looking, state.aftermath?.lasting ? t('rush.looking') : '');
		const fresh = JSON.stringify([state.events, state.aftermath]);
		if (fresh === shown) return;
		shown = fresh;
		const zero = going(state.rush) || state.rush ? state.rush.began : 0;
		events.replaceChildren(...state.events.slice(-6).map((one) => el('li', {}, zero && one.time >= zero
			? t('rush.at', ((one.time - zero) / 1000).toFixed(1)) : new Date(one.time).toLocaleTimeString(locale()), ' ', t(`rush.event.${one.what}`))));
		after.replaceChildren(...(state.aftermath?.promises ?? []).map(line));
	};
	return { node, show };
}

/** Which instances answer, and how there would be a second one. */
function places() {
	const names = el('p', { id: 'rush-instances' });
	const how = el('div', { class: 'rush-how muted' }, el('p', {}, t('rush.second')), el('code', { tabindex: '0' }, START_SECOND));
	const show = ({ instances }) => {
		setText(names, t('rush.instances', instances.length, instances.map((one) => one.name.split('-')[0]).join(', ')));
		how.hidden = instances.length > 1;
	};
	return { node: el('div', {}, names, how), show };
}

export async function show(page, { signal }) {
	await Promise.all([style('console/parts/plot.css'), style('css/plots.css'), style('css/rush.css'), script('webjars/chart.js/dist/chart.umd.min.js')]);
	const points = new Points();
	let state = await get('/rush', { from: 0 }, signal);
	points.take(state.rush);
	const status = el('p', { class: 'rush-state', id: 'rush-state', role: 'status' });
	const promises = el('ul', { class: 'rush-lines', id: 'rush-promises' });
	const account = el('section', { class: 'panel', id: 'rush-account', 'aria-labelledby': 'rush-promises-title' },
		el('h2', { id: 'rush-promises-title' }, t('rush.promises')), promises);
	const numbers = facts();
	const where = places();
	const trouble = faults((name) => attempt(async () => { await post(`/rush/fault/${name}`); await look(); }));
	const start = choice((size) => attempt(async () => { await post('/rush', undefined, { buyers: size }); await look(); }));
	const drawn = el('div', { class: 'plots' });
	let plots = [];

	const build = () => {
		plots.forEach(([, one]) => one.destroy());
		plots = PLOTS.map((id) => [id, plot(id)]);
		drawn.replaceChildren(...plots.map(([, one]) => one.node));
	};

	let told = '';
	const draw = () => {
		const { rush } = state;
		where.show(state);
		trouble.show(state);
		start.busy(going(rush));
		setText(status, rush ? t(`rush.phase.${key(rush.phase)}`, rush.buyers, rush.stock, rush.instances) : t('rush.phase.none'));
		account.hidden = !rush || rush.promises.length === 0;
		if (!rush) return;
		numbers.show(rush, points);
		const from = (points.times[0] ?? Date.now()) - MARGIN_MS;
		plots.forEach(([id, one]) => one.show(points.times, points.of(id), from));
		if (told !== rush.id && rush.promises.length) {
			told = rush.id;
			promises.replaceChildren(...rush.promises.map(line));
		}
	};

	const look = async () => {
		const fresh = await quietly(() => get('/rush', { from: points.times.length }, signal));
		if (!fresh) return;
		// Another rush has another curve, which is asked for from its beginning.
		if (fresh.rush && fresh.rush.id !== points.id && fresh.rush.curve.first !== 0) {
			points.take(null);
			await look();
			return;
		}
		state = fresh;
		points.take(state.rush);
		draw();
	};

	build();
	page.append(
		el('div', {}, el('h1', {}, t('rush.title')), el('p', { class: 'muted' }, t('rush.about'))),
		el('section', { class: 'panel', 'aria-labelledby': 'rush-now' }, el('h2', { id: 'rush-now' }, t('rush.now')), start.node, status, numbers.node, where.node),
		drawn, account, trouble.node);
	draw();
	window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { build(); draw(); }, { signal });
	signal.addEventListener('abort', () => plots.forEach(([, one]) => one.destroy()), { once: true });
	let rounds = 0;
	every(STEP_MS, async () => {
		rounds += 1;
		if (going(state.rush) || state.aftermath?.lasting || rounds % IDLE_ROUNDS === 0) await look();
	}, signal);
}
