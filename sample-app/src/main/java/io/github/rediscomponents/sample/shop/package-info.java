// SPDX-License-Identifier: Apache-2.0
/**
 * Shops, their types, and which of them are near.
 */
@NullMarked
package io.github.rediscomponents.sample.shop;

import org.jspecify.annotations.NullMarked;
