// SPDX-License-Identifier: Apache-2.0
/**
 * Auto-configuration of recent lists and prefix indexes.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.autocomplete;

import org.jspecify.annotations.NullMarked;
