// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.page;

import java.time.LocalDateTime;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import io.github.rediscomponents.counter.ViewCounter;
import io.github.rediscomponents.sample.fixture.City;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Sales;
import io.github.rediscomponents.test.Concurrently;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Shops and flash sales, as a browser shows them.
 */
@ExtendWith(CityStage.class)
class BrowserShopTests {

	private final Browser browser;

	private final Guide guide;

	BrowserShopTests(Browser browser, City city) {
		this.browser = browser;
		this.guide = city.guide();
	}

	@Test
	void theMostViewedShopsOfTheDayAreNamed() {
		for (int i = 0; i < 40; i++) {
			this.guide.get("/shop/9").assertDone();
			this.guide.get("/shop/" + (1 + i % 5)).assertDone();
		}
		this.guide.bean(ViewCounter.class).flush();
		this.browser.open("#/");
		this.browser.until(() -> this.browser.all("#popular li").size() == 5);
		assertThat(this.browser.text("#popular")).contains("views");
		this.browser.press("#behind-open");
		this.browser.until(() -> this.browser.text("[data-numbers='views']").contains("GET /shop/popular"));
		this.browser.press("#behind-close");
		assertThat(this.browser.barriers()).isEmpty();
		this.browser.driver().executeScript("document.querySelector('#popular').scrollIntoView({ block: 'center' })");
		this.browser.picture("desktop-popular");
		this.browser.press("#popular a[href='#/shop/9']");
		this.browser.until(() -> this.browser.has(this.browser.focused(), "#shop-name"));
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void typesAndOrderChangeTheList() {
		this.browser.open("#/");
		assertThat(this.browser.all("[data-type]")).hasSize(10)
			.first()
			.extracting(WebElement::getText)
			.isEqualTo("Food");
		assertThat(this.browser.all("#shops .shop-card")).hasSize(9);
		assertThat(this.browser.one("#shops .shop-card").getText()).contains("103茶餐厅", "438 m");

		this.browser.press("[data-type='2']");
		this.browser.until(() -> this.browser.all("#shops .shop-card").size() == 5);
		assertThat(this.browser.text("h1")).isEqualTo("Karaoke nearby");
		this.browser.press("[data-sort='score']");
		this.browser.untilText("#shops .shop-card", "INLOVE");
		this.browser.press("[data-type='3']");
		this.browser.untilText("main", "No shops of this type yet.");
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void aListOfMoreThanAPageLoadsOnUntilItsEnd() {
		String token = this.guide.tokenOf(1);
		AtomicInteger count = new AtomicInteger();
		Concurrently.run(35,
				() -> this.guide
					.post("/shop", token,
							"{\"name\":\"Nail bar %d\",\"typeId\":10,\"x\":120.1,\"y\":30.3,\"area\":\"East\"}"
								.formatted(count.incrementAndGet()))
					.assertDone());
		this.browser.open("#/?type=10");
		this.browser.until(() -> {
			this.browser.driver().executeScript("scrollTo(0, document.body.scrollHeight)");
			return this.browser.all("#shops .shop-card").size() == 35 && this.browser.all(".more[hidden]").size() == 1;
		});
		assertThat(this.browser.all("#shops [data-shop]").stream().map((card) -> card.getDomAttribute("data-shop")))
			.doesNotHaveDuplicates();

		this.browser.press("#shops .shop-card:nth-child(25) a");
		this.browser.until(() -> !this.browser.all("#shop-name").isEmpty());
		this.browser.driver().navigate().back();
		this.browser.until(() -> this.browser.has(this.browser.focused(), "#shops .shop-card:nth-child(25) a"));
		assertThat(this.browser.driver().executeScript("return window.scrollY > 1000")).isEqualTo(true);
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void suggestionsAppearWhileTypingAndAreChosenByKeyboard() {
		this.browser.open("#/");
		this.browser.type("#search-text", "新白");
		this.browser.until(() -> this.browser.all("#search-list [role=option]").size() == 1);
		assertThat(this.browser.one("#search-text").getDomAttribute("aria-expanded")).isEqualTo("true");
		this.browser.picture("desktop-suggestions");
		this.browser.focused().sendKeys(Keys.ESCAPE);
		assertThat(this.browser.one("#search-text").getDomAttribute("aria-expanded")).isEqualTo("false");
		assertThat(this.browser.one("#search-text").getDomProperty("value")).isEqualTo("新白");
		this.browser.type("#search-text", "鹿");
		this.browser.until(() -> !this.browser.all("#search-list:not([hidden]) [role=option]").isEmpty());
		this.browser.focused().sendKeys(Keys.ARROW_DOWN);
		assertThat(this.browser.one("#search-text").getDomAttribute("aria-activedescendant"))
			.isEqualTo(this.browser.one("#search-list [aria-selected=true]").getDomAttribute("id"));
		this.browser.focused().sendKeys(Keys.ENTER);
		this.browser.untilText("h1", "新白鹿餐厅");

		this.browser.type("#search-text", "ktv" + Keys.ENTER);
		this.browser.untilText("h1", "Results for “ktv”");
		assertThat(this.browser.all("#shops .shop-card")).hasSize(4);
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void aFlashSaleIsBoughtAndItsOrderFollowed() {
		long sale = Sales.create(this.guide, 5);
		String mine = "[data-voucher='" + sale + "']";
		this.browser.loginWith(this.guide.loginAsSomebody());
		this.browser.open("#/shop/8");
		this.browser.untilText(mine + " .stock", "5 left");
		assertThat(this.browser.text(mine + " .countdown")).matches("Ends in (01:00:00|00:5\\d:\\d\\d)");

		this.guide.post("/voucher-order/seckill/" + sale, this.guide.tokenOf(20)).assertDone();
		this.browser.untilText(mine + " .stock", "4 left");

		this.browser.press(mine + " .buy");
		this.browser.untilText(mine + " .order-status", "Your order: to be paid.");
		this.browser.untilText(mine + " .buy", "Bought");
		this.browser.untilText(mine + " .stock", "3 left");
		this.browser.untilText("#visitors", " today · ");
		this.browser.picture("desktop-bought");

		this.browser.open("#/me");
		assertThat(this.browser.text("#orders")).contains("Test sale", "¥1", "to be paid");
		this.browser.open("#/");
		this.browser.untilText("#activities", this.browser.text("#user-name"));
		assertThat(this.browser.text("#activities")).contains("bought", "Test sale", "浅草屋寿司");
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void whoeverIsNotLoggedInIsAskedToAndReturnsToTheButton() {
		long sale = Sales.create(this.guide, 5);
		this.browser.open("#/shop/8");
		this.browser.press("#buy-" + sale);
		this.browser.untilText("#login-note", "Please log in to buy.");
		this.browser.type("#login-phone", "t" + sale + "@example.com" + Keys.ENTER);
		this.browser.until(() -> this.browser.one("#login-code").getDomProperty("value").matches("[0-9]{6}"));
		this.browser.picture("desktop-login");
		this.browser.focused().sendKeys(Keys.ENTER);
		this.browser.until(() -> !this.browser.all("#account-link").isEmpty());
		this.browser.arrived();
		this.browser.until(() -> this.browser.has(this.browser.focused(), "#buy-" + sale));
		assertThat(Sales.orders(this.guide, sale)).isZero();
		this.browser.focused().sendKeys(Keys.ENTER);
		this.browser.untilText("[data-voucher='" + sale + "'] .buy", "Bought");
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void anOrderThatIsRefusedAfterItsAcceptanceIsShownAsCancelled() {
		long sale = Sales.create(this.guide, 5);
		String mine = "[data-voucher='" + sale + "']";
		this.browser.loginWith(this.guide.loginAsSomebody());
		this.browser.open("#/shop/8");
		this.browser.untilText(mine + " .stock", "5 left");
		this.guide.bean(JdbcClient.class)
			.sql("UPDATE tb_seckill_voucher SET stock = 0 WHERE voucher_id = ?")
			.param(sale)
			.update();
		this.browser.press(mine + " .buy");
		this.browser.untilText(mine + " .order-status", "Your order: cancelled.");
		this.browser.untilText("#toast", "The order could not be placed. Nothing was bought.");
		assertThat(Sales.orders(this.guide, sale)).isZero();
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void aFarTimeIsADateInsteadOfACountdown() {
		LocalDateTime now = LocalDateTime.now();
		long open = Sales.create(this.guide, 1, now.minusMinutes(1), now.plusDays(1500));
		long later = Sales.create(this.guide, 1, now.plusDays(10), now.plusDays(11));
		this.browser.open("#/shop/8");
		assertThat(this.browser.text("[data-voucher='" + open + "'] .countdown"))
			.matches("Until .*" + now.plusDays(1500).getYear() + ".*");
		assertThat(this.browser.text("[data-voucher='" + later + "'] .countdown"))
			.matches("Begins .*" + now.plusDays(10).getYear() + ".*");
	}

	@Test
	void aSaleThatBeginsOpensByItself() {
		this.browser.loginWith(this.guide.tokenOf(30));
		AtomicLong created = new AtomicLong();
		AtomicInteger seconds = new AtomicInteger(3);
		// As early as this machine can look at it.
		this.browser.until(() -> {
			LocalDateTime begin = LocalDateTime.now().plusSeconds(seconds.updateAndGet((last) -> 2 * last));
			created.set(Sales.create(this.guide, 1, begin, begin.plusHours(1)));
			this.browser.open("#/shop/8");
			String voucher = "[data-voucher='" + created + "']";
			String countdown = this.browser.text(voucher + " .countdown");
			return "soon".equals(this.browser.one(voucher).getDomAttribute("data-state"))
					&& countdown.startsWith("Begins in 00:00:");
		});
		long sale = created.get();
		String mine = "[data-voucher='" + sale + "']";
		this.browser.until(() -> "on".equals(this.browser.one(mine).getDomAttribute("data-state")));

		this.guide.post("/voucher-order/seckill/" + sale, this.guide.tokenOf(31)).assertDone();
		this.browser.until(() -> "sold".equals(this.browser.one(mine).getDomAttribute("data-state")));
		assertThat(this.browser.text(mine + " .buy")).isEqualTo("Sold out");
		assertThat(this.browser.one(mine + " .buy").getDomAttribute("aria-disabled")).isEqualTo("true");
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void namesAreShownAsTextAndNeverAsMarkup() {
		String name = "<img src=x onerror=document.title='hacked'> & <b>bold</b>";
		long shop = this.guide
			.post("/shop", this.guide.tokenOf(1),
					"{\"name\":\"%s\",\"typeId\":9,\"x\":120.1,\"y\":30.3,\"address\":\"<script>1</script>\"}"
						.formatted(name))
			.data()
			.asLong();
		this.browser.open("#/?type=9");
		assertThat(this.browser.text("#shops [data-shop='" + shop + "'] .name")).isEqualTo(name);
		this.browser.open("#/shop/" + shop);
		assertThat(this.browser.text("h1")).isEqualTo(name);
		assertThat(this.browser.text(".details")).contains("<script>1</script>");
		assertThat(this.browser.driver().getTitle()).isEqualTo(name + " · City guide");
		assertThat(this.browser.complaints()).isEmpty();
	}

}
