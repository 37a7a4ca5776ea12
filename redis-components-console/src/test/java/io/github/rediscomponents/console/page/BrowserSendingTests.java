// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.page;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Actions whose token is another one by now, and those whose answer is late or lost.
 */
@ExtendWith(PageStage.class)
class BrowserSendingTests {

	private final Browser browser;

	private final Shop shop;

	BrowserSendingTests(Browser browser, Shop shop) {
		this.browser = browser;
		this.shop = shop;
	}

	@Test
	void anActionGoesOnWithTheTokenOfALaterLogin() {
		this.browser.open(this.shop, "#/room/task-queue/mail");
		this.browser.login(this.shop, "olga");
		this.browser.press("[data-action=pause]");
		this.browser.press("dialog button[type=submit]");
		this.browser.until(() -> !this.browser.text("#result").isEmpty());
		assertThat(this.browser.text("#result .good")).startsWith("Pause");
		this.browser.press("[data-action=resume]");
		this.browser.untilText("#result .good", "Resume");
		assertThat(this.shop.queues().mail().stats().paused()).isFalse();
	}

	@Test
	void aReaderWhoHasLoggedInMeanwhileIsRefusedAndSeenAsOne() {
		this.browser.open(this.shop, "#/room/task-queue/mail");
		this.browser.login(this.shop, "rita");
		this.browser.press("[data-action=pause]");
		this.browser.press("dialog button[type=submit]");
		this.browser.until(() -> this.browser.text("#user").contains("rita"));
		this.browser.until(() -> this.browser.all("[data-action]").isEmpty());
		assertThat(this.browser.all("#result .bad")).hasSize(1);
		assertThat(this.shop.queues().mail().stats().paused()).isFalse();
	}

	@Test
	void anActionThatTakesLongHasNotFailed() {
		this.browser.answering("rooms/task-queue/redrive", """
				({ json, options }) => new Promise((resolve, reject) => {
					options.signal?.addEventListener('abort', () => reject(options.signal.reason));
					window.release = () => resolve(json({ redriven: 3 }));
				})
				""");
		this.browser.open(this.shop, "#/room/task-queue/orders");
		this.browser.press("[data-action=redrive]");
		this.browser.press("dialog button[type=submit]");
		this.browser.untilText("#result", "still being performed");
		// The page waits for other requests fifteen seconds.
		this.browser.run("window.pressed = performance.now()");
		this.browser.until(() -> (boolean) this.browser.run("return performance.now() - window.pressed > 11000"));
		assertThat(this.browser.text("#result")).contains("still being performed");
		this.browser.run("window.release()");
		this.browser.untilText("#result .good", "redriven: 3");
	}

	@ParameterizedTest
	@CsvSource({ "unknown, Whether it was done is not known", "not-executed, No reply of Redis" })
	void ofAnActionThatRedisDidNotAnswerIsSaidWhatIsKnown(String outcome, String said) {
		this.browser.answering("rooms/task-queue/redrive",
				"({ json }) => json({ error: 'No reply of Redis', outcome: '" + outcome + "' }, 503)");
		this.browser.open(this.shop, "#/room/task-queue/orders");
		this.browser.press("[data-action=redrive]");
		this.browser.press("dialog button[type=submit]");
		this.browser.untilText("#result .bad", said);
		this.browser.until(() -> this.browser.text("#live").equals("Live"));
	}

	@Test
	void ofAnActionWithoutAnAnswerNobodyKnows() {
		this.browser.answering("rooms/task-queue/redrive", "() => { throw new TypeError('The connection was cut'); }");
		this.browser.open(this.shop, "#/room/task-queue/orders");
		this.browser.press("[data-action=redrive]");
		this.browser.press("dialog button[type=submit]");
		this.browser.untilText("#result .bad", "Whether it was done is not known");
		this.browser.until(() -> this.browser.text("#live").equals("Live"));
	}

}
