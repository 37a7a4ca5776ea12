// SPDX-License-Identifier: Apache-2.0
/**
 * The second engine of {@link io.github.rediscomponents.lock.DistributedLock}: Redisson's
 * locks under the same contract, for applications that run Redisson anyway. The only
 * package that needs Redisson on the class path.
 */
@NullMarked
package io.github.rediscomponents.lock.redisson;

import org.jspecify.annotations.NullMarked;
