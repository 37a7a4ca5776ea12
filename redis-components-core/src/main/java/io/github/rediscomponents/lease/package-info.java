// SPDX-License-Identifier: Apache-2.0
/**
 * The engine of everything that is held for a while, shared by locks and semaphores.
 * Internal: types are public for the rooms that use them, and no application does.
 */
@NullMarked
package io.github.rediscomponents.lease;

import org.jspecify.annotations.NullMarked;
