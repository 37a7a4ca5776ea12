package io.github.rediscomponents.sample.shop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.data.geo.Distance;
import org.springframework.data.geo.GeoResult;
import org.springframework.data.geo.GeoResults;
import org.springframework.data.geo.Point;
import org.springframework.data.redis.connection.RedisGeoCommands.GeoLocation;
import org.springframework.data.redis.connection.RedisGeoCommands.GeoSearchCommandArgs;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.data.redis.domain.geo.GeoReference;
import org.springframework.data.redis.domain.geo.Metrics;
import org.springframework.stereotype.Component;

/**
 * Where the shops of each type are, in Redis GEO. An index is either complete or absent:
 * single changes are made only to one that is there, and a new one takes its place only
 * if nothing changed while the database was read.
 *
 * <p>
 * Keys: {@code <prefix>:nearby:{<type>}} (sorted set), {@code ...:version} (counts
 * changes), {@code ...:build:<id>} (an index that is being built, expires).
 */
@Component
class NearbyIndex {

	// KEYS[1] the index, KEYS[2] its version ARGV[1] shop, ARGV[2] x, ARGV[3] y
	private static final RedisScript<Long> PUT = RedisScript.of("""
			redis.call('INCR', KEYS[2])
			if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
			redis.call('GEOADD', KEYS[1], ARGV[2], ARGV[3], ARGV[1])
			return 1
			""", Long.class);

	// KEYS[1] the index, KEYS[2] its version ARGV[1] shop
	private static final RedisScript<Long> REMOVE = RedisScript.of("""
			redis.call('INCR', KEYS[2])
			return redis.call('ZREM', KEYS[1], ARGV[1])
			""", Long.class);

	// KEYS[1] the index, KEYS[2] its version, KEYS[3] the new one, absent if empty
	// ARGV[1] the version it was built for
	private static final RedisScript<Long> REPLACE = RedisScript.of("""
			if (redis.call('GET', KEYS[2]) or '') ~= ARGV[1] then return 0 end
			if redis.call('EXISTS', KEYS[3]) == 0 then
			  redis.call('DEL', KEYS[1])
			else
			  redis.call('PERSIST', KEYS[3])
			  redis.call('RENAME', KEYS[3], KEYS[1])
			end
			return 1
			""", Long.class);

	private static final int BATCH = 1000;

	private static final Duration BUILD_TTL = Duration.ofMinutes(1);

	/** Below this many shops a search over the whole earth costs nothing. */
	private static final int FEW = 500;

	/** Kilometres; the last one is more than the way to the other side of the earth. */
	private static final double[] RADII = { 5, 50, 500, 21_000 };

	private static final int SPARE = 16;

	private final StringRedisTemplate redis;

	private final String prefix;

	NearbyIndex(StringRedisTemplate redis, @Value("${redis-components.key-prefix}") String keyPrefix) {
		this.redis = redis;
		this.prefix = keyPrefix + ":nearby:{";
	}

	/**
	 * The nearest shops of a type, in the order of {@link Near#ORDER}.
	 * @param typeId which type
	 * @param from from where
	 * @param count how many of the list have to be right; more may follow
	 * @return the list, or null if there is no index
	 */
	@Nullable List<Near> nearest(long typeId, Place from, int count) {
		Long size = this.redis.opsForZSet().zCard(key(typeId));
		if (size == null || size == 0) {
			return null;
		}
		for (int i = (size <= FEW) ? RADII.length - 1 : 0; i < RADII.length - 1; i++) {
			List<Near> found = within(typeId, from, RADII[i], count);
			if (found.size() >= count) {
				return found;
			}
		}
		return within(typeId, from, RADII[RADII.length - 1], count);
	}

	/**
	 * Asks for more until the count-th is followed by one that is farther: shops at equal
	 * distance come in any order.
	 */
	private List<Near> within(long typeId, Place from, double kilometres, int count) {
		for (int limit = count + SPARE;; limit *= 2) {
			List<Near> raw = search(typeId, from, kilometres, limit);
			// Redis can name a member twice when the circle goes around the earth.
			List<Near> found = raw.stream().distinct().sorted(Near.ORDER).toList();
			if (raw.size() < limit
					|| (found.size() > count && found.get(count - 1).metres() < found.get(found.size() - 1).metres())) {
				return found;
			}
		}
	}

	private List<Near> search(long typeId, Place from, double kilometres, int limit) {
		GeoResults<GeoLocation<String>> results = this.redis.opsForGeo()
			.search(key(typeId), GeoReference.fromCoordinate(from.x(), from.y()),
					new Distance(kilometres * 1000, Metrics.METERS),
					GeoSearchCommandArgs.newGeoSearchArgs().includeDistance().sortAscending().limit(limit));
		List<Near> found = new ArrayList<>();
		if (results != null) {
			for (GeoResult<GeoLocation<String>> result : results) {
				found.add(new Near(Long.parseLong(result.getContent().getName()), result.getDistance().getValue()));
			}
		}
		return found;
	}

	void put(ShopPlace shop) {
		this.redis.execute(PUT, keys(shop.typeId()), String.valueOf(shop.id()), String.valueOf(shop.x()),
				String.valueOf(shop.y()));
	}

	void remove(long typeId, long shopId) {
		this.redis.execute(REMOVE, keys(typeId), String.valueOf(shopId));
	}

	/**
	 * Builds the index of a type anew.
	 * @param typeId which type
	 * @param shops reads where the shops of this type are, after this method was called
	 * @return false if something changed meanwhile: nothing was replaced then
	 */
	boolean rebuild(long typeId, Supplier<List<ShopPlace>> shops) {
		String version = this.redis.opsForValue().get(key(typeId) + ":version");
		String build = key(typeId) + ":build:" + UUID.randomUUID();
		List<ShopPlace> all = shops.get();
		for (int from = 0; from < all.size(); from += BATCH) {
			Map<String, Point> batch = new HashMap<>();
			all.subList(from, Math.min(all.size(), from + BATCH))
				.forEach((shop) -> batch.put(String.valueOf(shop.id()), new Point(shop.x(), shop.y())));
			this.redis.opsForGeo().add(build, batch);
			this.redis.expire(build, BUILD_TTL);
		}
		Long replaced = this.redis.execute(REPLACE, List.of(key(typeId), key(typeId) + ":version", build),
				(version != null) ? version : "");
		return replaced != null && replaced == 1;
	}

	private String key(long typeId) {
		return this.prefix + typeId + '}';
	}

	private List<String> keys(long typeId) {
		return List.of(key(typeId), key(typeId) + ":version");
	}

}
