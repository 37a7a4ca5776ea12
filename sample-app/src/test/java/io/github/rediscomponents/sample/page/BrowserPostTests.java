// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.github.rediscomponents.sample.fixture.City;
import io.github.rediscomponents.sample.fixture.Guide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Posts, likes, following and the feed, as a browser shows them.
 */
@ExtendWith(CityStage.class)
class BrowserPostTests {

	private final Browser browser;

	private final Guide guide;

	private final List<Long> posts;

	BrowserPostTests(Browser browser, City city) {
		this.browser = browser;
		this.guide = city.guide();
		this.posts = city.posts();
	}

	@Test
	void aPostIsPublishedOnceHoweverOftenThatIsPressedAndMovesNobodyWhoWentElsewhere() {
		String token = this.guide.tokenOf(52);
		this.browser.loginWith(token);
		this.browser.open("#/write?shop=3");
		this.browser.type("#title", "Pressed twice");
		this.browser.type("#text", "\u202Eback to front\u202C <script>alert(1)</script> مرحبا");
		this.browser.driver().executeScript("""
				const real = window.fetch;
				window.posts = 0;
				window.fetch = async (address, options) => {
					const answer = await real(address, options);
					if (options?.method === 'POST') {
						window.posts += 1;
						await new Promise((go) => { window.letGo = go; });
					}
					return answer;
				};
				const form = document.querySelector('#write-form');
				form.requestSubmit();
				form.requestSubmit();
				""");
		this.browser.until(() -> Boolean.TRUE.equals(this.browser.driver().executeScript("return !!window.letGo")));
		this.browser.press(".tabs a[href='#/posts']");
		this.browser.until(() -> this.browser.has(this.browser.one("body"), "[data-view='posts']"));
		this.browser.driver().executeScript("window.letGo()");
		this.browser.untilText("#toast", "published");
		assertThat(this.browser.driver().getCurrentUrl()).endsWith("#/posts");
		assertThat(this.browser.driver().executeScript("return window.posts")).isEqualTo(1L);
		assertThat(this.guide.get("/blog/of/user?id=52", token).list()).hasSize(1);
		this.browser.open("#/write");
		assertThat(this.browser.one("#title").getDomProperty("value")).isEmpty();
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void aPostWhoseAnswerIsLostIsPublishedOnce() {
		String token = this.guide.tokenOf(53);
		this.browser.loginWith(token);
		this.browser.open("#/write?shop=3");
		this.browser.type("#title", "Lost answer");
		this.browser.type("#text", "Here it is.");
		this.browser.loseAnswer();
		this.browser.press("#publish");
		this.browser.until(() -> !this.browser.text("#write-note").isEmpty());
		this.browser.open("#/write");
		this.browser.press("#publish");
		this.browser.untilText("#toast", "published");
		assertThat(this.guide.get("/blog/of/user?id=53", token).list()).hasSize(1);
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void aLikeIsCountedAndTakenBack() {
		this.browser.loginWith(this.guide.tokenOf(40));
		this.browser.open("#/post/" + this.posts.get(2));
		String like = "#like-" + this.posts.get(2);
		int before = Integer.parseInt(this.browser.text(like + " .count"));
		this.browser.press(like);
		this.browser.until(() -> "true".equals(this.browser.one(like).getDomAttribute("aria-pressed")));
		this.browser.untilText(like + " .count", String.valueOf(before + 1));
		this.browser.until(() -> this.browser.all("#likers li").size() == Math.min(5, before + 1));
		this.browser.press(like);
		this.browser.until(() -> "false".equals(this.browser.one(like).getDomAttribute("aria-pressed")));
		this.browser.untilText(like + " .count", String.valueOf(before));
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void aLikeWhoseAnswerIsLostIsGivenByTheSecondPress() {
		long post = this.posts.get(2);
		String token = this.guide.tokenOf(43);
		this.browser.loginWith(token);
		this.browser.open("#/post/" + post);
		String like = "#like-" + post;
		this.browser.loseAnswer();
		this.browser.press(like);
		this.browser.until(() -> !this.browser.text("#toast").isEmpty());
		this.browser.press(like);
		this.browser.until(() -> "true".equals(this.browser.one(like).getDomAttribute("aria-pressed")));
		assertThat(this.guide.get("/blog/" + post, token).data().path("isLike").asBoolean()).isTrue();
		this.browser.press(like);
		this.browser.until(() -> "false".equals(this.browser.one(like).getDomAttribute("aria-pressed")));
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void aPostIsWrittenWithPicturesAndDeleted(@TempDir Path folder) throws IOException {
		Path first = Files.write(folder.resolve("first.png"), City.picture(77));
		Path second = Files.write(folder.resolve("second.png"), City.picture(78));
		this.browser.loginWith(this.guide.tokenOf(41));
		this.browser.open("#/write");
		this.browser.type("#shop", "103");
		this.browser.until(() -> this.browser.all("#shop-list [role=option]").size() == 1);
		this.browser.focused().sendKeys(Keys.ARROW_DOWN, Keys.ENTER);
		this.browser.type("#title", "Tea & <cake>");
		this.browser.type("#text", "First line" + Keys.ENTER + "<b>1 < 2</b>");
		this.browser.type("#pictures", first + "\n" + second);
		this.browser.until(() -> this.browser.all("#thumbs img").size() == 2);
		this.browser.press("#thumbs li:nth-child(2) .remove");
		this.browser.until(() -> this.browser.all("#thumbs img").size() == 1);
		this.browser.driver().navigate().refresh();
		this.browser.arrived();
		assertThat(this.browser.one("#title").getDomProperty("value")).isEqualTo("Tea & <cake>");
		this.browser.picture("desktop-write");
		this.browser.press("#publish");

		this.browser.untilText("h1", "Tea & <cake>");
		assertThat(this.browser.text("#post-text")).isEqualTo("First line<b>1 < 2</b>");
		assertThat(this.browser.all("#post-text br")).hasSize(1);
		assertThat(this.browser.all("#post-text b")).isEmpty();
		this.browser.until(() -> loaded(this.browser.one(".gallery img")));
		this.browser.press("#delete");
		this.browser.press("#confirm-yes");
		this.browser.until(() -> this.browser.driver().getCurrentUrl().endsWith("#/me"));
		this.browser.untilText("main", "No posts yet.");
		assertThat(this.browser.complaints()).isEmpty();
	}

	private boolean loaded(WebElement image) {
		return !"0".equals(image.getDomProperty("naturalWidth"));
	}

	@Test
	void onlyTheElementsThatAreAllowedBecomeElements() {
		this.browser.open("#/posts");
		Object html = this.browser.driver()
			.executeAsyncScript(
					"""
							const done = arguments[arguments.length - 1];
							import('/js/safe-html.js').then(({ content, plain }) => {
								const box = document.createElement('div');
								box.append(...content('<p onclick="x()">a<b style="x">b</b><a href="javascript:x">c</a></p><img src=x onerror=x>'
									+ '<script>d</' + 'script><svg><b>e</b></svg>&lt;i&gt;<br>'));
								done([box.innerHTML, plain('1 &lt; 2 <b>x</b>')]);
							});
							""");
		assertThat(html).isEqualTo(List.of("<p>a<b>b</b>c</p><b>e</b>&lt;i&gt;<br>", "1 < 2 x"));
	}

	@Test
	void anAuthorIsFollowedAndSharedWithOthers() {
		this.guide.put("/follow/4/true", this.guide.tokenOf(2)).assertDone();
		this.browser.loginWith(this.guide.loginAsSomebody());
		this.browser.open("#/user/4");
		assertThat(this.browser.all("#posts .post-card")).isNotEmpty();
		this.browser.press("#follow-4");
		this.browser.untilText("#follow-4", "Following");
		this.browser.open("#/user/2");
		assertThat(this.browser.all("#common li")).hasSize(1);
		assertThat(this.browser.one("#common a").getDomAttribute("href")).isEqualTo("#/user/4");
		this.browser.picture("desktop-author");
		this.browser.open("#/user/4");
		assertThat(this.browser.text("#follow-4")).isEqualTo("Following");
		this.browser.press("#follow-4");
		this.browser.untilText("#follow-4", "Follow");
		this.browser.until(() -> "false".equals(this.browser.one("#follow-4").getDomAttribute("aria-pressed")));
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void theFeedScrollsToItsEndWithEachPostOnce() {
		String author = this.guide.tokenOf(50);
		String reader = this.guide.loginAsSomebody();
		this.guide.put("/follow/50/true", reader).assertDone();
		List<String> written = new java.util.ArrayList<>();
		for (int i = 1; i <= 35; i++) {
			written.add(0, String.valueOf(City.write(this.guide, author, "Story " + i, "Day " + i, "", 1)));
		}
		this.browser.loginWith(reader);
		this.browser.phone();
		this.browser.until(() -> {
			this.browser.open("#/feed");
			return this.browser.text("#feed .post-card h2").equals("Story 35");
		});
		this.browser.picture("phone-feed");
		this.browser.until(() -> {
			this.browser.driver().executeScript("scrollTo(0, document.body.scrollHeight)");
			return this.browser.text(".end").equals("You have seen everything.");
		});
		assertThat(this.browser.all("#feed [data-post]").stream().map((post) -> post.getDomAttribute("data-post")))
			.containsExactlyElementsOf(written);
		assertThat(this.browser.all("#feed [data-post]").get(34).getDomAttribute("aria-posinset")).isEqualTo("35");
		assertThat(this.browser.complaints()).isEmpty();
	}

}
