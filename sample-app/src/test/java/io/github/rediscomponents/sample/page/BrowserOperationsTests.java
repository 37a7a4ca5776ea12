// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.page;

import java.util.List;

import io.github.rediscomponents.sample.fixture.City;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Sales;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The operations page, as a browser shows it.
 */
@ExtendWith(CityStage.class)
class BrowserOperationsTests {

	private static final List<String> PLOTS = List.of("requests", "latency", "cache-hits", "cache-loads", "lock-rate",
			"lock-wait", "limiter", "views", "queue-depth", "queue-lag", "queue-rate", "stock", "social", "sessions",
			"bloom", "redis-operations", "redis-memory", "redis-clients");

	private final Browser browser;

	private final Guide guide;

	BrowserOperationsTests(Browser browser, City city) {
		this.browser = browser;
		this.guide = city.guide();
	}

	@Test
	void everyPlotHasData() {
		long sale = Sales.create(this.guide, 7);
		this.browser.open("operations.html");
		this.browser.until(() -> {
			String token = this.guide.loginAsSomebody();
			this.guide.post("/voucher-order/seckill/" + sale, token);
			this.guide.put("/blog/like/1", token).assertDone();
			this.guide.get("/shop/1").assertDone();
			this.guide.get("/nothing-is-here");
			return PLOTS.stream().allMatch((plot) -> points(plot) > 2);
		});
		this.browser.untilText("#plot-stock .key", "#" + sale);
		assertThat(this.browser.text("#plot-queue-depth .key")).contains("blog-like");
		assertThat(this.browser.text("#plot-requests .key")).contains("peak ", " in all");
		assertThat(this.browser.text("#plot-redis-memory .key")).contains("peak ").doesNotContain(" in all");
		this.browser.until(() -> painted("stock"));
		assertThat(this.browser.text("#state")).isEqualTo("Live, one sample each second");
		this.browser.picture("desktop-operations");
		assertThat(this.browser.complaints()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "desktop, en, light", "phone, zh, dark", "desktop, zh, dark", "phone, en, light" })
	void isOpenToAll(String size, String language, String scheme) {
		if (size.equals("phone")) {
			this.browser.phone();
		}
		this.browser.scheme(scheme);
		this.browser.language(language);
		this.browser.open("operations.html");
		this.browser.until(() -> points("requests") > 2);
		assertThat(this.browser.barriers()).isEmpty();
		assertThat(this.browser.scrollsSideways()).isFalse();
		this.browser.picture(size + "-" + language + "-" + scheme + "-operations");
		slowCommands();
		assertThat(this.browser.text("#table-slow tbody tr:nth-child(2)")).contains("ZADD", "feed", "1,204");
		assertThat(this.browser.barriers()).isEmpty();
		assertThat(this.browser.scrollsSideways()).isFalse();
		this.browser.driver().executeScript("document.querySelector('#slow').scrollIntoView()");
		this.browser.picture(size + "-" + language + "-" + scheme + "-operations-slow");
		this.browser.press("[data-minutes='1']");
		this.browser.until(() -> points("requests") > 2);
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void aSlowAnswerDoesNotReplaceALaterOneAndNoSampleIsTwice() {
		this.browser.open("operations.html");
		Object seen = this.browser.driver()
			.executeAsyncScript(
					"""
							const done = arguments[arguments.length - 1];
							import('/js/operations/history.js').then(async ({ History }) => {
								const asked = [];
								window.fetch = () => new Promise((answer) => asked.push((times) => answer(new Response(JSON.stringify({ success: true,
									data: { instance: 'a', others: [], stepMillis: 1000, times, summed: [], lines: [{ plot: 'p', name: 'n', values: times }] } }),
									{ headers: { 'Content-Type': 'application/json' } }))));
								const history = new History();
								const rounds = [history.load(), history.load(), history.load()];
								asked[1]([1, 2]);
								await rounds[1];
								asked[0]([1]);
								await rounds[0];
								asked[2]([1, 2, 3]);
								await rounds[2];
								const old = history.load();
								history.choose('all');
								history.choose('this');
								asked[3]([4]);
								await old;
								const fresh = history.load();
								asked[4]([2, 3, 4]);
								await fresh;
								return [rounds.length, history.times.join(), history.of('p')[0].values.join()];
							}).then(done, (error) => done([String(error)]));
							""");
		assertThat(seen).isEqualTo(List.of(3L, "2,3,4", "2,3,4"));
	}

	@Test
	void isBuiltOfThePartsOfTheConsoleAndTellsWhatIsBehindIt() {
		this.browser.open("operations.html");
		this.browser.until(() -> points("requests") > 2);
		Object loaded = this.browser.driver()
			.executeScript("return performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname)");
		assertThat(String.valueOf(loaded)).contains("/console/parts/plot.js", "/console/parts/table.js",
				"/console/parts/history.js", "/console/parts/i18n.js", "/console/parts/plot.css",
				"/console/parts/table.css");
		this.browser.press("#behind-open");
		this.browser.until(() -> !this.browser.all("[data-numbers=topic] tbody tr").isEmpty());
		assertThat(this.browser.text("[data-numbers=topic] tbody")).contains("GET /ops/history");
		assertThat(this.browser.text("[data-piece=topic] pre code")).contains("this.topic.publish");
		assertThat(this.browser.barriers()).isEmpty();
		this.browser.focused().sendKeys(Keys.ESCAPE);
		this.browser.until(() -> this.browser.all("#behind").isEmpty());
		assertThat(this.browser.has(this.browser.focused(), "#behind-open")).isTrue();
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void aPointThatStandsAloneIsSeen() {
		this.browser.open("operations.html");
		Object seen = this.browser.driver()
			.executeAsyncScript(
					"""
							const done = arguments[arguments.length - 1];
							import('/js/operations/plot.js').then(({ plot }) => {
								const count = (values) => {
									const one = plot('stock');
									document.querySelector('main').replaceChildren(one.node);
									one.show(values.map((_, index) => 1000 * index), [{ name: 'x', values }], 0);
									const canvas = one.node.querySelector('canvas');
									const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
									let painted = 0;
									for (let i = 0; i < data.length; i += 4) {
										if (data[i] === 11 && data[i + 1] === 110 && data[i + 2] === 99) painted++;
									}
									return [one.node.dataset.points, painted > 4];
								};
								const holes = (many) => Array(many).fill(null);
								done([count([...holes(20), 5, ...holes(20)]), count([5, ...holes(20), 5]), count(holes(40))].join(' '));
							});
							""");
		assertThat(seen).isEqualTo("1,true 2,true 0,false");
	}

	/** Has the slow log show two commands. */
	private void slowCommands() {
		this.browser.driver()
			.executeScript(
					"""
							const real = window.fetch;
							const entries = [{ time: 1700000000000, micros: 12345, command: 'EVALSHA', room: '', arguments: 7 },
								{ time: 1700000001000, micros: 10500, command: 'ZADD', room: 'feed', arguments: 1204 }];
							window.fetch = (address, options) => (String(address).includes('/ops/slow')
								? Promise.resolve(Response.json({ success: true, data: { available: true, entries } })) : real(address, options));
							""");
		// Redis may have had two slow ones of its own.
		this.browser.until(() -> this.browser.text("#table-slow tbody").contains("1,204"));
	}

	private int points(String plot) {
		String points = this.browser.one("#plot-" + plot).getDomAttribute("data-points");
		return (points != null) ? Integer.parseInt(points) : 0;
	}

	/** Whether anything is drawn in the colour of the first line. */
	private boolean painted(String plot) {
		return Boolean.TRUE.equals(this.browser.driver().executeScript("""
				const canvas = document.querySelector(arguments[0]);
				const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
				for (let i = 0; i < data.length; i += 4) {
					if (data[i] === 11 && data[i + 1] === 110 && data[i + 2] === 99) return true;
				}
				return false;
				""", "#plot-" + plot + " canvas"));
	}

}
