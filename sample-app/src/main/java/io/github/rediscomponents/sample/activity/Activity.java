// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.activity;

import java.time.LocalDateTime;

import org.jspecify.annotations.Nullable;

/**
 * An action of a user.
 *
 * @param kind what: {@code order}, {@code post} or {@code like}
 * @param userId the id of the user
 * @param nickName the name that is shown
 * @param icon path of a picture, may be empty
 * @param shopId at which shop
 * @param shopName its name
 * @param blogId which post it is about, if it is about one
 * @param title what was ordered, or the title of the post
 * @param time when
 */
public record Activity(String kind, long userId, String nickName, String icon, long shopId, String shopName,
		@Nullable Long blogId, String title, LocalDateTime time) {
}
