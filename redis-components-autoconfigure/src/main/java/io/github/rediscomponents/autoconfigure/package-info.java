// SPDX-License-Identifier: Apache-2.0
/**
 * Auto-configuration of the shared infrastructure: connection, key names, codecs,
 * background threads, refresh.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure;

import org.jspecify.annotations.NullMarked;
