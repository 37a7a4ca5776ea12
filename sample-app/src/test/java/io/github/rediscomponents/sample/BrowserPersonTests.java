package io.github.rediscomponents.sample;

import java.time.LocalDate;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WindowType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is one's own: the login, the language, signing in, chats.
 */
@ExtendWith(BrowserStage.class)
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
		this.browser.one("#login-phone").clear();
		this.browser.type("#login-phone", "13800138000");
		this.browser.press("#login-send");
		this.browser.until(() -> this.browser.one("#login-code").getDomProperty("value").matches("[0-9]{6}"));
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
		this.browser.loginWith(this.guide.loginAsSomebody());
		this.browser.open("#/me");
		assertThat(this.browser.text("#streak")).isEqualTo("0 days in a row");
		this.browser.press("#sign");
		this.browser.untilText("#streak", "1 day in a row");
		assertThat(this.browser.text("#sign")).isEqualTo("Signed in today");
		assertThat(this.browser.one(".signed").getText()).startsWith(String.valueOf(LocalDate.now().getDayOfMonth()));
		assertThat(this.browser.all(".calendar td:not(:empty)")).hasSize(LocalDate.now().lengthOfMonth());
		this.browser.picture("desktop-sign-in");
		this.browser.press("[aria-label='Month before']");
		this.browser.until(() -> this.browser.all(".signed").isEmpty());
		assertThat(this.browser.all(".calendar td:not(:empty)"))
			.hasSize(LocalDate.now().minusMonths(1).lengthOfMonth());
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
		String chat = this.browser.driver().getCurrentUrl();
		this.browser.open("#/user/61");
		this.browser.press("#message");
		this.browser.until(() -> this.browser.driver().getCurrentUrl().equals(chat));
		this.browser.until(() -> this.browser.all("#messages .bubble").size() == 2);
		assertThat(this.browser.complaints()).isEmpty();
	}

}
