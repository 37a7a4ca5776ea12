// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.page;

import java.util.List;

import io.github.rediscomponents.sample.fixture.City;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * "Behind this" and the tour, on a phone and on a desktop.
 */
@ExtendWith(CityStage.class)
class BrowserBehindTests {

	private final Browser browser;

	private final City city;

	BrowserBehindTests(Browser browser, City city) {
		this.browser = browser;
		this.city = city;
	}

	@ParameterizedTest
	@CsvSource({ "desktop, en, light", "phone, zh, light", "phone, en, dark", "desktop, zh, dark" })
	void theTourLeadsFromTheFirstStopToTheLast(String size, String language, String scheme) {
		if (size.equals("phone")) {
			this.browser.phone();
		}
		this.browser.scheme(scheme);
		this.browser.language(language);
		this.browser.loginWith(this.city.guide().loginAsSomebody());
		this.browser.open("#/");
		assertThat(this.browser.all("#tour [data-stop]")).hasSize(5);
		assertThat(this.browser.barriers()).isEmpty();
		this.browser.picture("tour-" + size + "-" + language + "-" + scheme);
		this.browser.press("#tour [data-stop=cache]");
		for (String stop : List.of("cache", "sale", "feed", "geo", "limits")) {
			this.browser.until(() -> !this.browser.all("#behind .behind-stop + [data-piece=" + stop + "]").isEmpty());
			this.browser.arrived();
			assertThat(this.browser.barriers()).as(stop).isEmpty();
			assertThat(this.browser.scrollsSideways()).as(stop).isFalse();
			this.browser.picture("behind-" + size + "-" + language + "-" + scheme + "-" + stop);
			if (!stop.equals("limits")) {
				this.browser.press("#tour-next");
			}
		}
		this.browser.press("#tour-end");
		this.browser.until(() -> this.browser.all("#behind").isEmpty());
		this.browser.open("#/");
		assertThat(this.browser.all("#tour")).isEmpty();
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void thePanelShowsTheNumbersOfTheRequestAndReturnsTheFocus() {
		this.browser.open("#/shop/4");
		this.browser.press("#behind-open");
		this.browser.until(() -> !this.browser.all("[data-numbers=cache] tbody tr").isEmpty());
		assertThat(this.browser.text("[data-numbers=cache] tbody")).contains("GET /shop/4");
		assertThat(this.browser.text("[data-piece=cache] pre code")).contains("wait-timeout: 1s");
		this.browser.focused().sendKeys(Keys.ESCAPE);
		this.browser.until(() -> this.browser.all("#behind").isEmpty());
		assertThat(this.browser.has(this.browser.focused(), "#behind-open")).isTrue();
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void theFeedShowsItsPiece() {
		this.browser.loginWith(this.city.guide().loginAsSomebody());
		this.browser.open("#/feed");
		this.browser.press("#behind-open");
		this.browser.until(() -> !this.browser.all("[data-numbers=feed] tbody tr").isEmpty());
		assertThat(this.browser.text("[data-numbers=feed] tbody")).contains("GET /blog/of/follow", "Redis");
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void aTourThatIsDismissedStaysAway() {
		this.browser.open("#/");
		this.browser.press("#tour-dismiss");
		assertThat(this.browser.all("#tour")).isEmpty();
		this.browser.open("#/");
		assertThat(this.browser.all("#tour")).isEmpty();
	}

}
