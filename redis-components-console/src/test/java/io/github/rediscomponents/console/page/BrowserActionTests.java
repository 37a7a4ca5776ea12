// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.page;

import java.util.List;

import io.github.rediscomponents.lock.DistributedLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What an operator does with the console, and what a reader cannot do.
 */
@ExtendWith(PageStage.class)
class BrowserActionTests {

	private final Browser browser;

	private final Shop shop;

	BrowserActionTests(Browser browser, Shop shop) {
		this.browser = browser;
		this.shop = shop;
	}

	@Test
	void aLockIsReleasedByTheKeyboardAlone() {
		DistributedLock locks = this.shop.bean(DistributedLock.class);
		locks.get("by-keyboard").tryAcquire().orElseThrow();
		this.browser.open(this.shop, "#/room/lock");
		this.browser.tabTo("#look-name");
		this.browser.focused().sendKeys("by-keyboard", Keys.ENTER);
		this.browser.untilText("#view h1", "by-keyboard");
		this.browser.untilText("#details", "Held");
		assertThat(this.browser.has(this.browser.focused(), "#view h1")).isTrue();
		this.browser.tabTo("[data-action=release]");
		this.browser.focused().sendKeys(Keys.ENTER);
		this.browser.until(() -> this.browser.has(this.browser.focused(), "dialog input"));
		assertThat(this.browser.barriers()).isEmpty();
		this.browser.focused().sendKeys("by-keyboards", Keys.ENTER);
		this.browser.untilText("dialog [role=alert]", "another one");
		assertThat(locks.get("by-keyboard").info().held()).isTrue();
		this.browser.focused().sendKeys(Keys.BACK_SPACE, Keys.ENTER);
		this.browser.untilText("#result .good", "released: yes");
		assertThat(locks.get("by-keyboard").info().held()).isFalse();
		assertThat(this.browser.has(this.browser.focused(), "[data-action=release]")).isTrue();
		this.browser.untilText("#details", "no");
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void whatIsNotConfirmedIsNotDone() {
		this.browser.open(this.shop, "#/room/task-queue/mail");
		this.browser.press(".actions [data-action=purge]");
		this.browser.until(() -> this.browser.has(this.browser.focused(), "dialog input"));
		this.browser.picture("desktop-confirm");
		this.browser.focused().sendKeys(Keys.ESCAPE);
		this.browser.until(() -> this.browser.all("dialog").isEmpty());
		assertThat(this.browser.has(this.browser.focused(), "[data-action=purge]")).isTrue();
		assertThat(this.browser.text("#result")).isEmpty();
		assertThat(this.shop.queues().mail().stats().depth()).isEqualTo(2);
	}

	@Test
	void aReaderSeesAllAndChangesNothing() {
		this.browser.forget(this.shop, "rita");
		for (String address : List.of("#/room/task-queue/orders", "#/room/lock", "#/room/ratelimit",
				"#/room/cache/shop", "#/room/delay-queue/reminders")) {
			this.browser.open(this.shop, address);
			this.browser.untilText("#view .view-head", "Read only");
			assertThat(this.browser.all("[data-action]")).as(address).isEmpty();
		}
		assertThat(this.browser.text("#user")).contains("rita", "read only");
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void aSessionThatHasEndedIsSaid() {
		this.browser.open(this.shop, "#/room/lock");
		this.browser.driver().manage().deleteAllCookies();
		this.browser.untilText("#banner", "The session has ended");
		assertThat(this.browser.barriers()).isEmpty();
		this.browser.press("#banner a");
		this.browser.until(() -> this.browser.driver().getCurrentUrl().contains("/login"));
		await().until(() -> !this.browser.all("#username").isEmpty());
	}

}
