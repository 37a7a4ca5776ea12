// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.page;

import io.github.rediscomponents.sample.fixture.City;
import io.github.rediscomponents.sample.fixture.Guide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Addresses that are typed into a browser, and refusals in the language of the page.
 */
@ExtendWith(CityStage.class)
class BrowserAddressTests {

	private final Browser browser;

	private final Guide guide;

	BrowserAddressTests(Browser browser, City city) {
		this.browser = browser;
		this.guide = city.guide();
	}

	@ParameterizedTest
	@CsvSource({ "desktop, nothing, There is nothing at this address", "phone, nothing/at/all, There is nothing",
			"phone, shop/abc, There is nothing at this address", "desktop, user/me, Please log in" })
	void aWrongAddressShowsAViewOfThePage(String size, String address, String title) {
		if (size.equals("phone")) {
			this.browser.phone();
		}
		this.browser.open(address);
		assertThat(this.browser.text("main h1")).startsWith(title);
		assertThat(this.browser.barriers()).isEmpty();
		assertThat(this.browser.scrollsSideways()).isFalse();
		this.browser.picture(size + "-address-" + address.replace('/', '-'));
		assertThat(this.browser.complaints()).allMatch((line) -> line.contains("/" + address + " - Failed to load"));
		this.browser.press("main a[href='#/']");
		this.browser.until(() -> !this.browser.all(".view-home h1").isEmpty());
		assertThat(this.browser.driver().getCurrentUrl()).isEqualTo(this.guide.base() + "/#/");
	}

	@Test
	void aSearchOnAWrongAddressLeadsToThePage() {
		this.browser.open("nothing/here");
		this.browser.type("#search-text", "KTV");
		this.browser.press("#search button[type=submit]");
		this.browser.until(() -> !this.browser.all(".view-search h1").isEmpty());
		assertThat(this.browser.driver().getCurrentUrl()).isEqualTo(this.guide.base() + "/#/search?name=KTV");
	}

	@Test
	void tryingAgainByKeyboardLosesNoFocus() {
		this.browser.open("#/shop/999999");
		this.browser.tabTo("main .problem button");
		this.browser.run("document.querySelector('main h1').dataset.old = ''");
		this.browser.focused().sendKeys(Keys.ENTER);
		this.browser.until(() -> this.browser.all("main h1[data-old]").isEmpty());
		assertThat(this.browser.has(this.browser.focused(), "main h1")).isTrue();
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void aRefusalIsInTheLanguageThatTheVisitorChose() {
		this.browser.open("#/shop/999999");
		this.browser.untilText("main .problem p", "This shop does not exist.");
		this.browser.press("#language");
		this.browser.untilText("main .problem p", "该店铺不存在。");
		assertThat(this.browser.one("main .problem p").getDomAttribute("lang")).isNull();
		this.browser.open("#/shop/999999");
		this.browser.untilText("main .problem p", "该店铺不存在。");
		assertThat(this.browser.complaints()).isEmpty();
	}

}
