// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A post about a shop.
 *
 * @param id the post's id
 * @param shopId the shop that the post is about
 * @param userId id of the author
 * @param title safe HTML without elements
 * @param images paths of pictures, joined by commas; may be empty
 * @param content safe HTML
 * @param liked number of likes
 * @param comments number of comments
 * @param createTime time of the publication; null until it is stored
 * @param publishedAt its place in feeds, in milliseconds
 * @param name name of the author
 * @param icon path of the author's picture, may be empty
 * @param isLike whether the requesting user likes it
 */
public record Blog(long id, long shopId, long userId, String title, String images, String content, long liked,
		int comments, @Nullable LocalDateTime createTime, @JsonIgnore long publishedAt, String name, String icon,
		@JsonProperty("isLike") boolean isLike) {

	private static final String SERVED = "/imgs";

	static Blog create(long shopId, long userId, String title, String images, String content) {
		return new Blog(0, shopId, userId, title, images, content, 0, 0, null, System.currentTimeMillis(), "", "",
				false);
	}

	/**
	 * Returns the paths of its pictures, without the prefix under which they are served.
	 */
	List<String> pictures() {
		return Arrays.stream(this.images.split(","))
			.filter((path) -> !path.isEmpty())
			.map((path) -> path.startsWith(SERVED + "/") ? path.substring(SERVED.length()) : path)
			.toList();
	}

	Blog withLikes(long count, boolean own) {
		return new Blog(this.id, this.shopId, this.userId, this.title, this.images, this.content, count, this.comments,
				this.createTime, this.publishedAt, this.name, this.icon, own);
	}

	Blog publishedAt(Instant time) {
		return new Blog(this.id, this.shopId, this.userId, this.title, this.images, this.content, this.liked,
				this.comments, this.createTime, time.toEpochMilli(), this.name, this.icon, this.isLike);
	}

	Blog withId(long newId) {
		return new Blog(newId, this.shopId, this.userId, this.title, this.images, this.content, this.liked,
				this.comments, this.createTime, this.publishedAt, this.name, this.icon, this.isLike);
	}

}
