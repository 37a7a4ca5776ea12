// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upkeep;

/**
 * That something about a user may have changed, not what: that is read when Redis is
 * told.
 *
 * @param id the number of the note
 * @param kind who knows what to tell, see {@link Teller#kind()}
 * @param userId the id of the user
 * @param targetId what of him
 */
public record Change(long id, String kind, long userId, long targetId) {
}
