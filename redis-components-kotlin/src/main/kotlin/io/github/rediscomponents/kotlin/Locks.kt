// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.kotlin

import io.github.rediscomponents.lock.Lease
import io.github.rediscomponents.lock.LockOptions
import io.github.rediscomponents.lock.LockedCall
import io.github.rediscomponents.lock.NamedLock

/**
 * Runs a body under the lock and releases it afterwards, as [NamedLock.call] does.
 *
 * @param options how long to wait and for how long to hold
 * @param body receives the lease, to check it and to pass its token on; what it throws is thrown after the release
 * @return the result of the body
 * @throws InterruptedException if the thread was interrupted while it waited; the body did not run
 * @throws io.github.rediscomponents.lock.LockNotAcquiredException if the time to wait passed; the body did not run
 * @throws io.github.rediscomponents.lock.LockLostException if the body returned, but the lease had been lost before that
 * @throws io.github.rediscomponents.RedisUnavailableException if no answer came in time while acquiring; the body did not run
 * @since 1.0.0
 */
public fun <T> NamedLock.withLock(options: LockOptions = LockOptions.defaults(), body: (Lease) -> T): T =
    call(options, LockedCall<T, RuntimeException> { lease -> body(lease) })
