// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import io.github.rediscomponents.sample.web.Refused;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Lets tests of other packages change a shop without a login, which Redis would have to
 * know.
 */
public final class ShopAccess {

	private ShopAccess() {
	}

	/** Changes a shop while Redis is away. */
	public static void move(ApplicationContext context, long id, String name, double x) {
		ShopChange change = new ShopChange(id, name, null, null, null, null, x, null, null, null, null, null, null);
		assertThatExceptionOfType(Refused.class).isThrownBy(() -> context.getBean(Shops.class).update(change))
			.withMessageContaining("is saved");
	}

}
