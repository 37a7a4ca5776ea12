// SPDX-License-Identifier: Apache-2.0
/**
 * What the demonstration shows at once: posts, likes and follows of its people, and the
 * welcome of a new user.
 */
@NullMarked
package io.github.rediscomponents.sample.demo;

import org.jspecify.annotations.NullMarked;
