// SPDX-License-Identifier: Apache-2.0
/**
 * Metadata of the components for native images.
 */
@NullMarked
package io.github.rediscomponents.aot;

import org.jspecify.annotations.NullMarked;
