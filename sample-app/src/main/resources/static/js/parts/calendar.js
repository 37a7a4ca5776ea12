/* The calendar of signing in daily. */

import { el, icon, setText } from '../dom.js';
import { get, instant, now, post } from '../api.js';
import { attempt, tell } from '../announce.js';
import { locale, t } from '../i18n.js';

const DAY_MS = 86400000;
const MONDAY = Date.UTC(2024, 0, 1);

const utc = (options) => new Intl.DateTimeFormat(locale(), { timeZone: 'UTC', ...options });

/** Today, where the server is, as midnight of UTC. */
function serverToday() {
	const offset = instant('1970-01-01T00:00:00');
	const local = new Date(now() - offset);
	return Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate());
}

/** The first day of the month that is so many months after that of a day. */
const monthFrom = (day, by) => Date.UTC(new Date(day).getUTCFullYear(), new Date(day).getUTCMonth() + by, 1);

const iso = (date) => new Date(date).toISOString().slice(0, 10);

function weeks(first) {
	const month = new Date(first).getUTCMonth();
	const before = (new Date(first).getUTCDay() + 6) % 7;
	const days = [];
	for (let day = first - before * DAY_MS; new Date(day).getUTCMonth() === month || day < first; day += DAY_MS) {
		days.push(day < first ? null : day);
	}
	const rows = [];
	for (let i = 0; i < days.length; i += 7) rows.push(days.slice(i, i + 7));
	return rows;
}

function cell(day, signed, today) {
	if (day === null) return el('td', {});
	const done = signed.has(iso(day));
	return el('td', { class: done ? 'signed' : null, 'aria-current': day === today ? 'date' : null },
		el('span', { class: 'day' }, String(new Date(day).getUTCDate()), done && icon('check'), done && el('span', { class: 'unseen' }, t('sign.signed'))));
}

/** The panel with the month, the streak, and the button for today. */
export async function calendar(signal) {
	const today = serverToday();
	let first = monthFrom(today, 0);
	const streak = el('p', { class: 'streak', id: 'streak', role: 'status' });
	const title = el('h3', { id: 'month', 'aria-live': 'polite' });
	const body = el('tbody');
	const sign = el('button', { type: 'button', class: 'primary', id: 'sign', onclick: () => signIn() });
	const later = el('button', { type: 'button', class: 'icon-button', 'aria-label': t('sign.later'), onclick: () => turn(1) }, icon('right'));

	const show = async () => {
		const month = iso(first).slice(0, 7);
		const [days, count] = await Promise.all([get('/user/sign/days', { month }, signal), get('/user/sign/count', {}, signal)]);
		const signed = new Set(days);
		setText(title, utc({ year: 'numeric', month: 'long' }).format(first));
		setText(streak, t('sign.streak', count));
		body.replaceChildren(...weeks(first).map((week) => el('tr', {}, week.map((day) => cell(day, signed, today)))));
		later.setAttribute('aria-disabled', String(monthFrom(first, 1) > today));
		if (month === iso(today).slice(0, 7)) {
			const done = signed.has(iso(today));
			sign.setAttribute('aria-disabled', String(done));
			setText(sign, t(done ? 'sign.done' : 'sign.do'));
		}
	};
	const turn = (by) => {
		if (by > 0 && later.getAttribute('aria-disabled') === 'true') return;
		first = monthFrom(first, by);
		attempt(show);
	};
	const signIn = () => {
		if (sign.getAttribute('aria-disabled') === 'true') return;
		attempt(async () => {
			await post('/user/sign');
			first = monthFrom(today, 0);
			await show();
			tell(t('sign.thanks'));
		});
	};

	await show();
	const weekdays = [...Array(7).keys()].map((day) => MONDAY + day * DAY_MS);
	return el('section', { class: 'panel sign-in', 'aria-labelledby': 'sign-title' },
		el('div', { class: 'panel-head' }, el('h2', { id: 'sign-title' }, t('sign.title')), streak),
		el('div', { class: 'month' },
			el('button', { type: 'button', class: 'icon-button', 'aria-label': t('sign.earlier'), onclick: () => turn(-1) }, icon('left')), title, later),
		el('table', { class: 'calendar', 'aria-labelledby': 'month' },
			el('thead', {}, el('tr', {}, weekdays.map((day) => el('th', { scope: 'col', abbr: utc({ weekday: 'long' }).format(day) },
				utc({ weekday: 'narrow' }).format(day))))), body),
		sign);
}
