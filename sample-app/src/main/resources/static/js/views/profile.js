/* Changing one's own name, picture and profile. */

import { avatar, el, icon } from '../dom.js';
import { get, put, upload } from '../api.js';
import { attempt, complain, tell } from '../announce.js';
import { drafted, field, sending, textInput } from '../form.js';
import { t } from '../i18n.js';
import { go } from '../router.js';
import { changed, session } from '../session.js';

export const needsLogin = true;

const MAX_BYTES = 5 * 1024 * 1024;
const EARLIEST = '1900-01-01';

/** Of the profile: an absent gender is not told. */
const GENDERS = [['', () => t('profile.gender.none')], ['0', () => t('profile.gender.male')], ['1', () => t('profile.gender.female')]];

const genderOf = (info) => (typeof info?.gender === 'boolean' ? String(Number(info.gender)) : '');

/** The picture is stored as soon as it is chosen. */
function faceField() {
	const shown = el('span', { id: 'profile-face' }, avatar(session.user, 'big'));
	const file = el('input', { id: 'face', type: 'file', accept: 'image/png,image/jpeg,image/gif,image/webp', class: 'unseen-input' });
	file.addEventListener('change', async () => {
		const [chosen] = file.files;
		file.value = '';
		if (!chosen) return;
		if (chosen.size > MAX_BYTES) {
			complain({ message: 'write.pictures.large', kind: 'refused' });
			return;
		}
		const path = await attempt(() => upload(chosen, '/user/avatar/upload'));
		if (path === undefined) return;
		changed({ icon: path });
		shown.replaceChildren(avatar(session.user, 'big'));
		tell(t('profile.face.done'));
	});
	return el('div', { class: 'profile-face' }, shown, el('div', { class: 'picker' }, file, el('label', { for: 'face', class: 'button' }, icon('picture'), t('profile.face'))));
}

export async function show(page, { signal }) {
	const info = await get(`/user/info/${session.user.id}`, {}, signal);
	const name = textInput('profile-name', session.user.nickName, { maxlength: 32, required: true, autocomplete: 'nickname' });
	const introduce = el('textarea', { id: 'profile-introduce', rows: 3, maxlength: 128 });
	introduce.value = info?.introduce ?? '';
	const city = textInput('profile-city', info?.city, { maxlength: 64, autocomplete: 'address-level2' });
	const birthday = textInput('profile-birthday', info?.birthday, { type: 'date', min: EARLIEST, autocomplete: 'bday' });
	const gender = el('select', { id: 'profile-gender' }, GENDERS.map(([value, label]) => el('option', { value }, label())));
	gender.value = genderOf(info);

	const { onsubmit, note } = sending('profile-note', async () => {
		// The name first: where it is refused, nothing else was changed.
		if (name.value !== session.user.nickName) {
			await put('/user/update', {}, { nickName: name.value });
			changed({ nickName: name.value });
		}
		await put('/user/info/update', {}, {
			introduce: introduce.value, city: city.value, birthday: birthday.value, gender: gender.value
		});
		forget();
		tell(t('profile.done'));
		if (!signal.aborted) location.hash = go('/me');
	});
	const form = el('form', { class: 'panel write', id: 'profile-form', onsubmit },
		el('h1', {}, t('profile.title')),
		faceField(),
		field('profile-name', t('profile.name'), name),
		field('profile-introduce', t('profile.introduce'), introduce),
		field('profile-city', t('profile.city'), city),
		field('profile-birthday', t('profile.birthday'), birthday),
		field('profile-gender', t('profile.gender'), gender),
		note,
		el('div', { class: 'row end' }, el('a', { class: 'button', href: go('/me'), onclick: () => forget() }, t('action.cancel')),
			el('button', { type: 'submit', class: 'primary', id: 'profile-save' }, t('profile.save'))));
	const { forget } = drafted(form, 'profile');
	page.append(form);
}
