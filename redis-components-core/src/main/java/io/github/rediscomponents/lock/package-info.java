// SPDX-License-Identifier: Apache-2.0
/**
 * Mutual exclusion between processes: locks by name, held for a lease that is renewed
 * while its holder lives, with a fencing token for the resource that must be safe even
 * when a lease is lost. Holders wait without polling each other, and losing a lock is
 * reported, never swallowed.
 */
@NullMarked
package io.github.rediscomponents.lock;

import org.jspecify.annotations.NullMarked;
