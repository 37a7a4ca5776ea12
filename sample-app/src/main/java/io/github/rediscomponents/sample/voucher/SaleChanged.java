// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.voucher;

/**
 * Published after a flash sale was created or changed and committed.
 *
 * @param voucherId the sale
 */
public record SaleChanged(long voucherId) {
}
