// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;

import io.github.rediscomponents.sample.fixture.City;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.OneDay;
import io.github.rediscomponents.sample.fixture.Sales;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WindowType;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is one's own: the login, the language, signing in, chats.
 */
@ExtendWith(CityStage.class)
class BrowserPersonTests {

	private final Browser browser;

	private final Guide guide;

	BrowserPersonTests(Browser browser, City city) {
		this.browser = browser;
		this.guide = city.guide();
	}

	@Test
	void somebodyLogsInAndOut() {
		this.browser.open("#/");
		this.browser.press("#open-login");
		this.browser.type("#login-phone", "nobody");
		this.browser.press("#login-send");
		this.browser.untilText("#login-note", "This is neither a phone number nor an e-mail address.");
		assertThat(this.browser.has(this.browser.one("#login-note"), ".bad")).isTrue();
		this.browser.one("#login-phone").clear();
		this.browser.type("#login-phone", "13800138000");
		this.browser.press("#login-send");
		this.browser.until(() -> this.browser.one("#login-code").getDomProperty("value").matches("[0-9]{6}"));
		assertThat(this.browser.has(this.browser.one("#login-note"), ".bad")).isFalse();
		this.browser.press("#login-submit");
		this.browser.until(() -> this.browser.has(this.browser.focused(), "#account-link"));

		this.browser.driver().navigate().refresh();
		this.browser.arrived();
		this.browser.press("#account-link");
		this.browser.press("#logout");
		this.browser.until(() -> !this.browser.all("#open-login").isEmpty());
		this.browser.open("#/me");
		assertThat(this.browser.text("h1")).isEqualTo("Please log in");
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void tabsShareOneLoginAndNoneDeletesThatOfAnother() {
		String anna = this.guide.tokenOf(62);
		String ben = this.guide.tokenOf(63);
		this.browser.loginWith(anna);
		this.browser.open("#/");
		String name = this.browser.text("#user-name");
		String first = this.browser.driver().getWindowHandle();

		this.browser.driver().switchTo().newWindow(WindowType.TAB);
		this.browser.open("#/");
		assertThat(this.browser.text("#user-name")).isEqualTo(name);
		// Anna is logged out elsewhere, and Ben logs in here.
		this.guide.post("/user/logout", anna).assertDone();
		this.browser.loginWith(ben);
		this.browser.open("#/me");
		String other = this.browser.text("#user-name");
		assertThat(other).isNotEmpty().isNotEqualTo(name);

		this.browser.driver().switchTo().window(first);
		this.browser.untilText("#user-name", other);
		this.browser.press(".tabs a[href='#/feed']");
		this.browser.until(() -> this.browser.has(this.browser.one("body"), "[data-view='feed']"));
		assertThat(this.browser.token()).isEqualTo(ben);
		this.browser.open("#/me");
		this.browser.press("#logout");
		this.browser.until(() -> !this.browser.all("#open-login").isEmpty());

		String second = this.browser.otherWindow(first);
		this.browser.driver().switchTo().window(second);
		this.browser.until(() -> !this.browser.all("#open-login").isEmpty());
		this.browser.driver().close();
		this.browser.driver().switchTo().window(first);
	}

	@Test
	void aLateAnswerAboutAnOldTokenLeavesTheNewOneAlone() {
		String ben = this.guide.tokenOf(63);
		this.browser.loginWith("long-forgotten");
		this.browser.visit("imgs/logo.svg");
		Object kept = this.browser.driver().executeAsyncScript("""
				const [ben, done] = arguments;
				import('/js/api.js').then(async (api) => {
					const late = api.get('/user/me').catch(() => null);
					localStorage.setItem('token', ben);
					await late;
					done(localStorage.getItem('token'));
				});
				""", ben);
		assertThat(kept).isEqualTo(ben);
	}

	@Test
	void aUserEditsItsProfile(@TempDir Path folder) throws IOException {
		Path face = Files.write(folder.resolve("face.png"), City.picture(79));
		this.browser.loginWith(this.guide.tokenOf(66));
		this.browser.phone();
		this.browser.open("#/me");
		this.browser.press("#edit-profile");
		this.browser.until(() -> !this.browser.all("#profile-form").isEmpty());
		this.browser.one("#face").sendKeys(face.toString());
		this.browser.until(() -> !this.browser.all("#profile-face img[src^='/imgs/']").isEmpty());
		this.browser.one("#profile-name").clear();
		this.browser.type("#profile-name", "<b>Zoe</b>");
		this.browser.press("#profile-save");
		this.browser.untilText("#profile-note", "name");
		assertThat(this.browser.all("#profile-form")).as("the form stays where something is refused").hasSize(1);
		this.browser.one("#profile-name").clear();
		this.browser.type("#profile-name", "Zoe");
		this.browser.one("#profile-introduce").clear();
		this.browser.type("#profile-introduce", "Noodles & tea");
		this.browser.type("#profile-city", "Hangzhou");
		this.browser.one("#profile-gender").findElement(By.cssSelector("[value='1']")).click();
		assertThat(this.browser.barriers()).isEmpty();
		assertThat(this.browser.scrollsSideways()).isFalse();
		this.browser.picture("phone-en-light-profile");
		this.browser.press("#profile-save");
		this.browser.untilText("#person-name", "Zoe");
		assertThat(this.browser.text(".person-text")).contains("Noodles & tea", "Hangzhou");
		this.browser.open("#/me/edit");
		assertThat(this.browser.one("#profile-name").getDomProperty("value")).isEqualTo("Zoe");
		assertThat(this.browser.one("#profile-gender").getDomProperty("value")).isEqualTo("1");
		this.browser.complaints();
	}

	@Test
	void aDraftIsShownToNobodyElse() {
		this.browser.loginWith(this.guide.tokenOf(64));
		this.browser.open("#/write");
		this.browser.type("#title", "A secret");
		this.browser.loginWith(this.guide.tokenOf(65));
		this.browser.open("#/write");
		assertThat(this.browser.one("#title").getDomProperty("value")).isEmpty();
		this.browser.loginWith(this.guide.tokenOf(64));
		this.browser.open("#/write");
		assertThat(this.browser.one("#title").getDomProperty("value")).isEqualTo("A secret");
	}

	@Test
	void aViewThatCannotBeLoadedSaysSoAndCanBeAskedForAgain() {
		this.browser.open("#/");
		this.browser.block("views/posts.js");
		try {
			this.browser.press(".tabs a[href='#/posts']");
			this.browser.untilText("h1", "That did not work");
			assertThat(this.browser.text(".problem")).contains("This part of the page could not be loaded.");
		}
		finally {
			this.browser.block();
		}
		this.browser.press(".problem .primary");
		this.browser.until(() -> this.browser.has(this.browser.one("body"), "[data-view='posts']"));
		assertThat(this.browser.text("h1")).isNotEqualTo("That did not work");
		this.browser.complaints();
	}

	@Test
	void aViewWithAFaultSaysSoAndIsNotHalfShown() {
		this.browser.open("#/");
		this.browser.driver()
			.executeScript(
					"""
							const append = Element.prototype.append;
							Element.prototype.append = function (...nodes) {
								if (nodes.length && this.classList.contains('view-posts')) throw new TypeError('a fault of the test');
								return append.apply(this, nodes);
							};
							""");
		this.browser.press(".tabs a[href='#/posts']");
		this.browser.untilText("h1", "That did not work");
		assertThat(this.browser.text(".problem")).contains("This part of the page has a fault.");
		assertThat(this.browser.one("#main").getDomAttribute("aria-busy")).isNull();
		assertThat(this.browser.complaints()).anyMatch((line) -> line.contains("a fault of the test"));
		// The page starts anew.
		this.browser.press(".problem .primary");
		this.browser.until(() -> this.browser.has(this.browser.one("body"), "[data-view='posts']")
				&& !this.browser.text("h1").equals("That did not work"));
	}

	@Test
	void aDraftThatCannotBeReadIsAnEmptyOne() {
		this.browser.loginWith(this.guide.tokenOf(66));
		this.browser.open("#/write");
		this.browser.type("#title", "Half a thought");
		this.browser.driver()
			.executeScript(
					"""
							Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')).forEach((key) => sessionStorage.setItem(key, '{'));
							""");
		this.browser.driver().navigate().refresh();
		this.browser.arrived();
		assertThat(this.browser.one("#title").getDomProperty("value")).isEmpty();
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void aMessageIsKeptUntilItIsSentAndSentOnce() {
		String anna = this.guide.tokenOf(67);
		String chat = this.guide.post("/chat", anna, "{\"members\":[68]}").data().asString();
		this.browser.loginWith(anna);
		this.browser.open("#/chat/" + chat);
		this.browser.type("#message-text", "See you at eight");
		this.browser.driver().navigate().refresh();
		this.browser.arrived();
		assertThat(this.browser.one("#message-text").getDomProperty("value")).isEqualTo("See you at eight");
		// The first answer is lost on its way.
		this.browser.driver().executeScript("""
				const real = window.fetch;
				window.fetch = async (path, options) => {
					const answer = await real(path, options);
					if (options.method !== 'POST') return answer;
					window.fetch = real;
					throw new TypeError('a lost answer');
				};
				""");
		this.browser.press(".say button");
		this.browser.untilText("#toast", "The server cannot be reached.");
		assertThat(this.browser.one("#message-text").getDomProperty("value")).isEqualTo("See you at eight");
		this.browser.press(".say button");
		this.browser.until(() -> this.browser.one("#message-text").getDomProperty("value").isEmpty());
		JsonNode waiting = this.guide.get("/chat/pending", this.guide.tokenOf(68)).data();
		assertThat(waiting.get(0).path("messages")).hasSize(1);
		this.browser.driver().navigate().refresh();
		this.browser.arrived();
		assertThat(this.browser.one("#message-text").getDomProperty("value")).isEmpty();
		this.browser.complaints();
	}

	@Test
	void aPageWithoutTextsIsNotBlank() {
		this.browser.block("texts/");
		try {
			for (String page : List.of("#/", "operations.html")) {
				this.browser.visit(page);
				this.browser.until(() -> this.browser.one(".starting").isDisplayed());
				assertThat(this.browser.text(".starting")).contains("Load it again", "重新加载");
				this.browser.picture("desktop-starting" + page.substring(0, 2).replaceAll("\\W", ""));
			}
		}
		finally {
			this.browser.block();
		}
		this.browser.visit("#/shop/3");
		this.browser.arrived();
		assertThat(this.browser.all(".starting")).isEmpty();
		this.browser.complaints();
	}

	@Test
	void thePathFromTheLoginToAnOrderNeedsNoMouse() {
		long sale = Sales.create(this.guide, 3);
		this.browser.open("#/");
		this.browser.focused().sendKeys(Keys.TAB);
		assertThat(this.browser.has(this.browser.focused(), "#skip")).isTrue();
		this.browser.tabTo("#open-login");
		this.browser.focused().sendKeys(Keys.ENTER);
		this.browser.until(() -> this.browser.has(this.browser.focused(), "#login-phone"));
		this.browser.focused().sendKeys("keys" + sale + "@example.com");
		this.browser.tabTo("#login-send");
		this.browser.focused().sendKeys(Keys.ENTER);
		this.browser.until(() -> this.browser.has(this.browser.focused(), "#login-code")
				&& this.browser.focused().getDomProperty("value").length() == 6);
		this.browser.tabTo("#login-submit");
		this.browser.focused().sendKeys(Keys.ENTER);
		this.browser.until(() -> this.browser.has(this.browser.focused(), "#account-link"));

		this.browser.tabTo("[data-shop='8'] a");
		this.browser.focused().sendKeys(Keys.ENTER);
		this.browser.until(() -> this.browser.has(this.browser.focused(), "#shop-name"));
		this.browser.tabTo("#buy-" + sale);
		this.browser.focused().sendKeys(Keys.SPACE);
		this.browser.untilText("[data-voucher='" + sale + "'] .order-status", "to be paid");
		assertThat(this.browser.has(this.browser.focused(), "#buy-" + sale)).isTrue();
		assertThat(Sales.orders(this.guide, sale)).isOne();
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void theLanguageIsChangedAndKept() {
		this.browser.open("#/shop/3");
		assertThat(this.browser.one("html").getDomAttribute("lang")).isEqualTo("en");
		assertThat(this.browser.one("#shop-name").getDomAttribute("lang")).isEqualTo("zh-CN");
		assertThat(this.browser.one("#language").getDomAttribute("lang")).isEqualTo("zh-CN");
		this.browser.press("#language");
		this.browser.untilText("#vouchers-title", "优惠券");
		assertThat(this.browser.one("html").getDomAttribute("lang")).isEqualTo("zh-CN");
		assertThat(this.browser.text(".tabs")).contains("店铺", "笔记").doesNotContain("Shops");
		assertThat(this.browser.has(this.browser.focused(), "#language")).isTrue();
		this.browser.open("#/feed");
		assertThat(this.browser.text("h1")).isEqualTo("请先登录");
		this.browser.press("main .primary");
		this.browser.type("#login-phone", "x" + Keys.ENTER);
		this.browser.untilText("#login-note", "请输入手机号或电子邮箱。");
		this.browser.focused().sendKeys(Keys.ESCAPE);
		this.browser.press("#language");
		this.browser.untilText("h1", "Please log in");
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void signingInIsShownInTheCalendar() {
		OneDay.run(LocalDate::now, this::signingInIsShown);
	}

	private void signingInIsShown(LocalDate today) {
		this.browser.loginWith(this.guide.loginAsSomebody());
		this.browser.open("#/me");
		assertThat(this.browser.text("#streak")).isEqualTo("0 days in a row");
		this.browser.press("#sign");
		this.browser.untilText("#streak", "1 day in a row");
		assertThat(this.browser.text("#sign")).isEqualTo("Signed in today");
		assertThat(this.browser.one(".signed").getText()).startsWith(String.valueOf(today.getDayOfMonth()));
		assertThat(this.browser.all(".calendar td:not(:empty)")).hasSize(today.lengthOfMonth());
		this.browser.picture("desktop-sign-in");
		this.browser.press("[aria-label='Month before']");
		this.browser.until(() -> this.browser.all(".signed").isEmpty());
		assertThat(this.browser.all(".calendar td:not(:empty)")).hasSize(today.minusMonths(1).lengthOfMonth());
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void twoTalkToEachOther() {
		String anna = this.guide.tokenOf(60);
		String ben = this.guide.tokenOf(61);
		this.browser.loginWith(anna);
		this.browser.open("#/user/61");
		this.browser.press("#message");
		this.browser.until(() -> !this.browser.all("#message-text").isEmpty());
		this.browser.type("#message-text", "Dinner by the canal? <b>At six</b>" + Keys.ENTER);
		this.browser.untilText("#messages", "Dinner by the canal? <b>At six</b>");
		String first = this.browser.driver().getWindowHandle();

		// Another name of the same server is another place to keep a login.
		this.browser.driver().switchTo().newWindow(WindowType.WINDOW);
		String elsewhere = this.guide.base().toString().replace("localhost", "127.0.0.1");
		this.browser.driver().get(elsewhere + "/imgs/logo.svg");
		this.browser.loginWith(ben);
		this.browser.language("en");
		this.browser.driver().get(elsewhere + "/#/");
		this.browser.untilText("#unread", "1 unread message");
		this.browser.press(".tabs a[href='#/chats']");
		this.browser.press("#chats .chat-line a");
		this.browser.untilText("#messages .bubble:not(.own)", "Dinner by the canal? <b>At six</b>");
		this.browser.type("#message-text", "See you there" + Keys.ENTER);
		this.browser.untilText("#messages .own", "See you there");
		this.browser.until(() -> this.browser.all("#unread[hidden]").size() == 1);
		this.browser.driver().close();

		this.browser.driver().switchTo().window(first);
		this.browser.untilText("#messages .bubble:not(.own)", "See you there");
		this.browser.picture("desktop-chat");
		Object chat = this.browser.driver().executeScript("return location.hash");
		this.browser.open("#/user/61");
		this.browser.press("#message");
		this.browser.until(() -> this.browser.driver().executeScript("return location.hash").equals(chat));
		this.browser.until(() -> this.browser.all("#messages .bubble").size() == 2);
		assertThat(this.browser.complaints()).isEmpty();
	}

}
