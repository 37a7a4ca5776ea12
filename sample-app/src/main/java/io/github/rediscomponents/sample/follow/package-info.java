// SPDX-License-Identifier: Apache-2.0
/**
 * Who follows whom.
 */
@NullMarked
package io.github.rediscomponents.sample.follow;

import org.jspecify.annotations.NullMarked;
