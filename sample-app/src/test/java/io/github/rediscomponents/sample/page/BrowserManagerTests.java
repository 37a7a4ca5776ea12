// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.page;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;

import io.github.rediscomponents.sample.fixture.City;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.HeldPool;
import io.github.rediscomponents.test.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The forms of managers, and what any form keeps.
 */
@ExtendWith(CityStage.class)
class BrowserManagerTests {

	private static final String HOSTILE = "<img src=x onerror=alert(1)> مطعم 🍜";

	private final Browser browser;

	private final Guide guide;

	BrowserManagerTests(Browser browser, City city) {
		this.browser = browser;
		this.guide = city.guide();
	}

	private void fill(String selector, String text) {
		this.browser.one(selector).clear();
		this.browser.type(selector, text);
	}

	private String value(String selector) {
		return String.valueOf(this.browser.one(selector).getDomProperty("value"));
	}

	private List<String> wrong() {
		return this.browser.all(".wrong:not(:empty)").stream().map((note) -> note.getText()).toList();
	}

	@Test
	void aManagerOpensAShopByKeyboardAloneAndChangesIt() {
		this.browser.loginWith(this.guide.tokenOf(1));
		this.browser.open("#/me");
		this.browser.tabTo("#new-shop");
		this.browser.focused().sendKeys(Keys.ENTER);
		this.browser.until(() -> this.browser.has(this.browser.focused(), "#shop-form h1"));
		this.browser.tabTo("#shop-form-save");
		this.browser.focused().sendKeys(Keys.ENTER);
		// What is wrong is said at each field, and the first of them has the focus.
		this.browser.until(() -> this.browser.has(this.browser.focused(), "#shop-form-name"));
		assertThat(wrong()).containsExactly("This is needed.", "This is needed.", "This is needed.");
		assertThat(this.browser.focused().getDomAttribute("aria-describedby")).isEqualTo("shop-form-name-wrong");
		this.browser.focused().sendKeys(HOSTILE);
		this.browser.tabTo("#shop-form-x");
		this.browser.focused().sendKeys("１２０．５");
		this.browser.tabTo("#shop-form-y");
		this.browser.focused().sendKeys("85.06");
		this.browser.tabTo("#shop-form-price");
		this.browser.focused().sendKeys(Keys.chord(Keys.CONTROL, "a"), "12,5");
		this.browser.focused().sendKeys(Keys.ENTER);
		this.browser.until(() -> this.browser.has(this.browser.focused(), "#shop-form-y"));
		assertThat(wrong()).containsExactly("From -85.05 to 85.05.", "A whole number, such as 12.");
		assertThat(this.browser.barriers()).isEmpty();
		this.browser.picture("desktop-en-light-shop-form-wrong");
		// Others count the shops of the first types.
		this.browser.one("#shop-form-type").findElement(By.cssSelector("[value='9']")).click();
		fill("#shop-form-y", "30.2");
		fill("#shop-form-price", "12");
		// Twice at once is once.
		this.browser.driver().executeScript("""
				const form = document.querySelector('#shop-form');
				form.requestSubmit();
				form.requestSubmit();
				""");
		this.browser.untilText("#shop-name", HOSTILE);
		String address = String.valueOf(this.browser.driver().getCurrentUrl());
		long id = Long.parseLong(address.substring(address.lastIndexOf('/') + 1));
		assertThat(this.guide.get("/shop/of/name?name=" + Guide.encode(HOSTILE)).ids()).containsExactly(id);
		assertThat(this.guide.get("/shop/" + id).data().path("x").asDouble()).isEqualTo(120.5);
		assertThat(this.guide.get("/shop/" + id).data().path("typeId").asInt()).isEqualTo(9);
		this.browser.press("#edit-shop");
		this.browser.until(() -> !this.browser.all("#shop-form").isEmpty());
		assertThat(value("#shop-form-name")).isEqualTo(HOSTILE);
		fill("#shop-form-hours", "10:00-22:00");
		this.browser.press("#shop-form-save");
		this.browser.untilText(".details", "10:00-22:00");
		assertThat(this.guide.get("/shop/" + id).data().path("avgPrice").asInt()).isEqualTo(12);
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void aManagerStartsAFlashSaleOnAPhoneInChinese() {
		this.browser.loginWith(this.guide.tokenOf(1));
		this.browser.language("zh");
		this.browser.phone();
		this.browser.open("#/shop/7");
		this.browser.press("#new-sale");
		this.browser.until(() -> !this.browser.all("#sale-form").isEmpty());
		assertThat(this.browser.run("return getComputedStyle(document.querySelector('#behind-open')).position"))
			.isEqualTo("static");
		assertThat(this.browser.run("""
				const look = (id) => getComputedStyle(document.querySelector(id)).borderRadius;
				return ['#sale-begin', '#sale-end'].every((id) => look(id) === look('#sale-title'));
				""")).isEqualTo(true);
		this.browser.driver().executeScript("document.querySelector('#sale-end').value = '2020-01-01T00:00';");
		this.browser.press("#sale-form-save");
		this.browser.until(() -> wrong().equals(List.of("此项必填。", "此项必填。", "此项必填。")));
		assertThat(this.browser.scrollsSideways()).isFalse();
		assertThat(this.browser.barriers()).isEmpty();
		this.browser.picture("phone-zh-light-sale-form-wrong");
		fill("#sale-title", HOSTILE);
		fill("#sale-pay", "9.90");
		fill("#sale-worth", "50");
		fill("#sale-stock", "7");
		this.browser.press("#sale-form-save");
		this.browser.until(() -> wrong().equals(List.of("结束时间必须晚于开始时间。")));
		this.browser.driver().executeScript("document.querySelector('#sale-end').value = '20260-01-01T00:00';");
		this.browser.press("#sale-form-save");
		this.browser.until(() -> wrong().equals(List.of("年份须在 2000 到 9998 之间。")));
		String end = LocalDateTime.now().plusHours(2).toString().substring(0, 16);
		this.browser.driver().executeScript("document.querySelector('#sale-end').value = arguments[0];", end);
		this.browser.press("#sale-form-save");
		this.browser.untilText("#vouchers", HOSTILE);
		JsonNode sale = this.guide.get("/voucher/list/7")
			.list()
			.stream()
			.filter((voucher) -> voucher.path("title").asString().equals(HOSTILE))
			.findFirst()
			.orElseThrow();
		assertThat(sale.path("payValue").asLong()).isEqualTo(990);
		assertThat(sale.path("actualValue").asLong()).isEqualTo(5000);
		assertThat(sale.path("stock").asInt()).isEqualTo(7);
		assertThat(sale.path("endTime").asString()).startsWith(end);
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void whatIsSentAgainAfterALostAnswerIsMadeOnce() {
		this.browser.loginWith(this.guide.tokenOf(1));
		this.browser.open("#/shop/new");
		fill("#shop-form-name", "Lost answer");
		this.browser.one("#shop-form-type").findElement(By.cssSelector("[value='9']")).click();
		fill("#shop-form-x", "120.5");
		fill("#shop-form-y", "30.2");
		this.browser.loseAnswer();
		sendUnheard("#shop-form-save");
		// Also by a page that is loaded again.
		this.browser.open("#/shop/new");
		this.browser.press("#shop-form-save");
		this.browser.untilText("#shop-name", "Lost answer");
		assertThat(this.guide.get("/shop/of/name?name=" + Guide.encode("Lost answer")).ids()).hasSize(1);

		this.browser.open("#/shop/12/sale");
		fill("#sale-title", "Lost answer");
		fill("#sale-pay", "9.90");
		fill("#sale-worth", "50");
		this.browser.driver().executeScript("document.querySelector('#sale-begin').value = '2026-01-01T00:00';");
		this.browser.loseAnswer();
		sendUnheard("#sale-form-save");
		this.browser.open("#/shop/12/sale");
		assertThat(value("#sale-begin")).isEqualTo("2026-01-01T00:00");
		fill("#sale-stock", "7");
		this.browser.press("#sale-form-save");
		this.browser.untilText("#sale-form-note",
				"This was saved already, without your last changes. Cancel to begin anew.");
		fill("#sale-stock", "100");
		this.browser.press("#sale-form-save");
		this.browser.untilText("#vouchers", "Lost answer");
		assertThat(this.guide.get("/voucher/list/12").list()).hasSize(1);
		// The browser notes the answer 422.
		assertThat(this.browser.complaints()).hasSize(1);
	}

	private void sendUnheard(String button) {
		this.browser.press(button);
		this.browser.until(() -> !this.browser.text(".note.bad").isEmpty());
	}

	@Test
	void nobodyElseSeesTheForms() {
		String token = this.guide.tokenOf(City.AllButOne.NO_MANAGER);
		this.browser.loginWith(token);
		this.browser.open("#/shop/3");
		assertThat(this.browser.all("#management")).isEmpty();
		this.browser.open("#/me");
		assertThat(this.browser.all("#new-shop")).isEmpty();
		for (String address : List.of("#/shop/new", "#/shop/3/edit", "#/shop/3/sale")) {
			this.browser.open(address);
			assertThat(this.browser.text(".problem")).as(address).contains("Only managers may see this.");
			assertThat(this.browser.all("form.write")).as(address).isEmpty();
		}
		this.guide.post("/voucher/seckill", token, "{}").assertStatus(403);
		this.browser.driver().executeScript("localStorage.removeItem('token')");
		this.browser.open("#/shop/3/edit");
		assertThat(this.browser.text("h1")).isEqualTo("Please log in");
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void whatWasTypedIsThereAgainWhenTheLoginEndedInTheMiddle() {
		this.browser.loginWith(this.guide.tokenOf(57));
		Map<String, String> fields = Map.of("#/shop/3/edit", "#shop-form-address", "#/shop/3/sale", "#sale-rules",
				"#/me/edit", "#profile-introduce");
		fields.forEach((address, field) -> {
			this.browser.open(address);
			fill(field, "half a thought");
			this.guide.post("/user/logout", this.browser.token()).assertDone();
			this.browser.press("form.write [type=submit]");
			this.browser.untilText("h1", "Please log in");
			this.browser.loginWith(this.guide.tokenOf(57));
			this.browser.open(address);
			assertThat(value(field)).as(address).isEqualTo("half a thought");
			this.browser.press("form.write .row a");
			this.browser.arrived();
			this.browser.open(address);
			assertThat(value(field)).as(address + " after it was cancelled").isNotEqualTo("half a thought");
		});
		this.browser.complaints();
	}

	@Test
	void theTextStaysWhileRedisOrTheDatabaseIsAway() {
		try (RedisServer redis = RedisServer.start();
				Guide alone = Guide.start(new Guide.Settings(redis).impatient())) {
			this.browser.driver().get(alone.base() + "/imgs/logo.svg");
			this.browser.loginWith(alone.tokenOf(1));
			this.browser.language("en");
			Map<String, String> forms = Map.of("#/shop/3/edit", "#shop-form-address", "#/me/edit",
					"#profile-introduce");
			forms.forEach((address, field) -> {
				this.browser.driver().get("about:blank");
				this.browser.driver().get(alone.base() + "/" + address);
				this.browser.arrived();
				fill(field, "one that stays");
				redis.pause();
				this.browser.press("form.write [type=submit]");
				this.browser.until(() -> !this.browser.text(".note.bad").isEmpty());
				assertThat(this.browser.text(".note.bad"))
					.isEqualTo("Logins cannot be checked right now. Please try again.");
				assertThat(value(field)).isEqualTo("one that stays");
				redis.resume();
				try (HeldPool pool = new HeldPool(alone)) {
					String away = "The service is not available right now. Please try again.";
					this.browser.until(() -> {
						boolean told = this.browser.text(".note.bad").equals(away);
						if (!told) {
							this.browser.press("form.write [type=submit]");
						}
						return told;
					});
					assertThat(value(field)).isEqualTo("one that stays");
					this.browser.picture("desktop-en-light-away" + field.substring(1, 5));
				}
				this.browser.press("form.write [type=submit]");
				this.browser.until(() -> this.browser.all("form.write").isEmpty());
			});
			assertThat(alone.get("/shop/3").data().path("address").asString()).isEqualTo("one that stays");
		}
		this.browser.complaints();
	}

}
