// SPDX-License-Identifier: Apache-2.0
/**
 * Explains why an application did not start.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.diagnostics;

import org.jspecify.annotations.NullMarked;
