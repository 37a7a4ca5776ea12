// SPDX-License-Identifier: Apache-2.0
/**
 * Settings that change while the application runs.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.refresh;

import org.jspecify.annotations.NullMarked;
