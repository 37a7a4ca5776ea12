// SPDX-License-Identifier: Apache-2.0
/**
 * Follows of users.
 */
@NullMarked
package io.github.rediscomponents.sample.follow;

import org.jspecify.annotations.NullMarked;
