// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.activity;

import java.time.LocalDateTime;

import org.jspecify.annotations.Nullable;

/**
 * An action of a user.
 *
 * @param kind {@code order}, {@code post} or {@code like}
 * @param userId the id of the user
 * @param nickName the name that is shown
 * @param icon path of a picture, may be empty
 * @param shopId the shop
 * @param shopName name of the shop
 * @param blogId the post, if the action is about one
 * @param title title of the ordered voucher or of the post
 * @param time time of the action
 */
public record Activity(String kind, long userId, String nickName, String icon, long shopId, String shopName,
		@Nullable Long blogId, String title, LocalDateTime time) {
}
