// SPDX-License-Identifier: Apache-2.0
/**
 * The limits of request bodies.
 */
@NullMarked
package io.github.rediscomponents.sample.web.body;

import org.jspecify.annotations.NullMarked;
