// SPDX-License-Identifier: Apache-2.0
/**
 * Processing of the auto-configured components ahead of time. Internal.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.aot;

import org.jspecify.annotations.NullMarked;
