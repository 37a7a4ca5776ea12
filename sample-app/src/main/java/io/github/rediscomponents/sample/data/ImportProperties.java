// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.data;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Data that is imported at the first start.
 *
 * @param enabled Whether an empty database is filled with the data that comes with the
 * application.
 * @param demoSaleStock Number of vouchers of the demonstration sale.
 * @param demoSaleTime Duration of the demonstration sale from the import on.
 * @param demoPeople Whether users of the application's data become the people of a
 * demonstration, with faces, posts, likes, follows and chats, and a second sale is added.
 * @param demoNextSale Time from the import until the second sale begins.
 */
@ConfigurationProperties("city-guide.import")
public record ImportProperties(@DefaultValue("true") boolean enabled, @DefaultValue("100") int demoSaleStock,
		@DefaultValue("30d") Duration demoSaleTime, @DefaultValue("false") boolean demoPeople,
		@DefaultValue("2m") Duration demoNextSale) {
}
