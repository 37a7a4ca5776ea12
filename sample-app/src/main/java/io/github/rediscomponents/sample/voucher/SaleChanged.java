// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.voucher;

/**
 * A flash sale was created or changed, and that is committed.
 *
 * @param voucherId the one
 */
public record SaleChanged(long voucherId) {
}
