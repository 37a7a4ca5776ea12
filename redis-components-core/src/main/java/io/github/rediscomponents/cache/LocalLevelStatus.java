// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

/**
 * How far it is proven for the local levels of one way of invalidation that changes by
 * other processes arrive.
 *
 * @param invalidation the way
 * @param state whether the levels serve
 * @param reason what keeps them from it, for people; empty in {@link LocalLevelState#UP}
 * @since 1.0.0
 */
public record LocalLevelStatus(Invalidation invalidation, LocalLevelState state, String reason) {

}
