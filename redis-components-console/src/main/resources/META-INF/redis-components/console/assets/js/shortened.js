/* What a report had no room for. */

import { t } from '../parts/i18n.js';
import { field } from './format.js';
import { html, nothing } from './lit.js';

/** What readers receive in place of the text of an error. */
export const HIDDEN = '***';

/** An error of a report, or that it is not shown to the role. */
export const errorText = (text) => (text === HIDDEN ? t('error.hidden') : text);

/** A line with an error: sentences of the server are English. */
export const errorLine = (text) => html`<p class="bad" lang=${text === HIDDEN ? nothing : 'en'}>${errorText(text)}</p>`;

const OMITTED = 'Omitted';

/** Whether a field says that a report was shortened, and nothing of a component. */
export const isMark = (name) => name === 'truncated' || name.endsWith(OMITTED);

/** A line for each list that was shortened, or one for all of a report. A view can have captions of its own for lists: {name: caption()}. */
export function shortened(report, captions = {}) {
	const caption = (name) => (Object.hasOwn(captions, name) ? captions[name]() : field(name));
	const lists = Object.entries(report).filter(([name, many]) => name.endsWith(OMITTED) && many > 0);
	if (lists.length) return lists.map(([name, many]) => html`<p class="warn shortened">${t('shortened.list', many, caption(name.slice(0, -OMITTED.length)))}</p>`);
	return report.truncated === true ? html`<p class="warn shortened">${t('shortened.report')}</p>` : nothing;
}
