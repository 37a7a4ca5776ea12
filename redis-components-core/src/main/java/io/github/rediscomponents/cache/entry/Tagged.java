// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.entry;

/**
 * The tags of one value. Each invalidation of tags has a number, greater than those of
 * all earlier ones of its cache. A value is current if none of its tags was invalidated
 * with a number beyond its moment.
 *
 * @param ids see {@link TagIds}
 * @param moment the greatest number that there was before the value was loaded;
 * {@link #UNKNOWN} if it could not be read
 * @since 1.0.0
 */
public record Tagged(long[] ids, long moment) {

	public static final long UNKNOWN = -1;

}
