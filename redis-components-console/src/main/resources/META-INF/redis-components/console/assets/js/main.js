/* The page: who looks, which view is open, and drawing it with each new snapshot. */

import { byId, el, setText } from '../parts/dom.js';
import { LANGUAGES, choose, lang, speak, t, texts } from '../parts/i18n.js';
import { dark } from '../parts/plot.js';
import { identified, identify } from './api.js';
import { clock } from './format.js';
import { html, nothing, render } from './lit.js';
import { Live } from './live.js';
import { nav } from './nav.js';
import { HIDDEN, errorText } from './shortened.js';
import { open } from './views.js';
import { brief } from './visible.js';

const RETRY_MS = 2000;

const app = { live: null, session: null, redraw: draw, may, say };
let view = null;
let drawing = false;
let saidAt = 0;

/** Whether the role may call an action of a room. */
function may(room, action) {
	return app.session?.role === 'operate' && (app.live.state?.rooms?.[room]?.actions ?? []).includes(action);
}

/** Says what came of an action; it stays until the next one, or the next view. */
function say(kind, { text, lang: language }) {
	const line = el('p', { class: kind, lang: language }, text);
	const close = el('button', { type: 'button', class: 'quiet', onclick: () => byId('result').replaceChildren() }, t('result.close'));
	byId('result').replaceChildren(line, close);
	saidAt = performance.now();
}

const route = () => location.hash.replace(/^#\/?/, '').split('/').filter(Boolean).map((part) => {
	try {
		return decodeURIComponent(part);
	} catch (error) {
		return part;
	}
});

const BANNERS = {
	away: () => html`<p>${t('banner.away', clock(app.live.state?.redis?.since === undefined ? Date.now() : app.live.here(app.live.state.redis.since)))} ${t('banner.old')}</p>`,
	denied: () => html`<p>${t('banner.denied')} ${app.live.state.redis.error === HIDDEN ? errorText(HIDDEN) : html`<bdi lang="en">${app.live.state.redis.error}</bdi>`}</p>`,
	stale: () => html`<p>${t('banner.stale')}</p>`,
	unreachable: () => html`<p>${t('banner.unreachable')}</p>`,
	ended: () => html`<p>${t('banner.ended')}</p><a class="button" href="./">${t('banner.login')}</a>`,
	forbidden: () => html`<p>${t('banner.forbidden')}</p><a class="button" href="./">${t('banner.login')}</a>`
};

let shownBanner = null;

function drawBanner() {
	const wrong = app.live.wrong;
	const kind = wrong === null ? null : wrong in BANNERS ? wrong : 'unreachable';
	setText(byId('live'), kind ? t('live.not') : app.live.state ? t('live.yes') : t('live.first'));
	byId('live').classList.toggle('live-not', kind !== null);
	byId('banner').hidden = kind === null;
	// Drawn only when it is another one: each drawing is spoken.
	if (kind !== shownBanner) render(kind ? BANNERS[kind]() : nothing, byId('banner'));
	shownBanner = kind;
}

/** Draws what is known, once for several calls of one moment. */
function draw() {
	if (drawing) return;
	drawing = true;
	requestAnimationFrame(() => {
		drawing = false;
		drawNow();
	});
}

/** A row that moves within its table loses the focus, which is given back. */
function drawNow() {
	const focused = document.activeElement;
	drawAll();
	if (focused.isConnected && focused !== document.activeElement && document.activeElement === document.body) focused.focus({ preventScroll: true });
}

function drawAll() {
	drawBanner();
	render(nav(app.live, route()), byId('rooms'));
	if (!view) return;
	if (!app.live.state) {
		render(html`<h1 tabindex="-1"><bdi>${brief(view.title())}</bdi></h1>`, byId('view'));
		return;
	}
	render(html`<div class="view-head"><h1 tabindex="-1"><bdi>${brief(view.title())}</bdi></h1>${app.session.role === 'operate' ? nothing : html`<p class="tag">${t('role.read')}</p>`}</div>
		${view.draw()}`, byId('view'));
	view.drawn?.();
}

function show({ focus }) {
	view?.close?.();
	render(nothing, byId('view'));
	view = open(app, route());
	if (performance.now() - saidAt > 500) byId('result').replaceChildren();
	toggleRooms(false);
	drawNow();
	document.title = `${brief(view.title())} · Redis Components`;
	window.scrollTo(0, 0);
	if (focus) byId('view').querySelector('h1')?.focus({ preventScroll: true });
}

function toggleRooms(open) {
	byId('rooms-toggle').setAttribute('aria-expanded', String(open));
	byId('rooms').classList.toggle('open', open);
}

function frame() {
	const { other } = LANGUAGES[lang()];
	byId('language').textContent = t('language.other');
	byId('language').lang = LANGUAGES[other].tag;
	setText(byId('application'), app.session?.application ?? '');
	setText(byId('user'), app.session ? t(`role.${app.session.role}.user`, app.session.user ?? '–') : '');
}

const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

/** Who looks; asked until there is an answer. */
async function login() {
	for (;;) {
		try {
			await identify();
			app.live.trouble = null;
			return;
		} catch (error) {
			if (error.kind === undefined) throw error;
			app.live.trouble = error.kind;
			drawBanner();
			await pause(RETRY_MS);
		}
	}
}

async function begin() {
	await speak(texts());
	byId('view').replaceChildren();
	render(html`<h1>Redis Components</h1>`, byId('view'));
	app.live = new Live(draw);
	frame();
	byId('language').addEventListener('click', async () => {
		await choose(LANGUAGES[lang()].other);
		frame();
		shownBanner = null;
		show({ focus: false });
	});
	byId('rooms-toggle').addEventListener('click', () => toggleRooms(byId('rooms-toggle').getAttribute('aria-expanded') !== 'true'));
	byId('rooms').addEventListener('keydown', (event) => {
		if (event.key !== 'Escape') return;
		toggleRooms(false);
		byId('rooms-toggle').focus();
	});
	document.querySelector('.skip').addEventListener('click', (event) => {
		event.preventDefault();
		byId('main').focus();
	});
	identified((session) => {
		app.session = session;
		frame();
	});
	await login();
	window.addEventListener('hashchange', () => show({ focus: true }));
	dark.addEventListener('change', () => show({ focus: false }));
	show({ focus: false });
	await app.live.start();
}

begin();
