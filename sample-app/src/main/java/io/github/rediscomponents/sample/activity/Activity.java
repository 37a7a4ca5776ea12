package io.github.rediscomponents.sample.activity;

import java.time.LocalDateTime;

/**
 * Something that somebody did.
 *
 * @param kind what: {@code order}
 * @param userId who
 * @param nickName the name that is shown
 * @param icon path of a picture, may be empty
 * @param shopId at which shop
 * @param shopName its name
 * @param title what was ordered
 * @param time when
 */
public record Activity(String kind, long userId, String nickName, String icon, long shopId, String shopName,
		String title, LocalDateTime time) {
}
