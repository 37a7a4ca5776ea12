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
		String name = Texts.required(text, "The name", MAX_NAME);
		if (name.codePoints().anyMatch(UserChange::isNoPartOfAName)) {
			throw new Refused("The name has characters that a name cannot have.");
		}
		return name;
	}

	/** Markup, line ends, tabs, and invisible characters but the joiner of emoji. */
	private static boolean isNoPartOfAName(int character) {
		return character == '<' || character == '>' || Character.isISOControl(character)
				|| (Character.getType(character) == Character.FORMAT && character != '\u200d');
	}

	private static String icon(String text) {
		String path = text.strip();
		if (!path.isEmpty() && (path.length() > MAX_ICON || !ICON.matcher(path).matches())) {
			throw new Refused("A picture has to be a path or an https address of at most 255 characters.");
		}
		return path;
	}

}
