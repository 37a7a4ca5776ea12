// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.geo;

import java.util.List;

import org.springframework.data.geo.Distance;
import org.springframework.data.redis.connection.RedisGeoCommands.GeoSearchCommandArgs;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.domain.geo.GeoReference;

/**
 * Shops nearby: reads all pages up to the wanted one, and skips the earlier ones.
 */
public class SkippedShops {

	private final StringRedisTemplate redis;

	public SkippedShops(StringRedisTemplate redis) {
		this.redis = redis;
	}

	public List<String> page(double longitude, double latitude, int page) {
		return this.redis.opsForGeo()
			.search("shops", GeoReference.fromCoordinate(longitude, latitude), new Distance(5000),
					GeoSearchCommandArgs.newGeoSearchArgs().includeDistance().sortAscending().limit(page * 2))
			.getContent()
			.stream()
			.skip((page - 1) * 2L)
			.map((found) -> found.getContent().getName())
			.toList();
	}

}
