// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.feed;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.ZSetOperations.TypedTuple;

/**
 * An inbox by time. The client sends the smallest time of its page and how many posts of
 * that time it has seen.
 */
public class ScoreInbox {

	private final StringRedisTemplate redis;

	public ScoreInbox(StringRedisTemplate redis) {
		this.redis = redis;
	}

	public void push(String reader, String post, long millis) {
		this.redis.opsForZSet().add("feed:" + reader, post, millis);
	}

	public Scroll page(String reader, long max, int offset) {
		Set<TypedTuple<String>> found = this.redis.opsForZSet()
			.reverseRangeByScoreWithScores("feed:" + reader, 0, max, offset, 2);
		List<String> posts = new ArrayList<>();
		long min = 0;
		int same = 1;
		for (TypedTuple<String> post : found) {
			long time = post.getScore().longValue();
			same = (time == min) ? same + 1 : 1;
			min = time;
			posts.add(post.getValue());
		}
		return new Scroll(posts, min, same);
	}

	/**
	 * A page, and what the client sends for the next one.
	 */
	public record Scroll(List<String> posts, long min, int offset) {
	}

}
