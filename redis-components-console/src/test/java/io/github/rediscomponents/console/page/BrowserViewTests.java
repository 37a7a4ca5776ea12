// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.page;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every view of the console on a phone and on a desktop: what is there is shown, there
 * are no barriers, nothing scrolls sideways, and there is a picture of each. One look
 * opens each view by its address, the others follow the links of one page.
 */
@ExtendWith(PageStage.class)
class BrowserViewTests {

	private static final Pattern CHINESE = Pattern.compile("\\p{IsHan}|^ID$|^key$|^$");

	private static final String OPEN_ALL = """
			document.querySelectorAll('#view details.panel:not([id^=list]) > summary').forEach((summary) => summary.click());
			""";

	private final Browser browser;

	private final Shop shop;

	BrowserViewTests(Browser browser, Shop shop) {
		this.browser = browser;
		this.shop = shop;
	}

	private static Map<String, String> views() {
		Map<String, String> views = new LinkedHashMap<>();
		views.put("overview", "");
		views.put("task-queues", "#/room/task-queue");
		views.put("task-queue", "#/room/task-queue/orders");
		views.put("stream-queues", "#/room/stream-queue");
		views.put("delay-queue", "#/room/delay-queue/reminders");
		views.put("locks", "#/room/lock");
		views.put("lock", "#/room/lock/" + encoded(Shop.EVIL));
		views.put("semaphores", "#/room/semaphore");
		views.put("semaphore", "#/room/semaphore/printer");
		views.put("limits", "#/room/ratelimit");
		views.put("caches", "#/room/cache");
		views.put("cache", "#/room/cache/shop");
		views.put("sessions", "#/room/session");
		views.put("sessions-of-a-user", "#/room/session/alice");
		views.put("ids", "#/room/id");
		views.put("bloom-filters", "#/room/bloom-filter");
		views.put("bloom-filter", "#/room/bloom-filter/emails");
		views.put("limit-queues", "#/room/limit-queue");
		views.put("limit-queue", "#/room/limit-queue/recent");
		views.put("page-views", "#/room/view-counter");
		views.put("page-views-of-a-group", "#/room/view-counter/shop");
		views.put("topics", "#/room/topic");
		views.put("prefix-indexes", "#/room/prefix-index");
		views.put("processes", "#/processes");
		views.put("settings", "#/settings");
		views.put("refusals", "#/refusals");
		views.put("nowhere", "#/nowhere");
		return views;
	}

	/** The names of fields and columns that are no name of the data themselves. */
	private List<?> labels() {
		return (List<?>) this.browser
			.run("""
					const texts = (selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent.trim());
					const policies = texts('#table-policies tbody tr > :first-child');
					return texts('#view dt, #view thead th').filter((text) => !policies.includes(text));
					""");
	}

	private static String encoded(String name) {
		return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
	}

	@ParameterizedTest
	@CsvSource({ "desktop, en, light, true", "desktop, zh, dark, false", "phone, zh, light, false",
			"phone, en, dark, false" })
	void everyViewIsOpenToAll(String size, String language, String scheme, boolean anew) {
		if (size.equals("phone")) {
			this.browser.phone();
		}
		this.browser.scheme(scheme);
		this.browser.language(language);
		SoftAssertions softly = new SoftAssertions();
		views().forEach((name, address) -> {
			int wrong = softly.errorsCollected().size();
			if (anew || address.isEmpty()) {
				this.browser.open(this.shop, address);
			}
			else {
				this.browser.goOn(address);
			}
			this.browser.run(OPEN_ALL);
			this.browser.arrived();
			softly.assertThat(this.browser.scrollsSideways()).as(name).isFalse();
			softly.assertThat(this.browser.barriers()).as(name).isEmpty();
			softly.assertThat(this.browser.text("#banner")).as(name).isEmpty();
			softly.assertThat(this.browser.driver().getTitle()).as(name).endsWith("Redis Components");
			if (language.equals("zh")) {
				softly.assertThat(labels()).as(name).allMatch((label) -> CHINESE.matcher(String.valueOf(label)).find());
			}
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
	void theNavigationCountsAndWarns() {
		this.browser.open(this.shop, "");
		this.browser.untilText(".alarms", Shop.DEAD + " dead letters in orders");
		this.browser.until(() -> this.browser.text("#rooms a[href='#/room/lock'] .count").equals("2"));
		assertThat(this.browser.text("#rooms a[href='#/room/task-queue'] .alarm")).contains("alarm");
		assertThat(this.browser.text("#application")).isEqualTo("Shop " + Shop.EVIL);
		this.browser.press("#rooms a[href='#/processes']");
		this.browser.until(() -> this.browser.all("#table-processes tbody tr").size() == 2);
		assertThat(this.browser.text("#table-processes")).contains("serves this page", "collects");
	}

	@Test
	void namesThatAreMarkupAreText() {
		this.browser.open(this.shop, "#/room/lock");
		this.browser.untilText("#table-held", Shop.EVIL);
		this.browser.open(this.shop, "#/room/task-queue/" + encoded(Shop.EVIL));
		this.browser.untilText("#view h1", Shop.EVIL);
		assertThat(this.browser.all("#view img")).isEmpty();
		assertThat(this.browser.driver().getTitle()).isNotEqualTo("broken");
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void theLanguageOfTheBrowserComesFirstAndTheSwitchIsKept() {
		this.browser.driver().executeScript("localStorage.clear()");
		this.browser.open(this.shop, "#/room/lock");
		assertThat(this.browser.text("#view h1")).isEqualTo("Locks");
		this.browser.press("#language");
		this.browser.untilText("#view h1", "分布式锁");
		assertThat(this.browser.one("html").getDomAttribute("lang")).isEqualTo("zh-CN");
		this.browser.open(this.shop, "#/room/lock");
		assertThat(this.browser.text("#view h1")).isEqualTo("分布式锁");
	}

	@Test
	void curvesGrowWithEachSecond() {
		this.browser.open(this.shop, "#/room/lock");
		this.browser.until(() -> Integer.parseInt(this.browser.one("#plot-holds").getDomAttribute("data-points")) > 6);
		assertThat(this.browser.text("#plot-holds .key")).contains("Held2");
		this.browser.until(() -> this.browser.text("#live").equals("Live"));
	}

}
