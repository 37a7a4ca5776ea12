// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.page;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.rediscomponents.sample.fixture.Guide;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a visitor sees of a demonstration that was just started.
 */
@EnabledIf("io.github.rediscomponents.sample.page.Browser#isInstalled")
class BrowserFirstLookTests {

	/** Whether all pictures that are in sight are there. */
	private static final String PICTURES = """
			return [...document.querySelectorAll('main img, .top img')]
				.filter((one) => one.getBoundingClientRect().top < innerHeight)
				.every((one) => one.complete && one.naturalWidth > 0);
			""";

	/** Names that are cut, broken into letters, or wider than their card. */
	private static final String CUT_NAMES = """
			return [...document.querySelectorAll('.byline > span:last-child, .name')]
				.filter((one) => one.offsetParent !== null)
				.filter((one) => {
					const card = one.closest('.card, .panel, li, article');
					const outside = card && one.getBoundingClientRect().right > card.getBoundingClientRect().right + 1;
					const broken = one.matches('.byline > span') && one.textContent.length > 2 && one.offsetWidth < 30;
					return outside || broken || (one.matches('.byline > span') && one.scrollWidth > one.clientWidth + 1
						&& getComputedStyle(one).overflow !== 'visible');
				}).map((one) => one.textContent);
			""";

	/** How far visible things moved by themselves, as browsers measure it. */
	private static final String MOVED = """
			const done = arguments[arguments.length - 1];
			new PerformanceObserver((list) => done(list.getEntries().reduce((sum, one) => sum + one.value, 0)))
				.observe({ type: 'layout-shift', buffered: true });
			setTimeout(() => done(0), 1000);
			""";

	private static final String COLUMNS = """
			const [first, second] = document.querySelector('.with-side, .with-chats').children;
			const a = first.getBoundingClientRect();
			const b = second.getBoundingClientRect();
			return b.left >= a.right && b.right - a.left > 1000 && Math.abs(a.top - b.top) < 100;
			""";

	private static Guide guide;

	private static Browser browser;

	@BeforeAll
	static void start(@TempDir Path profile) {
		guide = Guide.start(new Guide.Settings().without("city-guide.import.demo-people"));
		browser = new Browser(guide.base(), profile);
		await().atMost(Duration.ofMinutes(3))
			.until(() -> guide.bean(JdbcClient.class)
				.sql("SELECT COUNT(*) FROM tb_import WHERE name = 'demo-life'")
				.query(Long.class)
				.single() == 1);
	}

	@AfterAll
	static void stop() {
		browser.close();
		guide.close();
	}

	@BeforeEach
	void forget() {
		browser.driver().executeCdpCommand("Network.enable", Map.of());
		delay(0);
		browser.block();
		browser.forget();
	}

	@ParameterizedTest
	@CsvSource({ "desktop, en, light, true", "desktop, zh, dark, false", "phone, zh, light, false",
			"phone, en, dark, false" })
	void theCityIsAliveAtFirstSight(String size, String language, String scheme, boolean anew) {
		browser.language(language);
		browser.loginWith(guide.loginAsSomebody());
		if (size.equals("phone")) {
			browser.phone();
		}
		browser.scheme(scheme);
		SoftAssertions softly = new SoftAssertions();
		browser.open("#/nowhere");
		for (Map.Entry<String, String> view : views().entrySet()) {
			String name = view.getKey();
			int wrong = softly.errorsCollected().size();
			if (anew) {
				browser.open(view.getValue());
			}
			else {
				browser.goOn(view.getValue());
			}
			browser.until(() -> Boolean.TRUE.equals(browser.driver().executeScript(PICTURES)));
			softly.assertThat(texts(CUT_NAMES)).as(name).isEmpty();
			softly.assertThat(browser.scrollsSideways()).as(name).isFalse();
			softly.assertThat(browser.barriers()).as(name).isEmpty();
			String picture = "first-" + size + "-" + language + "-" + scheme + "-" + name;
			browser.picture(picture);
			if (softly.errorsCollected().size() > wrong) {
				browser.failure(picture);
			}
		}
		softly.assertThat(browser.complaints()).isEmpty();
		softly.assertAll();
	}

	private static Map<String, String> views() {
		String post = guide.get("/blog/hot").list().get(0).path("id").asString();
		return Map.ofEntries(Map.entry("shops", "#/"), Map.entry("shop", "#/shop/3"), Map.entry("posts", "#/posts"),
				Map.entry("post", "#/post/" + post), Map.entry("feed", "#/feed"), Map.entry("chats", "#/chats"),
				Map.entry("search", "#/search?name=KTV"), Map.entry("write", "#/write?shop=3"),
				Map.entry("person", "#/user/24"));
	}

	@Test
	void shopsAndPeopleDiffer() {
		browser.open("#/");
		browser.until(() -> browser.all("#shops .shop-card").size() == 9);
		assertThat(sources("#shops .cover img")).hasSize(9).doesNotHaveDuplicates();
		browser.open("#/?type=2");
		browser.until(() -> browser.all("#shops .shop-card").size() == 5);
		assertThat(sources("#shops .cover img")).hasSize(5).doesNotHaveDuplicates();
		assertThat(sources("#activities .avatar img")).hasSize(10).allMatch((face) -> face.startsWith("/imgs/faces/"));
		browser.open("#/posts");
		assertThat(sources("#posts .byline img")).hasSizeGreaterThan(8).doesNotHaveDuplicates();
	}

	@Test
	void aFaceThatCannotBeLoadedLeavesTheLetter() {
		browser.block("/imgs/faces/");
		browser.open("#/posts");
		browser.until(() -> browser.all("#posts .byline").size() >= 10);
		browser.until(() -> browser.all("#posts .post-card:first-child .avatar img").isEmpty());
		assertThat(browser.text("#posts .post-card:first-child .avatar")).hasSize(1);
		browser.complaints();
	}

	@Test
	void aNewVisitorHasAFeedAndAChat() {
		browser.loginWith(guide.loginAsSomebody());
		browser.open("#/feed");
		assertThat(browser.all("#feed .post-card")).hasSizeGreaterThan(5);
		browser.open("#/chats");
		assertThat(browser.text("#chats .badge")).startsWith("5");
		browser.press("#chats .chat-line a");
		browser.until(() -> browser.all("#messages .bubble").size() == 5);
		assertThat(browser.all(".other-chats [data-current]")).hasSize(1);
		browser.picture("first-desktop-en-light-chat");
		assertThat(browser.barriers()).isEmpty();
		assertThat(browser.complaints()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "#/feed", "#/chats", "#/search?name=KTV", "#/write?shop=3", "#/posts" })
	void aDesktopIsFilled(String address) {
		browser.loginWith(guide.loginAsSomebody());
		browser.open(address);
		assertThat(browser.driver().executeScript(COLUMNS)).isEqualTo(true);
		browser.phone();
		assertThat(browser.driver().executeScript(COLUMNS)).isEqualTo(false);
	}

	@Test
	void theFirstViewIsAskedForBeforeTheModulesAreThere() {
		delay(150);
		for (String address : List.of("#/", "#/?type=2&sort=score")) {
			browser.visit(address);
			browser.until(() -> !browser.all("#shops .shop-card").isEmpty());
			double modules = number("return Math.max(...performance.getEntriesByType('resource')"
					+ ".filter((one) => one.name.includes('/js/')).map((one) => one.responseEnd))");
			for (String path : List.of("/shop-type/list", "/shop/of/type", "/activity/latest", "/texts/en.json")) {
				assertThat(number("return performance.getEntriesByType('resource')"
						+ ".filter((one) => one.name.includes('" + path + "')).length"))
					.as(path)
					.isEqualTo(1);
				assertThat(number("return performance.getEntriesByType('resource')"
						+ ".find((one) => one.name.includes('" + path + "')).startTime"))
					.as(path)
					.isLessThan(modules);
			}
		}
		browser.visit("#/");
		browser.until(() -> !browser.all("#shops .shop-card").isEmpty());
		System.out.println("At 150 ms of delay the shops are there after "
				+ Math.round(number("return Math.min(...performance.getEntriesByType('resource')"
						+ ".filter((one) => one.name.includes('/imgs/scenes/')).map((one) => one.startTime))"))
				+ " ms");
		assertThat(browser.complaints()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "desktop, #/", "desktop, #/posts", "phone, #/", "phone, #/search?name=KTV" })
	void nothingMovesWhileTheFirstViewIsLoaded(String size, String address) {
		if (size.equals("phone")) {
			browser.phone();
		}
		delay(150);
		browser.open(address);
		assertThat(((Number) browser.driver().executeAsyncScript(MOVED)).doubleValue()).isLessThan(0.1);
	}

	@Test
	void whatIsAskedForEarlyIsAskedForAgainWhereTheAddressNamesAnotherType() {
		browser.open("#/?type=77");
		assertThat(browser.all("#shops .shop-card")).hasSize(9);
		browser.visit("#/shop/3");
		browser.arrived();
		assertThat(number("return performance.getEntriesByType('resource')"
				+ ".filter((one) => one.name.includes('/shop/of/type')).length"))
			.isZero();
		assertThat(browser.complaints()).isEmpty();
	}

	private static void delay(int millis) {
		browser.driver()
			.executeCdpCommand("Network.emulateNetworkConditions",
					Map.of("offline", false, "latency", millis, "downloadThroughput", -1, "uploadThroughput", -1));
	}

	private static double number(String script) {
		return ((Number) browser.driver().executeScript(script)).doubleValue();
	}

	private static List<String> sources(String selector) {
		return browser.all(selector).stream().map((image) -> String.valueOf(image.getDomAttribute("src"))).toList();
	}

	@SuppressWarnings("unchecked")
	private static List<String> texts(String script) {
		return (List<String>) browser.driver().executeScript(script);
	}

}
