// SPDX-License-Identifier: Apache-2.0
/**
 * Entry point, exceptions and observers that all components share.
 */
@NullMarked
package io.github.rediscomponents;

import org.jspecify.annotations.NullMarked;
