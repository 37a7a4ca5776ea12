// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.page;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import io.github.rediscomponents.sample.fixture.City;
import io.github.rediscomponents.sample.fixture.Guide;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every view on a phone and on a desktop: no barriers, nothing scrolls sideways, and
 * there is a picture of each. One look opens each view by its address, the others follow
 * the links of one page.
 */
@ExtendWith(CityStage.class)
class BrowserAccessTests {

	/** The dark colours are tried on views that have all the parts. */
	private static final Set<String> DARK = Set.of("shops", "shop", "post", "me", "chat");

	private final Browser browser;

	private final City city;

	BrowserAccessTests(Browser browser, City city) {
		this.browser = browser;
		this.city = city;
	}

	private Map<String, String> views() {
		Map<String, String> views = new LinkedHashMap<>();
		views.put("shops", "#/");
		views.put("search", "#/search?name=KTV");
		views.put("shop", "#/shop/3");
		views.put("posts", "#/posts");
		views.put("post", "#/post/" + this.city.posts().get(0));
		views.put("write", "#/write?shop=3");
		views.put("author", "#/user/2");
		views.put("following", "#/feed");
		views.put("me", "#/me");
		views.put("chats", "#/chats");
		views.put("chat", "#/chat/" + chat());
		views.put("rush", "#/rush");
		views.put("new-shop", "#/shop/new");
		views.put("edit-shop", "#/shop/3/edit");
		views.put("new-sale", "#/shop/3/sale");
		views.put("nowhere", "#/nowhere");
		return views;
	}

	private String chat() {
		Guide guide = this.city.guide();
		String chat = guide.post("/chat", guide.tokenOf(1), "{\"members\":[2]}").data().asString();
		guide.post("/chat/" + chat + "/messages", guide.tokenOf(1), "{\"text\":\"晚上一起吃饭吗？\"}").assertDone();
		guide.post("/chat/" + chat + "/messages", guide.tokenOf(2), "{\"text\":\"Gladly, at six?\"}").assertDone();
		return chat;
	}

	@ParameterizedTest
	@CsvSource({ "desktop, en, light, true", "phone, zh, light, false", "phone, en, dark, false" })
	void everyViewIsOpenToAll(String size, String language, String scheme, boolean anew) {
		if (size.equals("phone")) {
			this.browser.phone();
		}
		this.browser.scheme(scheme);
		this.browser.language(language);
		this.browser.loginWith(this.city.guide().tokenOf(1));
		SoftAssertions softly = new SoftAssertions();
		Map<String, String> views = views();
		if (scheme.equals("dark")) {
			views.keySet().retainAll(DARK);
		}
		views.forEach((name, address) -> {
			int wrong = softly.errorsCollected().size();
			if (anew || address.equals("#/")) {
				this.browser.open(address);
			}
			else {
				this.browser.goOn(address);
			}
			softly.assertThat(this.browser.all("main h1")).as(name).hasSize(1);
			softly.assertThat(this.browser.scrollsSideways()).as(name).isFalse();
			softly.assertThat(this.browser.barriers()).as(name).isEmpty();
			String picture = size + "-" + language + "-" + scheme + "-" + name;
			this.browser.picture(picture);
			if (softly.errorsCollected().size() > wrong) {
				this.browser.failure(picture);
			}
		});
		softly.assertThat(this.browser.complaints()).isEmpty();
		softly.assertAll();
	}

	@Test
	void dialogsAndSuggestionsAreOpenToAll() {
		this.browser.phone();
		this.browser.open("#/");
		this.browser.type("#search-text", "1");
		this.browser.until(() -> !this.browser.all("#search-list [role=option]").isEmpty());
		this.browser.focused().sendKeys(Keys.ARROW_DOWN);
		assertThat(this.browser.barriers()).isEmpty();
		this.browser.focused().sendKeys(Keys.ESCAPE);
		this.browser.press("#open-login");
		assertThat(this.browser.barriers()).isEmpty();
		this.browser.picture("phone-login");
		assertThat(this.browser.scrollsSideways()).isFalse();
		this.browser.focused().sendKeys(Keys.ESCAPE);
		assertThat(this.browser.has(this.browser.focused(), "#open-login")).isTrue();
		assertThat(this.browser.complaints()).isEmpty();
	}

}
