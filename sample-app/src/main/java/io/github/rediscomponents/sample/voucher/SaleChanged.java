package io.github.rediscomponents.sample.voucher;

/**
 * A flash sale was created or changed, and that is committed.
 *
 * @param voucherId which one
 */
public record SaleChanged(long voucherId) {
}
