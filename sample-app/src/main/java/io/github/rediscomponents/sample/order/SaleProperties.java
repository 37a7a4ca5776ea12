// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings for storing accepted orders of flash sales.
 *
 * @param concurrency Number of orders of a sale that an instance stores concurrently.
 * @param visibility Time for which an order is leased to an instance without an
 * extension.
 * @param backoff Time before an order that could not be stored is tried again, doubled
 * with each failure.
 * @param maxBackoff Longest time before an order is tried again.
 * @param maxAttempts Number of attempts for an order that fails in an unknown way.
 * @param unreadableRetry Time for which an order that cannot be read, such as one of a
 * newer release, is left to other instances before it becomes a dead letter.
 * @param hold Time for which a restored sale sells nothing, so that accepted orders come
 * first.
 */
@ConfigurationProperties("city-guide.sale")
record SaleProperties(@DefaultValue("4") int concurrency, @DefaultValue("3s") Duration visibility,
		@DefaultValue("100ms") Duration backoff, @DefaultValue("2s") Duration maxBackoff,
		@DefaultValue("8") int maxAttempts, @DefaultValue("10m") Duration unreadableRetry,
		@DefaultValue("3s") Duration hold) {
}
