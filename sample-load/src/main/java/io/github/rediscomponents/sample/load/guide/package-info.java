// SPDX-License-Identifier: Apache-2.0
/**
 * Talking to running instances of the city guide, and starting some.
 */
@NullMarked
package io.github.rediscomponents.sample.load.guide;

import org.jspecify.annotations.NullMarked;
