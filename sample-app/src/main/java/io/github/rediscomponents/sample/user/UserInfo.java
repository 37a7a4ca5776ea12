package io.github.rediscomponents.sample.user;

import java.time.LocalDate;

import org.jspecify.annotations.Nullable;

/**
 * What a user tells about himself.
 */
record UserInfo(long userId, @Nullable String city, @Nullable String introduce, int fans, int followee,
		@Nullable Integer gender, @Nullable LocalDate birthday, int credits, int level) {
}
