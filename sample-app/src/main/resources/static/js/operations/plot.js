/* A plot of the parts of the console, with the texts and colours of this application. */

import { adopt, short } from '../../console/parts/i18n.js';
import { plot as draw } from '../../console/parts/plot.js';
import { has, lang, t, table } from '../i18n.js';

/** What a line means decides its colour where it can: what failed is never green. */
const FIXED = { failed: 1, refused: 3, rejected: 1, timed_out: 1, max: 1, p99: 3, dead: 1, retried: 3, lost: 4, rate: 0, local: 4, redis: 2, absent: 1, maybe: 0,
	left: 2, sold: 0, stored: 4, accepted: 0, declined: 3, unclear: 1 };

/** Where a line is interrupted longer than this, it has a gap. */
const GAP_MS = 3500;

const seriesName = (name) => (has(`ops.series.${name}`) ? t(`ops.series.${name}`) : name);

/** A line of one of several instances has its port behind its name. */
const lineName = (name, { instance }) => (instance ? `${seriesName(name)} · ${instance.split('-')[0]}` : seriesName(name));

/** Lines of one name have one colour; those of the second instance are dashed. */
const isSecond = (line, lines) => lines.find((one) => one.name === line.name) !== line;

/** The peak of what is shown, and its sum where that is a number, too. */
function numbers(seen, summed) {
	const peak = t('ops.peak', short(Math.max(...seen)));
	return summed ? `${peak}, ${t('ops.sum', short(seen.reduce((sum, value) => sum + value, 0)))}` : peak;
}

/**
 * A plot of the page.
 * @returns {node, show(times, lines, from, summed), destroy()}: summed says that the sum of the shown time is a number, too
 */
export function plot(id, scale) {
	adopt(lang(), table());
	let all = false;
	const one = draw({
		id, title: t(`ops.plot.${id}`), about: t(`ops.about.${id}`), none: t('ops.none'), scale,
		name: lineName, colour: (name) => FIXED[name], dashed: isSecond, window: (line, seen) => numbers(seen, all)
	});
	const show = (times, lines, from, summed = false) => {
		all = summed;
		one.show({ times, gap: GAP_MS }, lines, from);
	};
	return { ...one, show };
}
