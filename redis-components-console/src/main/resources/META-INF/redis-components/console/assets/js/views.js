/* Which view an address opens. */

import { t } from '../parts/i18n.js';
import { html, nothing } from './lit.js';
import { kindOf } from './lines.js';
import { isQueue } from './rooms.js';
import { errorLine, shortened } from './shortened.js';
import { cache } from './views/cache.js';
import { caches } from './views/caches.js';
import { hold } from './views/hold.js';
import { holds } from './views/holds.js';
import { limits } from './views/limits.js';
import { other, otherOne } from './views/other.js';
import { overview } from './views/overview.js';
import { processes } from './views/processes.js';
import { queue } from './views/queue.js';
import { queues } from './views/queues.js';
import { refusals } from './views/refusals.js';
import { sessions } from './views/sessions.js';
import { settings } from './views/settings.js';

const ROOMS = { lock: [holds, hold], semaphore: [holds, hold], ratelimit: [limits, limits], cache: [caches, cache], session: [sessions, sessions] };
const WHOLE = { processes, settings, refusals };

const missing = () => ({ title: () => t('missing.title'), draw: () => html`<p class="empty">${t('missing.text')} <a href="#/">${t('nav.overview')}</a></p>` });

/** A room that is shown by what it tells of itself, which has such lines where they belong. */
const isGeneric = (room) => !isQueue(room) && !(kindOf(room) in ROOMS);

/** A room whose numbers Redis did not give, or whose report was shortened, says so above what is known. */
function withError(app, room, view) {
	const draw = () => {
		const shown = app.live.state.rooms?.[room] ?? {};
		return html`${shown.error ? errorLine(shown.error) : nothing}${isGeneric(room) ? nothing : shortened(shown, view.captions)}${view.draw()}`;
	};
	return { ...view, draw };
}

/**
 * Opens a view.
 * @returns {title(), draw(): a template, drawn?(): after it is in the page, close?()}
 */
export function open(app, [first, room, name]) {
	if (first === undefined) return overview(app);
	if (first === 'room' && room !== undefined) {
		const [all, one] = ROOMS[kindOf(room)] ?? (isQueue(room) ? [queues, queue] : [other, otherOne]);
		return withError(app, room, name === undefined ? all(app, room) : one(app, room, name));
	}
	return Object.hasOwn(WHOLE, first) ? WHOLE[first](app) : missing();
}
