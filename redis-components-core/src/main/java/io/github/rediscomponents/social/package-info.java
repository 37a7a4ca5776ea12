// SPDX-License-Identifier: Apache-2.0
/**
 * Social relations: {@link io.github.rediscomponents.social.FollowGraph},
 * {@link io.github.rediscomponents.social.Feed} and
 * {@link io.github.rediscomponents.social.Likes}.
 */
@NullMarked
package io.github.rediscomponents.social;

import org.jspecify.annotations.NullMarked;
