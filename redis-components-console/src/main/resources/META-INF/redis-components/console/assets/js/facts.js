/* Values with their names, and any other data of a room. */

import { t } from '../parts/i18n.js';
import { field, named, value } from './format.js';
import { html, nothing } from './lit.js';
import { isMark, shortened } from './shortened.js';

const MOST = 200;

const isMap = (given) => given !== null && typeof given === 'object' && !Array.isArray(given);
const isSimple = (given) => !isMap(given) && !(Array.isArray(given) && given.some((one) => typeof one === 'object'));

/** A list of values: [[name of the field, value or template]]. The kind of room can have names of its own. */
export function facts(entries, id, kind) {
	return html`<dl class="facts" id=${id ?? nothing}>${entries.map(([name, given]) => html`<div><dt>${field(name, kind)}</dt><dd>${isTemplate(given) ? given : value(name, given)}</dd></div>`)}</dl>`;
}

const isTemplate = (given) => isMap(given) && '_$litType$' in given;

/** A table of maps; its columns are the fields of all of them. */
function mapTable(caption, rows, linked, kind) {
	const columns = [...new Set(rows.flatMap(([, row]) => Object.keys(row)))];
	const first = rows[0][0] === null ? columns.shift() : null;
	return html`<table role="table"><caption>${caption}</caption>
		<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">${first === null ? t('field.name') : field(first, kind)}</th>
			${columns.map((column) => html`<th role="columnheader" scope="col">${field(column, kind)}</th>`)}</tr></thead>
		<tbody role="rowgroup">${rows.slice(0, MOST).map(([name, row]) => html`<tr role="row"><th role="rowheader" scope="row">${name === null ? value(first, row[first]) : linked ? html`<a href=${linked(name)}>${named(name)}</a>` : named(name)}</th>
			${columns.map((column) => html`<td role="cell" data-label=${field(column, kind)}>${value(column, row[column])}</td>`)}</tr>`)}</tbody></table>
		${rows.length > MOST ? html`<p class="muted">${t('table.first', MOST, rows.length)}</p>` : nothing}`;
}

function part(name, given, linked, kind) {
	if (Array.isArray(given)) return mapTable(field(name, kind), given.map((one) => [null, isMap(one) ? one : { value: one }]), null, kind);
	const entries = Object.entries(given);
	if (entries.length && entries.every(([, one]) => isMap(one))) return mapTable(field(name, kind), entries, linked, kind);
	return html`<section class="part" aria-label=${field(name, kind)}><p class="part-name">${field(name, kind)}</p>${data(given, linked, kind)}</section>`;
}

/** Any data of a room: simple values as facts, lists and maps of maps as tables. `linked(name)` is the address of an instance. */
export function data(given, linked, kind) {
	const entries = Object.entries(given).filter(([name]) => !isMark(name));
	const simple = entries.filter(([, one]) => isSimple(one));
	const others = entries.filter(([, one]) => !isSimple(one));
	return html`${simple.length ? facts(simple, undefined, kind) : nothing}${others.map(([name, one]) => part(name, one, linked, kind))}${shortened(given)}${entries.length ? nothing : html`<p class="empty">${t('room.empty')}</p>`}`;
}
