// SPDX-License-Identifier: Apache-2.0
/**
 * Buying a voucher of a flash sale.
 */
@NullMarked
package io.github.rediscomponents.sample.order;

import org.jspecify.annotations.NullMarked;
