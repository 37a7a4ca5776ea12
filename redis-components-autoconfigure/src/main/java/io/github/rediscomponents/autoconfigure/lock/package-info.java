// SPDX-License-Identifier: Apache-2.0
/**
 * Auto-configuration of the {@code DistributedLock}.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.lock;

import org.jspecify.annotations.NullMarked;
