// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.page;

import java.util.List;

import io.github.rediscomponents.counter.ViewCounter;
import io.github.rediscomponents.session.NewSession;
import io.github.rediscomponents.session.TokenSessions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Ids, sessions, Bloom filters, limit queues, page views and topics, with their exact
 * values.
 */
@ExtendWith(PageStage.class)
class BrowserFurtherRoomsTests {

	/** The fields and the rows of a view. */
	private static final String SHOWN = """
			const words = (one) => one.textContent.replace(/\\s+/g, ' ').trim();
			return [...document.querySelectorAll('#view .panel dl.facts > div')].map((one) => `${words(one.children[0])}: ${words(one.children[1])}`)
				.concat([...document.querySelectorAll('#view .panel tr')].map((row) => [...row.children].map(words).join(' | ')));
			""";

	private final Browser browser;

	private final Shop shop;

	BrowserFurtherRoomsTests(Browser browser, Shop shop) {
		this.browser = browser;
		this.shop = shop;
	}

	@SuppressWarnings("unchecked")
	private List<String> shown(String language, String address) {
		this.browser.language(language);
		this.browser.open(this.shop, address);
		return (List<String>) this.browser.run(SHOWN);
	}

	@Test
	void idsAreShownAsTheyAreMade() {
		assertThat(shown("en", "#/room/id")).satisfiesExactly((one) -> assertThat(one).isEqualTo("Layout: DEFAULT"),
				(one) -> assertThat(one).matches("Epoch: (Jan 1, 2024|Dec 31, 2023), .*"),
				(one) -> assertThat(one).startsWith("Ids until: Sep 6, 2093, "),
				(one) -> assertThat(one).isEqualTo("Age of a block at most: 1 s"),
				(one) -> assertThat(one).isEqualTo("Block at least: 64"),
				(one) -> assertThat(one).isEqualTo("Block at most: 1,048,576"));
		assertThat(shown("zh", "#/room/id")).contains("布局: DEFAULT", "号段最长有效期: 1 秒", "最大号段: 1,048,576");
	}

	@Test
	void aBloomFilterIsShownAsItIsDeclaredAndAsItIsFilled() {
		assertThat(shown("en", "#/room/bloom-filter")).containsExactly(
				"Name | Capacity | False positives | Engine | Alarm when filled",
				"emails | 1,000 | 0.05% | bitmap | 50%");
		this.browser.press("#view a[href='#/room/bloom-filter/emails']");
		this.browser.untilText("#details", "Bits set");
		assertThat((List<?>) this.browser.run(SHOWN)).hasToString("[Name: emails, Built: yes, Being rebuilt: no,"
				+ " Capacity: 1,000, Slices: 1, Lost slices: 0, Bits: 15,824, Bits set: 33, Filled: 0.209%,"
				+ " Elements, estimated: 3, False positives: < 0.0001%]");
		assertThat(shown("zh", "#/room/bloom-filter/emails")).contains("已建立: 是", "填充率: 0.209%", "元素数（估计）: 3",
				"误判率: < 0.0001%");
	}

	@Test
	void aLimitQueueIsShownAsItIsDeclaredAndItsSize() {
		assertThat(shown("en", "#/room/limit-queue")).containsExactly(
				"Name | Length at most | Duplicates by | Window | Class", "recent | 3 | key | 2 h | java.lang.Object");
		assertThat(shown("en", "#/room/limit-queue/recent")).containsExactly("Name: recent", "Size: 2",
				"Length at most: 3");
		assertThat(shown("zh", "#/room/limit-queue/recent")).containsExactly("名称: recent", "大小: 2", "最大长度: 3");
	}

	@Test
	void theMostViewedPagesOfAGroupAreFoundByTheKeyboard() {
		assertThat(shown("en", "#/room/view-counter")).containsExactly("Not sent yet: 0", "Time zone: Asia/Shanghai",
				"Each view at once: yes", "Sent each: 1 s");
		this.browser.tabTo("#look-name");
		this.browser.focused().sendKeys("shop", Keys.ENTER);
		this.browser.untilText("#details", "tea-house");
		assertThat(this.browser.has(this.browser.focused(), "#view h1")).isTrue();
		assertThat((List<?>) this.browser.run(SHOWN)).hasToString("[Group of pages: shop, Views today: 1,291,"
				+ " Page | Views, tea-house | 1,234, <b>book shop</b> | 56, bakery | 1]");
		this.shop.bean(ViewCounter.class).record("news", "first");
		assertThat(shown("zh", "#/room/view-counter/news")).containsExactly("页面组: news", "今日浏览: 1", "页面 | 浏览次数",
				"first | 1");
		assertThat(shown("en", "#/room/view-counter/nothing")).containsExactly("Group of pages: nothing",
				"Views today: 0", "Most viewed today: –");
		assertThat(this.browser.barriers()).isEmpty();
	}

	@Test
	void topicsAreShownAsTheyAreDeclared() {
		assertThat(shown("en", "#/room/topic")).containsExactly("Messages that wait at most: 1,000",
				"Message at most: 64 KB", "Name | Messages that wait at most | Message at most", "news | 100 | 16 KB");
		assertThat(this.browser.all("#view .panel a")).isEmpty();
		assertThat(shown("zh", "#/room/topic")).contains("名称 | 最多等待的消息 | 消息最大", "news | 100 | 16 KB");
	}

	@ParameterizedTest
	@CsvSource({ "en, desktop, light, Revoke, revoked: 1", "zh, phone, dark, 撤销, 已撤销: 1" })
	void aSessionOfAUserIsRevokedByTheKeyboard(String language, String size, String scheme, String action,
			String done) {
		TokenSessions sessions = this.shop.bean(TokenSessions.class);
		String user = "carol-" + language;
		sessions.issue(NewSession.of(user).withDevice("kiosk"));
		if (size.equals("phone")) {
			this.browser.phone();
		}
		this.browser.scheme(scheme);
		this.browser.language(language);
		this.browser.open(this.shop, "#/room/session");
		this.browser.tabTo("#look-user");
		this.browser.focused().sendKeys(user, Keys.ENTER);
		this.browser.untilText("#table-sessions", "kiosk");
		assertThat(this.browser.all("#table-sessions tbody tr")).hasSize(1);
		this.browser.tabTo("#table-sessions [data-action=revoke]");
		assertThat(this.browser.focused().getText()).isEqualTo(action);
		this.browser.focused().sendKeys(Keys.ENTER);
		this.browser.until(() -> this.browser.has(this.browser.focused(), "dialog input"));
		assertThat(this.browser.barriers()).isEmpty();
		String id = sessions.sessions(user).get(0).id();
		assertThat(this.browser.text("dialog dl")).contains(user, id);
		this.browser.focused().sendKeys(this.browser.text("dialog .typed code"), Keys.ENTER);
		this.browser.untilText("#result .good", done);
		this.browser.until(() -> this.browser.all("#table-sessions tbody tr").isEmpty());
		assertThat(sessions.sessions(user)).isEmpty();
		assertThat(this.browser.scrollsSideways()).isFalse();
		assertThat(this.browser.complaints()).isEmpty();
	}

}
