// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import io.github.rediscomponents.sample.upkeep.Teller;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Copies the current name of a shop to the index of names. The row is locked meanwhile,
 * so that what was read later is written later.
 */
@Component
class ShopTeller implements Teller {

	static final String KIND = "shop-name";

	private final ShopStore store;

	private final ShopNames names;

	private final TransactionTemplate transaction;

	ShopTeller(ShopStore store, ShopNames names, PlatformTransactionManager transactions) {
		this.store = store;
		this.names = names;
		this.transaction = new TransactionTemplate(transactions);
	}

	@Override
	public String kind() {
		return KIND;
	}

	@Override
	public void tell(long userId, long shopId) {
		this.transaction.executeWithoutResult((status) -> this.store.lockEntry(shopId)
			.ifPresentOrElse(this.names::put, () -> this.names.remove(shopId)));
	}

}
