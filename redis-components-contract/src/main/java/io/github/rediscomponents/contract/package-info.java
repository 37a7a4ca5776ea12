// SPDX-License-Identifier: Apache-2.0
/**
 * Tests that an application inherits for its own implementations of codecs and observers.
 */
@NullMarked
package io.github.rediscomponents.contract;

import org.jspecify.annotations.NullMarked;
