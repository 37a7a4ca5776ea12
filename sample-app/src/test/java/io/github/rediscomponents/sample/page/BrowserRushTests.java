// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.page;

import java.time.Duration;
import java.util.List;

import io.github.rediscomponents.sample.fixture.City;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Rushes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The view of the rush, as a browser shows it.
 */
@ExtendWith(CityStage.class)
class BrowserRushTests {

	private final Browser browser;

	private final Guide guide;

	BrowserRushTests(Browser browser, City city) {
		this.browser = browser;
		this.guide = city.guide();
	}

	@Test
	void aRushIsBegunByKeyboardAndDrawnToItsPromises() {
		this.browser.open("#/");
		this.browser.press(".rush-panel a");
		this.browser.untilText("main h1", "The rush");
		assertThat(this.browser.text("#rush-instances")).startsWith("1 instance answers: ");
		this.browser.tabTo("#rush-start");
		this.browser.focused().sendKeys(Keys.ENTER);
		this.browser.untilText("#rush-state", "200 buyers want 50 pieces");
		assertThat(this.browser.has(this.browser.one("#rush-start"), "[aria-disabled=true]")).isTrue();
		awaitEnd("The rush of 200 buyers is over.");
		assertThat(lines("[data-kept=true]")).isEqualTo(9);
		assertThat(lines("[data-kept=false]")).isZero();
		assertThat(this.browser.text("[data-promise=OWNED]")).contains("Kept:", "50 of 50");
		assertThat(this.browser.text("[data-promise=AGREED]")).contains("stock 0 in Redis and 0 in the database");
		assertThat(this.browser.text("#rush-left")).isEqualTo("0 of 50");
		assertThat(this.browser.text("#rush-stored")).isEqualTo("50");
		for (String plot : List.of("rush-stock", "rush-answers", "rush-latency")) {
			assertThat(points(plot)).as(plot).isGreaterThan(8);
		}
		this.browser.picture("desktop-rush");
		assertThat(this.browser.barriers()).isEmpty();
		assertThat(this.browser.complaints()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "phone, zh, light", "phone, en, dark", "phone, en, light", "desktop, zh, dark" })
	void isOpenToAll(String size, String language, String scheme) {
		if (size.equals("phone")) {
			this.browser.phone();
		}
		this.browser.scheme(scheme);
		this.browser.language(language);
		this.browser.open("#/rush");
		this.browser.press("#rush-start");
		this.browser.until(() -> points("rush-answers") > 4);
		assertThat(this.browser.scrollsSideways()).isFalse();
		this.browser.picture(size + "-" + language + "-" + scheme + "-rush");
		awaitEnd(language.equals("zh") ? "200 个买家的抢购已经结束。" : "The rush of 200 buyers is over.");
		assertThat(lines("[data-kept=true]")).isEqualTo(9);
		this.browser.driver().executeScript("document.querySelector('#rush-account').scrollIntoView()");
		this.browser.driver().executeScript("window.scrollBy(0, -76)");
		this.browser.picture(size + "-" + language + "-" + scheme + "-rush-promises");
		assertThat(this.browser.barriers()).isEmpty();
		assertThat(this.browser.scrollsSideways()).isFalse();
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void whatCannotBeCausedCannotBePressed() {
		this.browser.open("#/rush");
		this.browser.until(() -> this.browser.all("[data-fault][aria-disabled=true]").size() == 3);
		this.browser.press("[data-fault=redis-empty]");
		assertThat(Rushes.state(this.guide).path("events").size()).isZero();
	}

	@Test
	void nothingIsAskedWhileThePageIsHidden() {
		this.browser.open("#/rush");
		this.browser.until(() -> asked() > 1);
		this.browser.driver().executeScript("Object.defineProperty(document, 'hidden', { get: () => true })");
		await().until(() -> {
			long before = asked();
			// Longer than two rounds of an idle page.
			await().pollDelay(Duration.ofSeconds(5)).until(() -> true);
			return asked() == before;
		});
	}

	private long asked() {
		return ((Number) this.browser.driver()
			.executeScript(
					"return performance.getEntriesByType('resource').filter((one) => one.name.includes('/rush?')).length"))
			.longValue();
	}

	private void awaitEnd(String text) {
		await().atMost(Duration.ofMinutes(2))
			.ignoreExceptions()
			.untilAsserted(() -> assertThat(this.browser.text("#rush-state")).isEqualTo(text));
		this.browser.until(() -> lines("") == 9);
	}

	private int lines(String selector) {
		return this.browser.all("#rush-promises li" + selector).size();
	}

	private int points(String plot) {
		String points = this.browser.one("#plot-" + plot).getDomAttribute("data-points");
		return (points != null) ? Integer.parseInt(points) : 0;
	}

}
