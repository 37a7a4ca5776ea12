/**
 * What people do with each other and with each other's things:
 * {@link io.github.rediscomponents.social.FollowGraph} and
 * {@link io.github.rediscomponents.social.Feed},
 * {@link io.github.rediscomponents.social.Likes} and
 * {@link io.github.rediscomponents.social.RankedSet} for leaderboards.
 */
@NullMarked
package io.github.rediscomponents.social;

import org.jspecify.annotations.NullMarked;
