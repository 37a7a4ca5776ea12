// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upkeep;

/**
 * Records that data of a user may have changed. The data itself is read when it is copied
 * to Redis.
 *
 * @param id id of the record
 * @param kind kind of the change, see {@link Teller#kind()}
 * @param userId the id of the user
 * @param targetId the changed part, such as another user
 */
public record Change(long id, String kind, long userId, long targetId) {
}
