// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.data;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Data that is generated once, for load tests.
 *
 * @param users Number of generated users.
 * @param posts Number of generated posts.
 * @param follows Number of follows of generated users; each of these users follows the
 * user with the lowest id first.
 */
@ConfigurationProperties("city-guide.generate")
public record GeneratorProperties(@DefaultValue("0") int users, @DefaultValue("0") int posts,
		@DefaultValue("0") int follows) {

	public GeneratorProperties {
		if (users < 0 || posts < 0 || follows < 0) {
			throw new IllegalArgumentException("city-guide.generate: numbers must not be negative");
		}
		if (follows > (long) users * Math.max(1, Math.min(users / 2, 1000))) {
			throw new IllegalArgumentException(
					"city-guide.generate.follows: too many for " + users + " users, each follows up to 1000");
		}
	}

	boolean isAnything() {
		return this.users > 0 || this.posts > 0;
	}

}
