/* Writing a post. What is written stays when one goes away and comes back. */

import { avatar, el, icon, named } from '../dom.js';
import { create, get, newKey, upload } from '../api.js';
import { attempt, complain, tell } from '../announce.js';
import { shopField } from '../combobox.js';
import { field, sending } from '../form.js';
import { t } from '../i18n.js';
import { go } from '../router.js';
import { session } from '../session.js';
import { typed } from '../safe-html.js';

export const needsLogin = true;

/** Everybody has a draft of their own: others may use the same browser. */
const place = () => `draft:${session.user.id}`;

const MAX_PICTURES = 9;
const MAX_BYTES = 5 * 1024 * 1024;

/** What was kept, or nothing if that cannot be read. */
function draft(at) {
	const empty = { title: '', text: '', shop: null, pictures: [] };
	try {
		return { ...empty, ...JSON.parse(sessionStorage.getItem(at)) };
	} catch (error) {
		return empty;
	}
}

/** The pictures of the draft: each is uploaded when it is chosen. */
function pictureField(state, keep) {
	const list = el('ul', { class: 'thumbs', id: 'thumbs' });
	const count = el('p', { class: 'muted', role: 'status' });
	const file = el('input', { id: 'pictures', type: 'file', multiple: true, accept: 'image/png,image/jpeg,image/gif,image/webp', class: 'unseen-input' });
	const remove = async (path) => {
		await attempt(() => get('/upload/blog/delete', { name: path }));
		state.pictures = state.pictures.filter((one) => one !== path);
		showAll();
		file.focus();
	};
	const showAll = () => {
		keep();
		count.textContent = t('write.pictures.count', state.pictures.length, MAX_PICTURES);
		list.replaceChildren(...state.pictures.map((path, index) => el('li', {}, el('img', { src: path, alt: t('post.picture', index + 1) }),
			el('button', { type: 'button', class: 'remove', 'aria-label': t('write.pictures.remove', index + 1), onclick: () => remove(path) }, icon('close')))));
	};
	const add = async (chosen) => {
		if (state.pictures.length >= MAX_PICTURES) complain({ message: 'write.pictures.many', kind: 'refused' });
		else if (chosen.size > MAX_BYTES) complain({ message: 'write.pictures.large', kind: 'refused' });
		else {
			const path = await attempt(() => upload(chosen));
			if (path) state.pictures.push('/imgs' + path);
			showAll();
		}
	};
	file.addEventListener('change', async () => {
		for (const one of [...file.files]) await add(one);
		file.value = '';
	});
	showAll();
	return el('div', { class: 'field' },
		el('div', { class: 'picker' }, file, el('label', { for: 'pictures', class: 'button' }, icon('picture'), t('write.pictures'))), count, list);
}

/** What others will see of the post in a list. */
function preview(state) {
	const [first] = state.pictures;
	return el('div', { class: 'card post-card' },
		el('div', { class: 'post-cover hue0' }, first ? el('img', { src: first, alt: '' }) : el('span', { class: 'post-words' }, state.text.slice(0, 60))),
		el('div', { class: 'post-body' }, el('p', { class: 'name' }, state.title || t('write.headline')),
			el('div', { class: 'post-foot' }, el('span', { class: 'byline' }, avatar(session.user, 'small'), named(session.user.nickName)))));
}

export async function show(page, { query, signal }) {
	const at = place();
	const state = draft(at);
	const card = el('div', { 'aria-live': 'off' });
	const keep = () => {
		sessionStorage.setItem(at, JSON.stringify(state));
		card.replaceChildren(preview(state));
	};
	if (query.has('shop')) {
		const { id, name } = await get(`/shop/${query.get('shop')}`, {}, signal);
		state.shop = { id, name };
	}
	const title = el('input', { id: 'title', type: 'text', maxlength: 120, required: true, oninput: () => { state.title = title.value; keep(); } });
	const text = el('textarea', { id: 'text', rows: 8, maxlength: 2000, required: true, oninput: () => { state.text = text.value; keep(); } });
	const shop = shopField('shop', t('write.shop'), (chosen) => { state.shop = chosen; keep(); });
	shop.input.addEventListener('input', () => { state.shop = null; keep(); });
	title.value = state.title;
	text.value = state.text;
	shop.input.value = state.shop ? state.shop.name : '';

	const { onsubmit, note } = sending('write-note', async () => {
		if (!state.shop) {
			complain({ message: 'write.shop.missing', kind: 'refused' });
			shop.input.focus();
			return;
		}
		const content = { title: typed(state.title), content: typed(state.text), images: state.pictures.join(','), shopId: state.shop.id };
		const sent = JSON.stringify(content);
		// The same post keeps its key until it is published: the answer to the first attempt may have been lost.
		if (state.sending?.sent !== sent) state.sending = { sent, key: newKey() };
		keep();
		const id = await create('/blog', content, state.sending.key);
		sessionStorage.removeItem(at);
		tell(t('write.done'));
		if (!signal.aborted) location.hash = go(`/post/${id}`);
	});
	page.append(el('div', { class: 'with-side' }, el('form', { class: 'panel write', id: 'write-form', onsubmit },
		el('h1', {}, t('write.title')),
		shop.node,
		field('title', t('write.headline'), title),
		field('text', t('write.text'), text),
		pictureField(state, keep),
		note,
		el('div', { class: 'row end' }, el('button', { type: 'submit', class: 'primary', id: 'publish' }, t('write.publish')))),
		el('section', { class: 'side preview', 'aria-labelledby': 'preview-title' }, el('h2', { id: 'preview-title' }, t('write.preview')), card)));
}
