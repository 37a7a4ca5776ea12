// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;

import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.sample.web.Texts;
import org.jspecify.annotations.Nullable;

/**
 * A change of a profile as a client sends it. Other fields, such as credits, are ignored.
 *
 * @param city the city, empty to clear it, absent to keep it
 * @param introduce what the user says of itself, empty to clear it, absent to keep it
 * @param gender false, 0 or 男 for male, true, 1 or 女 for female, empty to clear it,
 * absent to keep it
 * @param birthday a day such as 2000-12-31, empty to clear it, absent to keep it
 */
record InfoChange(@Nullable String city, @Nullable String introduce, @Nullable String gender,
		@Nullable String birthday) {

	private static final int MAX_CITY = 64;

	private static final int MAX_INTRODUCE = 128;

	private static final LocalDate FIRST = LocalDate.of(1900, 1, 1);

	/**
	 * Returns a profile with this change.
	 * @param info the profile
	 * @param today the present day
	 * @throws Refused if a field cannot be stored
	 */
	UserInfo appliedTo(UserInfo info, LocalDate today) {
		return new UserInfo(info.userId(), text(this.city, info.city(), "what.city", MAX_CITY),
				text(this.introduce, info.introduce(), "what.introduction", MAX_INTRODUCE), info.fans(),
				info.followee(), gender(info.gender()), birthday(info.birthday(), today), info.credits(), info.level());
	}

	private static @Nullable String text(@Nullable String text, @Nullable String before, String what, int most) {
		if (text == null) {
			return before;
		}
		return text.isBlank() ? null : plain(Texts.required(text, what, most), what);
	}

	private static String plain(String text, String what) {
		if (text.indexOf('<') >= 0 || text.indexOf('>') >= 0) {
			throw new Refused("text.plain", what);
		}
		return text;
	}

	/** A number or a boolean of the body arrives as its text. */
	private @Nullable Boolean gender(@Nullable Boolean before) {
		if (this.gender == null) {
			return before;
		}
		return switch (this.gender.strip()) {
			case "" -> null;
			case "false", "0", "男" -> false;
			case "true", "1", "女" -> true;
			default -> throw new Refused("user.gender");
		};
	}

	private @Nullable LocalDate birthday(@Nullable LocalDate before, LocalDate today) {
		if (this.birthday == null) {
			return before;
		}
		return this.birthday.isBlank() ? null : day(this.birthday.strip(), today);
	}

	private static LocalDate day(String text, LocalDate today) {
		try {
			LocalDate day = LocalDate.parse(text);
			if (day.isBefore(FIRST) || day.isAfter(today)) {
				throw new Refused("user.birthday-range");
			}
			return day;
		}
		catch (DateTimeParseException ex) {
			throw new Refused("user.birthday-form");
		}
	}

}
