// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.data;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What is imported at the first start.
 *
 * @param enabled Whether an empty database is filled with the data that comes with the
 * application.
 * @param demoSaleStock How many vouchers the demonstration sale has.
 * @param demoSaleTime How long the demonstration sale lasts from the import on.
 */
@ConfigurationProperties("city-guide.import")
public record ImportProperties(@DefaultValue("true") boolean enabled, @DefaultValue("100") int demoSaleStock,
		@DefaultValue("30d") Duration demoSaleTime) {
}
