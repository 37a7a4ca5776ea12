// SPDX-License-Identifier: Apache-2.0
/**
 * Auto-configuration of the {@code IdWorker}.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.id;

import org.jspecify.annotations.NullMarked;
