// SPDX-License-Identifier: Apache-2.0
/**
 * Properties of the console, which is a module of its own.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.console;

import org.jspecify.annotations.NullMarked;
