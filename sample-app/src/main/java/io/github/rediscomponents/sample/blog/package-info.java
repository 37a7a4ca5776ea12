// SPDX-License-Identifier: Apache-2.0
/**
 * Posts of users about shops, and their likes.
 */
@NullMarked
package io.github.rediscomponents.sample.blog;

import org.jspecify.annotations.NullMarked;
