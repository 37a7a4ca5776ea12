// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How accepted orders of flash sales get into the database.
 *
 * @param concurrency How many orders of a sale an instance stores at once.
 * @param visibility How long an order is an instance's without a sign of life of it.
 * @param backoff Time before an order that could not be stored is tried again, doubled
 * with each failure.
 * @param maxBackoff The longest that this becomes.
 * @param maxAttempts How often an order is tried whose failure is unknown.
 * @param unreadableRetry For how long an order that cannot be read, as one of a newer
 * release, is left to other instances before it is a dead letter.
 * @param hold How long a sale that Redis has lost sells nothing when it is back, so that
 * accepted orders come first.
 */
@ConfigurationProperties("city-guide.sale")
record SaleProperties(@DefaultValue("4") int concurrency, @DefaultValue("3s") Duration visibility,
		@DefaultValue("100ms") Duration backoff, @DefaultValue("2s") Duration maxBackoff,
		@DefaultValue("8") int maxAttempts, @DefaultValue("10m") Duration unreadableRetry,
		@DefaultValue("3s") Duration hold) {
}
