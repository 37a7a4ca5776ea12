// SPDX-License-Identifier: Apache-2.0
/**
 * The page of the application, in browsers and in its files.
 */
@NullMarked
package io.github.rediscomponents.sample.page;

import org.jspecify.annotations.NullMarked;
