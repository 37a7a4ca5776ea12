// SPDX-License-Identifier: Apache-2.0
/**
 * Auto-configuration of the {@code DistributedSemaphore}.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.semaphore;

import org.jspecify.annotations.NullMarked;
