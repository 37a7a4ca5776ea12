/* Numbers, times and places as texts. */

import { instant, now } from './api.js';
import { locale, t } from './i18n.js';

const EARTH_METRES = 6372797.560856;

export const yuan = (cents) => '¥' + (cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2));

export const stars = (score) => (score / 10).toFixed(1);

export const metres = (m) => (m < 1000 ? t('unit.m', Math.round(m)) : t('unit.km', (m / 1000).toFixed(1)));

/** A local time of the server, as it stands there. */
export function moment(time) {
	const local = new Date(time.slice(0, 19) + 'Z');
	return local.toLocaleString(locale(), { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'short' });
}

export function ago(time) {
	const seconds = Math.max(0, (now() - instant(time)) / 1000);
	if (seconds < 60) return t('time.now');
	const relative = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
	if (seconds < 3600) return relative.format(-Math.floor(seconds / 60), 'minute');
	if (seconds < 86400) return relative.format(-Math.floor(seconds / 3600), 'hour');
	return moment(time);
}

/** A span of time as a clock shows it, with days in front where there are some. */
export function span(millis) {
	const seconds = Math.max(0, Math.ceil(millis / 1000));
	const two = (n) => String(n).padStart(2, '0');
	const clock = `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
	const days = Math.floor(seconds / 86400);
	return days > 0 ? t('time.days', days, clock) : clock;
}

/** Metres between two places, on the sphere that Redis measures on. */
export function between(a, b) {
	const rad = (degrees) => degrees * Math.PI / 180;
	const u = Math.sin(rad(b.y - a.y) / 2);
	const v = Math.sin(rad(b.x - a.x) / 2);
	return 2 * EARTH_METRES * Math.asin(Math.sqrt(u * u + Math.cos(rad(a.y)) * Math.cos(rad(b.y)) * v * v));
}
