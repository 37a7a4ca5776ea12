// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.page;

import java.nio.file.Path;

import io.github.rediscomponents.lock.DistributedLock;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.Assumptions;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The console while Redis is killed and started again.
 */
class BrowserRedisAwayTests {

	@BeforeAll
	static void thereIsABrowser() {
		Assumptions.assumeTrue(Browser.isInstalled(), "chromium and chromium-driver are not installed");
	}

	@Test
	void thePageSaysSinceWhenAndGoesOn(@TempDir Path folder) {
		try (Shop shop = Shop.start(); Browser browser = new Browser(folder.resolve("profile"))) {
			shop.bean(DistributedLock.class).get("before").tryAcquire().orElseThrow();
			browser.forget(shop, "olga");
			browser.open(shop, "#/room/lock");
			browser.untilText("#table-held", "before");
			shop.redis().kill();
			browser.untilText("#banner", "Redis has not answered since");
			assertThat(browser.text("#live")).isEqualTo("Not live");
			assertThat(browser.text("#table-held")).contains("before");
			assertThat(browser.barriers()).isEmpty();
			browser.picture("desktop-away");
			browser.open(shop, "#/room/lock/before");
			browser.until(() -> !browser.text("#details .bad").isEmpty());
			shop.redis().restart();
			browser.until(() -> browser.text("#banner").isEmpty());
			browser.until(() -> browser.text("#live").equals("Live"));
			browser.press("#details .quiet");
			browser.until(() -> browser.text("#details .bad").isEmpty());
		}
	}

}
