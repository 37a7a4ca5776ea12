// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import java.util.regex.Pattern;

import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.sample.web.Texts;
import io.github.rediscomponents.sample.web.User;
import org.jspecify.annotations.Nullable;

/**
 * A change of a user as a client sends it. Other fields, such as an id, are ignored.
 *
 * @param nickName the displayed name, absent to keep it
 * @param icon path or https address of a picture, empty for none, absent to keep it
 */
record UserChange(@Nullable String nickName, @Nullable String icon) {

	private static final int MAX_NAME = 32;

	private static final int MAX_ICON = 255;

	private static final char JOINER = '\u200d';

	/** Letters and symbols without a shape. */
	private static final String BLANK = "\u115f\u1160\u2800\u3164\uffa0";

	/** A path on this server or an https address. */
	private static final Pattern ICON = Pattern
		.compile("(?:https://[A-Za-z0-9.:-]+)?/[A-Za-z0-9._~%-][A-Za-z0-9._~%/-]*");

	/**
	 * Returns the change in its stored form.
	 * @throws Refused if a field cannot be stored
	 */
	UserChange checked() {
		return new UserChange((this.nickName != null) ? name(this.nickName) : null,
				(this.icon != null) ? icon(this.icon) : null);
	}

	/** Returns a user with this change. */
	User appliedTo(User user) {
		return new User(user.id(), (this.nickName != null) ? this.nickName : user.nickName(),
				(this.icon != null) ? this.icon : user.icon());
	}

	/**
	 * Checks a name, which pages show as text or as HTML.
	 */
	private static String name(String text) {
		String name = Texts.required(text, "what.nickname", MAX_NAME);
		if (name.codePoints().anyMatch(UserChange::isNoPartOfAName) || name.codePoints().allMatch(UserChange::isMark)) {
			throw new Refused("user.name");
		}
		return name;
	}

	/** Markup, line ends, tabs, and invisible characters but the joiner of emoji. */
	private static boolean isNoPartOfAName(int character) {
		return character == '<' || character == '>' || Character.isISOControl(character)
				|| BLANK.indexOf(character) >= 0 || switch (Character.getType(character)) {
					case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.UNASSIGNED,
							Character.PRIVATE_USE ->
						true;
					case Character.FORMAT -> character != JOINER;
					default -> false;
				};
	}

	/** Changes the character before it, and shows nothing alone. */
	private static boolean isMark(int character) {
		return character == JOINER || Character.getType(character) == Character.NON_SPACING_MARK;
	}

	private static String icon(String text) {
		String path = text.strip();
		if (!path.isEmpty() && (path.length() > MAX_ICON || !ICON.matcher(path).matches())) {
			throw new Refused("picture.path");
		}
		return path;
	}

}
