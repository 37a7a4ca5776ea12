/* The operations page: plots of what the application did in the last minutes, renewed each second. */

import { byId, el, setText } from '../../console/parts/dom.js';
import { dark } from '../../console/parts/plot.js';
import { every } from '../../console/parts/poll.js';
import { attempt } from '../announce.js';
import { isDemo } from '../api.js';
import { LANGUAGES, choose, lang, speak, t } from '../i18n.js';
import { History } from './history.js';
import { plot } from './plot.js';
import { slowLog } from './slow-log.js';

const STEP_MS = 1000;
const MINUTE_MS = 60000;
const PERCENT = { min: 0, max: 100 };
const PLOTS = [['requests'], ['latency'], ['cache-hits', PERCENT], ['cache-loads'], ['lock-rate'], ['lock-wait'], ['limiter'], ['views'],
	['queue-depth'], ['queue-lag'], ['queue-rate'], ['stock'], ['social'], ['sessions'], ['bloom'],
	['redis-operations'], ['redis-memory'], ['redis-clients']];
const MINUTES = [1, 5, 10];
const WHOSE = ['this', 'each', 'all'];
const SLOW_MS = 5000;

const history = new History();
let minutes = Number(sessionStorage.getItem('minutes')) || MINUTES[1];
let plots = [];
const slow = slowLog();

function draw() {
	const to = history.times.at(-1) ?? Date.now();
	plots.forEach(([id, one]) => one.show(history.times, history.of(id), to - minutes * MINUTE_MS, history.summed.has(id)));
	setText(byId('instance'), history.instance ? t('ops.instance', [history.instance, ...history.others].join(', ')) : '');
	// Without another instance there is nothing to choose.
	byId('whose').hidden = history.others.length === 0 && history.whose === 'this';
}

async function look() {
	try {
		await history.load();
		setText(byId('state'), t('ops.live'));
		draw();
	} catch (error) {
		if (error.kind === undefined) throw error;
		setText(byId('state'), t('ops.lost'));
	}
}

function showWindow() {
	byId('window').replaceChildren(...MINUTES.map((choice) => el('button', {
		type: 'button', 'data-minutes': choice, 'aria-pressed': String(choice === minutes), onclick: (event) => take(choice, event.currentTarget)
	}, t(`ops.window.${choice}`))));
}

function take(choice, pressed) {
	minutes = choice;
	sessionStorage.setItem('minutes', String(choice));
	for (const button of byId('window').children) button.setAttribute('aria-pressed', String(button === pressed));
	draw();
}

function showWhose() {
	byId('whose').replaceChildren(...WHOSE.map((choice) => el('button', {
		type: 'button', 'data-whose': choice, 'aria-pressed': String(choice === history.whose), onclick: (event) => takeWhose(choice, event.currentTarget)
	}, t(`ops.whose.${choice}`))));
}

async function takeWhose(choice, pressed) {
	history.choose(choice);
	for (const button of byId('whose').children) button.setAttribute('aria-pressed', String(button === pressed));
	await look();
}

function build() {
	plots.forEach(([, one]) => one.destroy());
	plots = PLOTS.map(([id, scale]) => [id, plot(id, scale)]);
	byId('plots').replaceChildren(...plots.map(([, one]) => one.node));
	showWindow();
	showWhose();
	byId('slow').replaceChildren(slow.node());
	document.title = `${t('ops.title')} · ${t('app.name')}`;
	const { other } = LANGUAGES[lang()];
	byId('language').textContent = t('language.other');
	byId('language').lang = LANGUAGES[other].tag;
}

async function begin() {
	await speak(lang());
	build();
	byId('language').addEventListener('click', async () => {
		await choose(LANGUAGES[lang()].other);
		build();
		draw();
	});
	dark.addEventListener('change', () => { build(); draw(); });
	byId('behind-open').addEventListener('click', () => attempt(async () => (await import('../behind.js')).open()));
	await look();
	await slow.look();
	byId('behind-open').hidden = !isDemo();
	every(STEP_MS, look, new AbortController().signal);
	every(SLOW_MS, slow.look, new AbortController().signal);
}

begin();
