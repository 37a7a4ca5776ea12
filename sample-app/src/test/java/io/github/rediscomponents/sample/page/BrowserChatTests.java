// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.page;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.rediscomponents.messaging.GroupChats;
import io.github.rediscomponents.sample.fixture.City;
import io.github.rediscomponents.sample.fixture.Guide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What was said in a chat, on a browser that has not seen it.
 */
@ExtendWith(CityStage.class)
class BrowserChatTests {

	private final Browser browser;

	private final Guide guide;

	BrowserChatTests(Browser browser, City city) {
		this.browser = browser;
		this.guide = city.guide();
	}

	@Test
	void aSecondBrowserShowsAllThatWasSaid() {
		String anna = this.guide.tokenOf(70);
		String chat = chat(anna, 71, 75);
		long last = say(anna, chat, "line 75");
		// Both have read it elsewhere.
		this.guide.put("/chat/" + chat + "/read?upTo=" + last, anna).assertDone();
		this.guide.put("/chat/" + chat + "/read?upTo=" + last, this.guide.tokenOf(71)).assertDone();
		this.browser.phone();
		this.browser.loginWith(anna);
		this.browser.open("#/chats");
		this.browser.untilText("#chats [data-chat='" + chat + "']", "line 75");
		this.browser.open("#/chat/" + chat);
		this.browser.until(() -> this.browser.all(".bubble").size() == 30);
		assertThat(this.browser.barriers()).isEmpty();
		this.browser.picture("phone-chat-history");
		scrollUp();
		this.browser.until(() -> this.browser.all(".bubble").size() == 60);
		scrollUp();
		this.browser.until(() -> this.browser.all(".bubble").size() == 76);
		assertThat(this.browser.all("#earlier")).isEmpty();
		assertThat(said()).isEqualTo(IntStream.rangeClosed(0, 75).mapToObj((i) -> "line " + i).toList());
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void earlierLinesAreReachedByKeyboard() {
		String anna = this.guide.tokenOf(72);
		String chat = chat(anna, 73, 39);
		this.guide.put("/chat/" + chat + "/read?upTo=" + say(anna, chat, "line 39"), anna).assertDone();
		this.browser.loginWith(anna);
		this.browser.open("#/chat/" + chat);
		this.browser.until(() -> this.browser.all(".bubble").size() == 30);
		this.browser.tabTo("#messages");
		// The button comes into sight with the focus, and presses itself.
		this.browser.focused().sendKeys(Keys.TAB);
		this.browser.until(() -> this.browser.all(".bubble").size() == 40);
		this.browser.until(() -> this.browser.has(this.browser.focused(), "#messages"));
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void whatIsSaidOnOneBrowserAppearsOnTheOther() {
		String anna = this.guide.tokenOf(74);
		String chat = chat(anna, 75, 1);
		this.browser.loginWith(anna);
		this.browser.open("#/chat/" + chat);
		this.browser.until(() -> said().equals(List.of("line 0")));
		// Said and read on another device.
		long number = say(anna, chat, "from the phone");
		this.guide.put("/chat/" + chat + "/read?upTo=" + number, anna).assertDone();
		this.browser.until(() -> said().equals(List.of("line 0", "from the phone")));
		this.browser.open("#/");
		say(anna, chat, "and once more");
		this.browser.driver().navigate().refresh();
		this.browser.arrived();
		assertThat(this.browser.all("#unread[hidden]")).hasSize(1);
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void allThatWaitsIsShownBeforeItCountsAsRead() {
		String anna = this.guide.tokenOf(76);
		String chat = chat(this.guide.tokenOf(77), 76, 45);
		// An instance of an earlier release sends lines that the database does not have.
		this.guide.bean(GroupChats.class).get(Old.class).send(chat, "77", new Old("of an earlier release"));
		this.browser.loginWith(anna);
		this.browser.open("#/chat/" + chat);
		List<String> all = Stream
			.concat(IntStream.range(0, 45).mapToObj((i) -> "line " + i), Stream.of("of an earlier release"))
			.toList();
		this.browser.until(() -> said().equals(all));
		this.browser.until(() -> this.guide.get("/chat/pending", anna).list().isEmpty());
		say(this.guide.tokenOf(77), chat, "the next one");
		this.browser.until(() -> said().size() == 47);
		assertThat(said()).startsWith(all.toArray(String[]::new)).endsWith("the next one");
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void aMessageWhoseAnswerWasLostIsSentOnceThoughThePageIsLoadedAgain() {
		String anna = this.guide.tokenOf(78);
		String chat = chat(anna, 79, 0);
		this.browser.loginWith(anna);
		this.browser.open("#/chat/" + chat);
		this.browser.tabTo("#message-text");
		this.browser.driver().executeScript("""
				const real = window.fetch;
				window.fetch = async (address, options) => {
					const answer = await real(address, options);
					if (options?.method !== 'POST') return answer;
					window.lost = true;
					return new Promise(() => {});
				};
				""");
		this.browser.focused().sendKeys("only once", Keys.ENTER);
		this.browser.until(() -> Boolean.TRUE.equals(this.browser.driver().executeScript("return window.lost")));
		this.browser.driver().navigate().refresh();
		this.browser.arrived();
		this.browser.until(() -> !this.browser.all("#message-text").isEmpty());
		this.browser.tabTo("#message-text");
		assertThat(this.browser.focused().getDomProperty("value")).isEqualTo("only once");
		this.browser.focused().sendKeys(Keys.ENTER);
		this.browser.until(() -> "".equals(this.browser.focused().getDomProperty("value")));
		assertThat(this.guide.get("/chat/" + chat + "/messages", anna).list()).hasSize(1);
		this.browser.until(() -> said().equals(List.of("only once")));
	}

	@Test
	void aSenderLearnsThatAMessageWasRefusedLater() {
		for (String text : List.of("<img src=x onerror=alert(1)>", "x".repeat(1000), "مرحبا 👋")) {
			this.guide.bean(JdbcClient.class)
				.sql("INSERT INTO tb_chat_refusal (id, user_id, content, create_time) "
						+ "VALUES ((SELECT COALESCE(MAX(id), 0) + 1 FROM tb_chat_refusal), 59, ?, LOCALTIMESTAMP(3))")
				.param(text)
				.update();
		}
		this.browser.loginWith(this.guide.tokenOf(59));
		this.browser.phone();
		this.browser.open("#/chats");
		assertThat(this.browser.all("#refused li")).hasSize(3);
		assertThat(this.browser.text("#refused")).contains("This message was not delivered", "<img src=x", "مرحبا 👋");
		assertThat(this.browser.scrollsSideways()).isFalse();
		assertThat(this.browser.barriers()).isEmpty();
		this.browser.picture("phone-en-light-refused");
		for (int left = 2; left >= 0; left--) {
			int expected = left;
			this.browser.tabTo("#refused button");
			this.browser.focused().sendKeys(Keys.ENTER);
			this.browser.until(() -> this.browser.all("#refused li").size() == expected);
		}
		assertThat(this.browser.has(this.browser.focused(), "main h1")).isTrue();
		this.browser.open("#/chats");
		assertThat(this.browser.all("#refused")).isEmpty();
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void whatIsTypedWhileAMessageIsOnItsWayStays() {
		String anna = this.guide.tokenOf(55);
		String chat = chat(anna, 56, 0);
		this.browser.loginWith(anna);
		this.browser.open("#/chat/" + chat);
		this.browser.driver().executeScript("""
				const real = window.fetch;
				window.fetch = async (address, options) => {
					if (options?.method === 'POST') await new Promise((go) => { window.letGo = go; });
					return real(address, options);
				};
				""");
		this.browser.type("#message-text", "one" + Keys.ENTER);
		this.browser.until(() -> Boolean.TRUE.equals(this.browser.driver().executeScript("return !!window.letGo")));
		this.browser.type("#message-text", " and two");
		this.browser.driver().executeScript("window.letGo()");
		this.browser.until(() -> said().equals(List.of("one")));
		assertThat(this.browser.one("#message-text").getDomProperty("value")).isEqualTo("one and two");
		this.browser.driver().navigate().refresh();
		this.browser.arrived();
		assertThat(this.browser.one("#message-text").getDomProperty("value")).isEqualTo("one and two");
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void aLoginThatEndsWhileAMessageIsTypedKeepsItAndLeadsToThatNews() {
		String token = this.guide.tokenOf(47);
		String chat = chat(token, 48, 1);
		this.browser.loginWith(token);
		this.browser.open("#/chat/" + chat);
		this.browser.type("#message-text", "half a thought");
		this.guide.post("/user/logout", token).assertDone();
		this.browser.untilText("main h1", "Please log in");
		assertThat(this.browser.has(this.browser.focused(), "main h1")).isTrue();
		this.browser.loginWith(this.guide.tokenOf(47));
		this.browser.open("#/chat/" + chat);
		assertThat(this.browser.one("#message-text").getDomProperty("value")).isEqualTo("half a thought");
		this.browser.complaints();
	}

	@Test
	void aSecondPressBeginsNoSecondChat() {
		String anna = this.guide.tokenOf(53);
		this.browser.loginWith(anna);
		this.browser.open("#/user/54");
		this.browser.driver().executeScript("""
				const button = document.querySelector('#message');
				button.click();
				button.click();
				""");
		this.browser.until(() -> !this.browser.all("#message-text").isEmpty());
		assertThat(this.guide.get("/chat", anna).list()).hasSize(1);
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void aChatThatIsBegunInTwoTabsAtOnceIsOne() {
		String token = this.guide.loginAsSomebody();
		this.browser.loginWith(token);
		this.browser.open("#/user/5");
		assertThat(this.browser.driver().executeAsyncScript("""
				const done = arguments[0];
				// A module of another tab is another module.
				Promise.all([import('/js/parts/chat-with.js'), import('/js/parts/chat-with.js?other')])
					.then((tabs) => Promise.all(tabs.map((tab) => tab.chatWith(5))))
					.then((chats) => done(new Set(chats).size), (error) => done(String(error)));
				""")).isEqualTo(1L);
		assertThat(this.guide.get("/chat", token).list()).hasSize(1);
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void aChatWithSomebodyBeginsAnewOnceItHasEnded() {
		String token = this.guide.loginAsSomebody();
		this.browser.loginWith(token);
		String first = begin(6);
		long own = this.guide.get("/user/me", token).data().path("id").asLong();
		this.guide.delete("/chat/" + first + "/members/" + own, token).assertDone();
		assertThat(begin(6)).isNotEqualTo(first);
		assertThat(this.browser.complaints()).isEmpty();
	}

	private String begin(long user) {
		this.browser.open("#/user/" + user);
		this.browser.press("#message");
		this.browser.until(() -> this.browser.driver().getCurrentUrl().contains("#/chat/"));
		String url = this.browser.driver().getCurrentUrl();
		return url.substring(url.lastIndexOf('/') + 1);
	}

	private String chat(String token, int other, int lines) {
		String chat = this.guide.post("/chat", token, "{\"members\":[%d]}".formatted(other)).data().asString();
		IntStream.range(0, lines).forEach((i) -> say(token, chat, "line " + i));
		return chat;
	}

	private long say(String token, String chat, String text) {
		return this.guide.post("/chat/" + chat + "/messages", token, "{\"text\":\"%s\"}".formatted(text))
			.data()
			.asLong();
	}

	private List<String> said() {
		return this.browser.all(".bubble .said").stream().map(WebElement::getText).toList();
	}

	private record Old(String text) {
	}

	private void scrollUp() {
		this.browser.driver().executeScript("document.querySelector('#messages').scrollTop = 0");
	}

}
