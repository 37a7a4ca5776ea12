// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.geo;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Members at places in named indexes, searched by distance.
 *
 * <p>
 * <b>Pages.</b> {@link #nearby} finds all members in an area once, and keeps them as a
 * snapshot of this scroll for as long as it is read. All pages are of that snapshot: what
 * moves, comes or goes meanwhile neither repeats nor hides anything. Equal distances are
 * ordered by the bytes of the members, and never lost at the edge of a page. When the
 * snapshot is gone, {@link #next} answers {@link GeoResult.Expired}.
 *
 * <p>
 * <b>Repetition.</b> Every call may be made again after any failure. After a lost reply
 * that the driver repeated, {@link #put} can report that a member is not new, and
 * {@link #remove} that there was none, although the same call changed it; a page that is
 * read twice is the same.
 *
 * <p>
 * Keys, all of an index in one slot: {@code <prefix>:geo:{<name>}:points} (sorted set,
 * does not expire), {@code ...:build:<id>} (sorted set, then string) for a minute with
 * each {@link #replaceAll}, and for each scroll of more than a page
 * {@code <prefix>:geo:{<name>}:scroll:<id>} (sorted set, expires
 * {@link GeoSettings#scrollTtl()} after it was last read). A failover may forget the last
 * changes.
 *
 * <p>
 * Each method is one script in one round trip unless stated otherwise. Names have 1 to
 * 200 characters, members 1 to 512; coordinates are checked by {@link GeoPoint}. Bad
 * arguments are rejected with {@link IllegalArgumentException} before anything is sent.
 * Each method may throw {@link RedisUnavailableException} and
 * {@link RedisCommandException} (a key holds another type; nothing was changed).
 * Instances are safe for use by any number of threads and hold no connection of their
 * own.
 *
 * @since 1.0.0
 */
public interface GeoIndex {

	/** The most members of a page, and of {@link #nearest}. */
	int MAX_PAGE = 1000;

	/**
	 * Creates an index. Sends nothing.
	 * @param redis the connection to Redis
	 * @param keys names the keys
	 * @param settings read at each call
	 * @return the index
	 */
	static GeoIndex create(RedisPort redis, KeySpace keys, LiveSettings<GeoSettings> settings) {
		return new RedisGeoIndex(CommandPort.of(redis), keys, settings);
	}

	/**
	 * Puts a member at a place, or moves it there. O(log n).
	 * @param name the name of the index
	 * @param member the member
	 * @param point the place
	 * @return true if the member is new
	 */
	boolean put(String name, String member, GeoPoint point);

	/**
	 * Puts many members at their places. All arguments are checked before the first is
	 * sent. One script for each 1000 members, and one flush for each 256 KB of members
	 * and coordinates; so not atomic: some may be there when it fails. O(members log n).
	 * @param name the name of the index
	 * @param points places by member
	 * @return the number of new members
	 */
	long putAll(String name, Map<String, GeoPoint> points);

	/**
	 * Puts a member at a place, or moves it there, if the index has any member; an empty
	 * one stays empty. For an index that is put as a whole by {@link #replaceAll}: once
	 * it was lost, single changes do not begin a new one that lacks the others. O(log n).
	 * @param name the name of the index
	 * @param member the member
	 * @param point the place
	 * @return false if the index is empty
	 */
	boolean putIfAny(String name, String member, GeoPoint point);

	/**
	 * Replaces the whole index. Readers find the old one or the new one, nothing in
	 * between. All arguments are checked before the first is sent; the new index is built
	 * beside the old one, scripts and flushes as {@link #putAll}, and takes its place in
	 * one script more. Members that are put or removed in between are lost. When it
	 * fails, the old index is there, or with outcome {@code UNKNOWN} perhaps the new one;
	 * the unfinished index expires within a minute. O(members log n).
	 * @param name the name of the index
	 * @param points places by member; none empties the index
	 * @throws IllegalStateException if building paused for more than a minute, or Redis
	 * lost the unfinished index; nothing was replaced
	 */
	void replaceAll(String name, Map<String, GeoPoint> points);

	/**
	 * Removes a member. O(log n).
	 * @param name the name of the index
	 * @param member the member
	 * @return true if it existed
	 */
	boolean remove(String name, String member);

	/**
	 * Removes many members. Scripts and flushes as {@link #putAll}.
	 * @param name the name of the index
	 * @param members the members
	 * @return the number of those that existed
	 */
	long removeAll(String name, Collection<String> members);

	/**
	 * Returns the position of a member. O(1).
	 * @param name the name of the index
	 * @param member the member
	 * @return where, less than a metre from where it was put; empty if it is not there
	 */
	Optional<GeoPoint> position(String name, String member);

	/**
	 * Returns the positions of members. O(members).
	 * @param name the name of the index
	 * @param members the members, at most {@link #MAX_PAGE}
	 * @return places by member, of those that are there
	 */
	Map<String, GeoPoint> positions(String name, Collection<String> members);

	/**
	 * Returns how far two members are from each other, along a great circle of a sphere.
	 * O(1).
	 * @param name the name of the index
	 * @param one the first member
	 * @param other the other member
	 * @return metres; empty if one of them is not there
	 */
	OptionalDouble distance(String name, String one, String other);

	/**
	 * Finds the members in an area that are nearest to its centre, and keeps nothing.
	 * O(members in the area and around it).
	 * @param name the name of the index
	 * @param area the area to search
	 * @param limit the maximum number, 1 to {@link #MAX_PAGE}
	 * @return by distance, equal ones by name; if more are at exactly the distance of the
	 * last one than the limit admits, any of these
	 */
	List<GeoHit> nearest(String name, GeoArea area, int limit);

	/**
	 * Finds the members in an area and gives the first page of them. Writes a snapshot,
	 * unless the first page is the only one. O(members in the area and around it).
	 * @param name the name of the index
	 * @param area the area to search
	 * @param size the maximum number of items on the page, 1 to {@link #MAX_PAGE}
	 * @return the page
	 */
	GeoPage nearby(String name, GeoArea area, int size);

	/**
	 * Reads a later page, and keeps the scroll for a while longer. O(log n + size).
	 * @param name the name of the index
	 * @param cursor {@link GeoPage#next()} of the page before
	 * @param size the maximum number of items on the page, 1 to {@link #MAX_PAGE}
	 * @return the page, or that the scroll is no longer kept
	 * @throws IllegalArgumentException if {@code cursor} is not one; nothing was sent
	 */
	GeoResult next(String name, String cursor, int size);

	/**
	 * Counts all members. O(1).
	 * @param name the name of the index
	 * @return the number
	 */
	long size(String name);

}
