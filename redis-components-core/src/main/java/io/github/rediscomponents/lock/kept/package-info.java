// SPDX-License-Identifier: Apache-2.0
/**
 * Locks made of a keeper: plain, fair, read-write and combined, the same for each way in
 * which Redis keeps them. Internal.
 */
@NullMarked
package io.github.rediscomponents.lock.kept;

import org.jspecify.annotations.NullMarked;
