// SPDX-License-Identifier: Apache-2.0
/**
 * Semaphores: so many permits of a name for all processes, each leased to its holder.
 */
@NullMarked
package io.github.rediscomponents.semaphore;

import org.jspecify.annotations.NullMarked;
