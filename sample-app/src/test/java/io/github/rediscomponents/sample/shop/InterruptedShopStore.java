// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Lets something happen between the steps of a load of the index of names.
 */
@Primary
public class InterruptedShopStore extends ShopStore {

	/** Hears how many shops a part has that was read and is not in the index yet. */
	public static final AtomicReference<Consumer<Integer>> READ = new AtomicReference<>((size) -> {
	});

	public InterruptedShopStore(JdbcClient jdbc) {
		super(jdbc);
	}

	@Override
	List<ShopEntry> lockEntries(long after, int most) {
		List<ShopEntry> entries = super.lockEntries(after, most);
		READ.get().accept(entries.size());
		return entries;
	}

}
