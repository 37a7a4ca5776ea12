// SPDX-License-Identifier: Apache-2.0
/**
 * Exceptions and failure analyzers that explain why an application did not start.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.diagnostics;

import org.jspecify.annotations.NullMarked;
