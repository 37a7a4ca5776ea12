// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.geo;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;
import io.github.rediscomponents.support.port.RedisBatch;

/**
 * {@link GeoIndex} on a sorted set of geohashes, and one of distances for each scroll.
 */
final class RedisGeoIndex implements GeoIndex {

	private static final LuaScript<Long> PUT = LuaScript.integer("geo/put", 1, LuaScript.ANY);

	private static final LuaScript<Long> PUT_IF_ANY = LuaScript.integer("geo/put-if-any", 1, 3);

	private static final LuaScript<Long> STAGE = LuaScript.integer("geo/stage", 1, LuaScript.ANY);

	private static final LuaScript<Long> REPLACE = LuaScript.integer("geo/replace", 2, 2);

	private static final LuaScript<Long> REMOVE = LuaScript.integer("geo/remove", 1, LuaScript.ANY);

	private static final LuaScript<List<Object>> POSITIONS = LuaScript.list("geo/positions", 1, LuaScript.ANY);

	private static final LuaScript<byte[]> DISTANCE = LuaScript.bytes("geo/distance", 1, 2);

	private static final LuaScript<List<Object>> NEAREST = LuaScript.list("geo/nearest", 1, 5);

	private static final LuaScript<List<Object>> SCROLL = LuaScript.list("geo/scroll", 2, 8);

	private static final LuaScript<List<Object>> PAGE = LuaScript.list("geo/page", 1, 3);

	private static final String ROOM = "geo";

	/** In degrees: a tenth of a millimetre. */
	private static final double HAIR = 1e-9;

	/** The radius of the sphere that Redis computes on, in metres. */
	private static final double EARTH = 6_372_797.560856;

	/**
	 * In metres: a quarter of the way around the Earth, for which all cells are searched.
	 */
	private static final double WIDE = 10_018_754;

	/**
	 * How long an index is kept that was built and never put in place, in milliseconds.
	 */
	private static final long BUILD_TTL = 60_000;

	private static final int PER_SCRIPT = 1000;

	private final CommandPort redis;

	private final KeySpace keys;

	private final LiveSettings<GeoSettings> settings;

	RedisGeoIndex(CommandPort redis, KeySpace keys, LiveSettings<GeoSettings> settings) {
		this.redis = redis;
		this.keys = keys;
		this.settings = settings;
	}

	@Override
	public boolean put(String name, String member, GeoPoint point) {
		return put(PUT, name, member, point);
	}

	private boolean put(LuaScript<Long> script, String name, String member, GeoPoint point) {
		String[] key = points(name);
		Checks.notNull("point", point);
		return this.redis.eval(script, key, longitude(point), latitude(point), member("member", member)) == 1;
	}

	@Override
	public long putAll(String name, Map<String, GeoPoint> points) {
		return inScripts(PUT, points(name), placed(points), 3 * PER_SCRIPT);
	}

	@Override
	public boolean putIfAny(String name, String member, GeoPoint point) {
		return put(PUT_IF_ANY, name, member, point);
	}

	@Override
	public void replaceAll(String name, Map<String, GeoPoint> points) {
		String target = points(name)[0];
		List<byte[]> args = placed(points);
		String build = this.keys.key(ROOM, name, "build:" + GeoCursor.newScroll());
		inScripts(STAGE, new String[] { build }, args, 3 * PER_SCRIPT, Utf8.bytes(BUILD_TTL));
		long done = this.redis.eval(REPLACE, new String[] { target, build }, Utf8.bytes((long) points.size()),
				Utf8.bytes(BUILD_TTL));
		if (done != 1) {
			throw new IllegalStateException(
					"Building geo index '" + name + "' took too long, or Redis has lost the unfinished index");
		}
	}

	private static List<byte[]> placed(Map<String, GeoPoint> points) {
		List<byte[]> args = new ArrayList<>();
		Checks.notNull("points", points).forEach((member, point) -> {
			Checks.notNull("points", point);
			args.add(longitude(point));
			args.add(latitude(point));
			args.add(member("points", member));
		});
		return args;
	}

	@Override
	public boolean remove(String name, String member) {
		return this.redis.eval(REMOVE, points(name), member("member", member)) == 1;
	}

	@Override
	public long removeAll(String name, Collection<String> members) {
		String[] key = points(name);
		return inScripts(REMOVE, key, members(members), PER_SCRIPT);
	}

	@Override
	public Optional<GeoPoint> position(String name, String member) {
		return Optional.ofNullable(positions(name, List.of(Checks.notNull("member", member))).get(member));
	}

	@Override
	public Map<String, GeoPoint> positions(String name, Collection<String> members) {
		String[] key = points(name);
		List<byte[]> args = members(members);
		Checks.isTrue(args.size() <= MAX_PAGE, "members must be at most " + MAX_PAGE + ", were " + args.size());
		if (args.isEmpty()) {
			return Map.of();
		}
		List<Object> reply = this.redis.eval(POSITIONS, key, args.toArray(byte[][]::new));
		Map<String, GeoPoint> found = new LinkedHashMap<>();
		for (int i = 0; i < args.size(); i++) {
			List<?> place = (List<?>) reply.get(i);
			if (!place.isEmpty()) {
				found.put(Utf8.text(args.get(i)), new GeoPoint(number(place.get(0)), number(place.get(1))));
			}
		}
		return found;
	}

	@Override
	public OptionalDouble distance(String name, String one, String other) {
		byte @Nullable [] reply = this.redis.eval(DISTANCE, points(name), member("one", one), member("other", other));
		return (reply != null) ? OptionalDouble.of(number(reply)) : OptionalDouble.empty();
	}

	@Override
	public List<GeoHit> nearest(String name, GeoArea area, int limit) {
		String[] key = points(name);
		Checks.notNull("area", area);
		Checks.between("limit", limit, 1, MAX_PAGE);
		List<Object> reply = this.redis.eval(NEAREST, key, Utf8.bytes((long) limit), longitude(area.center()),
				latitude(area.center()), width(area), height(area));
		return reply.stream()
			.map((hit) -> (List<?>) hit)
			.map((hit) -> new GeoHit(Utf8.text(hit.get(0)), number(hit.get(1))))
			.filter((hit) -> !(area instanceof GeoArea.Radius radius) || hit.metres() <= radius.metres())
			.sorted(Comparator.comparingDouble(GeoHit::metres).thenComparing(GeoHit::member))
			.toList();
	}

	@Override
	public GeoPage nearby(String name, GeoArea area, int size) {
		String points = points(name)[0];
		Checks.notNull("area", area);
		Checks.between("size", size, 1, MAX_PAGE);
		GeoSettings present = this.settings.get();
		String scroll = GeoCursor.newScroll();
		List<Object> reply = this.redis.eval(SCROLL, new String[] { points, snapshot(name, scroll) },
				Utf8.bytes((long) present.maxResults()), longitude(area.center()), latitude(area.center()), width(area),
				height(area), Utf8.bytes((long) size), Utf8.bytes(present.scrollTtl().toMillis()), beyond(area));
		boolean truncated = Utf8.number(reply.get(1)) == 1;
		return page(new GeoCursor(scroll, 0, truncated), Utf8.number(reply.get(0)), reply.subList(2, reply.size()));
	}

	@Override
	public GeoResult next(String name, String cursor, int size) {
		checked(name);
		GeoCursor place = GeoCursor.parse(cursor);
		Checks.between("size", size, 1, MAX_PAGE);
		List<Object> reply = this.redis.eval(PAGE, new String[] { snapshot(name, place.scroll()) },
				Utf8.bytes((long) place.offset()), Utf8.bytes((long) size),
				Utf8.bytes(this.settings.get().scrollTtl().toMillis()));
		long total = Utf8.number(reply.get(0));
		return (total >= 0) ? page(place, total, reply.subList(1, reply.size())) : new GeoResult.Expired();
	}

	@Override
	public long size(String name) {
		String key = points(name)[0];
		return this.redis.call((commands) -> commands.zcard(key));
	}

	private static GeoPage page(GeoCursor place, long total, List<Object> membersAndDistances) {
		List<GeoHit> hits = new ArrayList<>(membersAndDistances.size() / 2);
		for (int i = 0; i < membersAndDistances.size(); i += 2) {
			hits.add(new GeoHit(Utf8.text(membersAndDistances.get(i)), number(membersAndDistances.get(i + 1))));
		}
		int end = place.offset() + hits.size();
		boolean more = end < total;
		return new GeoPage(hits, total, place.truncated(),
				more ? new GeoCursor(place.scroll(), end, place.truncated()).text() : null);
	}

	private long inScripts(LuaScript<Long> script, String[] key, List<byte[]> args, int perScript, byte[]... first) {
		if (args.isEmpty()) {
			return 0;
		}
		RedisBatch batch = this.redis.batch();
		List<CompletionStage<Long>> sent = new ArrayList<>();
		for (int i = 0; i < args.size(); i += perScript) {
			List<byte[]> some = new ArrayList<>(List.of(first));
			some.addAll(args.subList(i, Math.min(args.size(), i + perScript)));
			sent.add(batch.eval(script, key, some.toArray(byte[][]::new)));
		}
		batch.flush();
		int width = perScript / PER_SCRIPT;
		// Staged members are in no index yet.
		return batch
			.await(sent, (i) -> (script != STAGE) ? Math.min(PER_SCRIPT, args.size() / width - i * PER_SCRIPT) : 0)
			.stream()
			.mapToLong(Long::longValue)
			.sum();
	}

	private String[] points(String name) {
		return new String[] { this.keys.key(ROOM, checked(name), "points") };
	}

	private String snapshot(String name, String scroll) {
		return this.keys.key(ROOM, name, "scroll:" + scroll);
	}

	private static String checked(String name) {
		return Checks.hasLength("name", name, 200);
	}

	private static byte[] member(String parameter, String member) {
		return Utf8.bytes(Checks.hasLength(parameter, member, 512));
	}

	private static List<byte[]> members(Collection<String> members) {
		return Checks.notNull("members", members).stream().map((member) -> member("members", member)).toList();
	}

	/**
	 * A geohash has no cell for the very eastern edge: a member there would be in an area
	 * that no search covers. The western edge is the same meridian.
	 */
	private static byte[] longitude(GeoPoint point) {
		return text((point.longitude() > 180 - HAIR) ? -180 : point.longitude());
	}

	/** Nor has it one for the very northern edge. */
	private static byte[] latitude(GeoPoint point) {
		return text(Math.min(point.latitude(), GeoPoint.MAX_LATITUDE - HAIR));
	}

	private static byte[] width(GeoArea area) {
		return text((area instanceof GeoArea.Box box) ? box.width() : searched((GeoArea.Radius) area));
	}

	/**
	 * Redis searches cells around the centre, and leaves out those beyond bounds that are
	 * wrong for a circle that reaches a pole. Of a wide one it leaves out none.
	 */
	private static double searched(GeoArea.Radius area) {
		double reach = Math.abs(area.center().latitude()) + Math.toDegrees(area.metres() / EARTH);
		return (reach < GeoPoint.MAX_LATITUDE) ? area.metres() : Math.max(area.metres(), WIDE);
	}

	/** Beyond which distance members that were found do not count; empty for none. */
	private static byte[] beyond(GeoArea area) {
		return (area instanceof GeoArea.Radius radius && searched(radius) != radius.metres()) ? text(radius.metres())
				: new byte[0];
	}

	private static byte[] height(GeoArea area) {
		return (area instanceof GeoArea.Box box) ? text(box.height()) : Utf8.bytes(0L);
	}

	private static byte[] text(double number) {
		return Utf8.bytes(Double.toString(number));
	}

	private static double number(Object reply) {
		return Double.parseDouble(Utf8.text(reply));
	}

}
