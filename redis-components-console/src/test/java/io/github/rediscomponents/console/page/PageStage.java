// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.page;

import java.nio.file.Path;

import io.github.rediscomponents.fixture.BrowserStage;

/**
 * The {@link Shop} and the {@link Browser} of an operator who has logged in.
 */
final class PageStage extends BrowserStage<Shop, Browser> {

	PageStage() {
		super(Shop.class, Browser.class);
	}

	@Override
	protected Shop startApplication(Path folder) {
		// The first command of a process connects, which takes long on a busy machine.
		Shop shop = Shop.start("--redis-components.command-timeout=30s",
				"--redis-components.cache.defaults.command-timeout=30s");
		shop.fill();
		return shop;
	}

	@Override
	protected Browser startBrowser(Shop shop, Path profile) {
		return new Browser(profile);
	}

	@Override
	protected void forget(Shop shop, Browser browser) {
		browser.forget(shop, "olga");
	}

	@Override
	protected void stop(Shop shop) {
		shop.close();
	}

}
