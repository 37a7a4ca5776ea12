// SPDX-License-Identifier: Apache-2.0
/**
 * What shops sell: vouchers, some of them in a flash sale.
 */
@NullMarked
package io.github.rediscomponents.sample.voucher;

import org.jspecify.annotations.NullMarked;
