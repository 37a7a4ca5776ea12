// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.page;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

import io.github.rediscomponents.lock.DistributedLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The questions before actions: they name exactly what is done, and to what.
 */
@ExtendWith(PageStage.class)
class BrowserConfirmTests {

	/** Seen as it is, it would read as another one. */
	private static final String UNSEEN = " pay\nroll\u202Egnp.\u0007\u00A0x";

	private static final String SHOWN = "\\u0020pay\\u000Aroll\\u202Egnp.\\u0007\\u00A0x";

	private final Browser browser;

	private final Shop shop;

	BrowserConfirmTests(Browser browser, Shop shop) {
		this.browser = browser;
		this.shop = shop;
	}

	private void open(String room, String name, String action) {
		this.browser.open(this.shop,
				"#/room/" + room + '/' + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20"));
		this.browser.press("[data-action=" + action + "]");
		this.browser.until(() -> this.browser.has(this.browser.focused(), "dialog input"));
	}

	@Test
	void aNameThatCannotBeSeenIsWrittenSoThatItCan() {
		DistributedLock locks = this.shop.bean(DistributedLock.class);
		locks.get(UNSEEN).tryAcquire().orElseThrow();
		open("lock", UNSEEN, "release");
		assertThat(this.browser.text("dialog h2")).isEqualTo("Release");
		assertThat(this.browser.text("dialog dl")).isEqualTo("ComponentLocksName" + SHOWN);
		assertThat(this.browser.text("#view h1")).isEqualTo(SHOWN);
		assertThat(this.browser.driver().getTitle()).startsWith(SHOWN);
		assertThat(this.browser.barriers()).isEmpty();
		this.browser.focused().sendKeys("payrollgnp.x", Keys.ENTER);
		this.browser.untilText("dialog [role=alert]", "another one");
		assertThat(locks.get(UNSEEN).info().held()).isTrue();
		this.browser.one("dialog input").clear();
		this.browser.type("dialog input", SHOWN + Keys.ENTER);
		this.browser.untilText("#result .good", "released: yes");
		assertThat(this.browser.text("#result .good")).contains(SHOWN);
		assertThat(locks.get(UNSEEN).info().held()).isFalse();
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void ofALongNameTheEndIsTyped() {
		String name = "order:" + "customer/".repeat(50) + "No 4711";
		DistributedLock locks = this.shop.bean(DistributedLock.class);
		locks.get(name).tryAcquire().orElseThrow();
		this.browser.phone();
		open("lock", name, "release");
		assertThat(this.browser.text("dialog dl")).endsWith(name);
		assertThat(this.browser.text("dialog .typed code")).isEqualTo("/No 4711");
		assertThat(this.browser.scrollsSideways()).isFalse();
		assertThat(this.browser.run("const box = document.querySelector('dialog').getBoundingClientRect();"
				+ " return box.bottom <= innerHeight && box.right <= innerWidth"))
			.isEqualTo(true);
		this.browser.picture("phone-confirm-long");
		this.browser.focused().sendKeys("/No 4711", Keys.ENTER);
		this.browser.untilText("#result .good", "released: yes");
		assertThat(locks.get(name).info().held()).isFalse();
	}

	@Test
	void aNameOfSpacesIsNotConfirmedByNothing() {
		this.browser.open(this.shop, "#/");
		assertThat(this.browser.module("js/confirm.js", """
				async ({ ask }) => {
					const asked = ask({ title: 'Purge', about: [['Name', '  ']], text: '', name: '  ', yes: 'Purge' });
					document.querySelector('dialog form').requestSubmit();
					const refused = document.querySelector('dialog [role=alert]').textContent;
					document.querySelector('dialog').close('no');
					return [refused, await asked];
				}
				""")).hasToString("[The name is another one., null]");
	}

	@Test
	void namesAreNeverWrittenAlike() {
		this.browser.open(this.shop, "#/");
		assertThat(this.browser.module("js/visible.js",
				"""
						({ visible }) => ['a\\nb', 'a\\\\u000Ab', 'a  b', 'a b', '\\u200Fa', '\\u{E0041}', '\\uD83D'].map(visible)
						"""))
			.hasToString("[a\\u000Ab, a\\u005Cu000Ab, a\\u0020\\u0020b, a b, \\u200Fa, \\uDB40\\uDC41, \\uD83D]");
	}

	@Test
	void oneOfSeveralIsNamedAndNotAllOfThem() {
		this.browser.open(this.shop, "#/room/task-queue/orders");
		this.browser.press("#list-dead-letters > summary");
		this.browser.until(() -> this.browser.all("#list-dead-letters tbody tr").size() == Shop.DEAD);
		String id = this.browser.text("#list-dead-letters tbody tr:nth-child(2) th bdi");
		this.browser.press("#list-dead-letters tbody tr:nth-child(2) [data-action=purge-dead-letters]");
		this.browser.until(() -> this.browser.has(this.browser.focused(), "dialog input"));
		assertThat(this.browser.text("dialog h2")).isEqualTo("Delete dead letter");
		assertThat(this.browser.text("dialog dl")).isEqualTo("ComponentTask queuesNameordersId" + id);
		assertThat(this.browser.text("dialog form > p")).startsWith("This dead letter is deleted");
		this.browser.focused().sendKeys("orders", Keys.ENTER);
		this.browser.untilText("dialog [role=alert]", "another one");
		this.browser.picture("desktop-confirm-one");
		this.browser.focused().sendKeys(Keys.ESCAPE);
		this.browser.until(() -> this.browser.all("dialog").isEmpty());
		assertThat(this.shop.queues().orders().stats().deadLetters()).isEqualTo(Shop.DEAD);
	}

}
