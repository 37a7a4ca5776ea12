// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.page;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the page makes of the numbers of snapshots: only what is true, also while
 * processes join and clocks are wrong.
 */
@ExtendWith(PageStage.class)
class BrowserNumbersTests {

	/** A snapshot that is made a second after the one before. */
	private static final String STATE = """
			({ count, json }) => {
				const at = 1700000000000 + count * 1000;
				const state = (rooms, processes, more = {}) => json({ time: at, interval: 1000, collector: 'a', redis: { reachable: true, since: at },
					processes, rooms, refusals: [], ...more }, 200, more.headers ?? {});
				%s
			}
			""";

	private final Browser browser;

	private final Shop shop;

	BrowserNumbersTests(Browser browser, Shop shop) {
		this.browser = browser;
		this.shop = shop;
	}

	private void state(String function) {
		this.browser.answering("state", STATE.formatted(function));
	}

	@Test
	void aProcessThatJoinsHasNotGrownByItsTotals() {
		state("""
				const cache = (process, failedLoads) => ({ process, caches: [{ name: 'shop', loads: 1000, failedLoads }] });
				const joined = count === 0 ? [] : [cache('b', count < 3 ? 7 : 9)];
				return state({ cache: { processes: [cache('a', 5), ...joined], actions: [] } },
					['a', 'b'].slice(0, joined.length + 1).map((id) => ({ id, seen: at })));
				""");
		this.browser.open(this.shop, "#/");
		this.browser.untilText("#view", "failed load");
		assertThat(this.browser.text(".alarms")).isEqualTo("2 failed loads of shop in the last minute");
	}

	@Test
	void whatGrewBeforeThePageWasOpenedIsNoPeak() {
		state("""
				const refused = [0, 600][count] ?? 610;
				return state({ ratelimit: { processes: [{ process: 'a', policies: { login: {} }, decisions: [{ policy: 'login', allowed: 0, refused }] }],
					actions: [] } }, [{ id: 'a', seen: count === 0 ? at - 5000 : at }]);
				""");
		this.browser.open(this.shop, "#/");
		this.browser.untilText("#view", "refusals of login");
		assertThat(this.browser.text(".alarms")).isEqualTo("10 refusals of login in the last minute");
	}

	@Test
	void whatTheServerAddedUpHasNotGrownByAProcessThatJoins() {
		state("""
				const processes = ['a', 'b'].slice(0, count < 2 ? 1 : 2).map((id) => ({ id, seen: at }));
				return state({}, processes, { redis: { reachable: true, since: at, commands: count < 2 ? 100 : 5000 + 40 * (count - 2) } });
				""");
		this.browser.open(this.shop, "#/");
		this.browser.until(() -> this.browser.text("#commands").matches(".*sends [1-9]\\d+ commands a second.*"));
		int sent = Integer.parseInt(this.browser.text("#commands").replaceAll("\\D", ""));
		assertThat(sent).isBetween(10, 80);
	}

	@Test
	void theFirstPointIsSeen() {
		state("""
				if (count > 0) return new Promise(() => {});
				return state({ lock: { held: 3, waiting: 0, oldest: [], waiters: [], actions: [] } }, []);
				""");
		this.browser.open(this.shop, "#/room/lock");
		this.browser.until(() -> "2".equals(this.browser.one("#plot-holds").getDomAttribute("data-points")));
		assertThat(coloured("11,110,99")).as("held, 3").isPositive();
		assertThat(coloured("180,58,23")).as("waiting, 0").isPositive();
		assertThat(this.browser.text("#plot-holds .key")).isEqualTo("Held3Waiting0");
	}

	/** How many pixels of a plot have the colour of a line. */
	private long coloured(String colour) {
		return ((Number) this.browser.run("""
				const canvas = document.querySelector('#plot-holds canvas');
				const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
				let found = 0;
				for (let at = 0; at < data.length; at += 4) {
					if (`${data[at]},${data[at + 1]},${data[at + 2]}` === arguments[0] && data[at + 3] > 200) found++;
				}
				return found;
				""", colour)).longValue();
	}

	@Test
	void aClockThatIsSetBackStopsNoCurve() {
		state("""
				const back = count < 2 ? 0 : 3600000;
				return state({ lock: { held: count, waiting: 0, oldest: [], waiters: [], actions: [] } }, [], { time: at - back });
				""");
		this.browser.open(this.shop, "#/room/lock");
		this.browser.until(() -> Integer.parseInt(this.browser.one("#plot-holds").getDomAttribute("data-points")) > 8);
		this.browser.until(() -> this.browser.text("#live").equals("Live"));
	}

	@Test
	void aSnapshotOfAProcessThatIsBehindChangesNothing() {
		state("""
				return state({ lock: { held: count === 0 ? 5 : 1, waiting: 0, oldest: [], waiters: [], actions: [] } }, [],
					{ time: 1700000000000 - (count === 0 ? 0 : 3000) });
				""");
		this.browser.open(this.shop, "#/room/lock");
		this.browser.untilAnswered(3);
		assertThat(this.browser.text("#numbers")).isEqualTo("Held5Waiting0");
	}

	/**
	 * Until something was merged the time is that of the process, afterwards of Redis.
	 */
	@ParameterizedTest
	@ValueSource(ints = { -3_600_000, -3000, 3000, 3_600_000 })
	void aProcessWithAWrongClockShowsWhatIsMergedNext(int wrong) {
		state("""
				const own = { time: at + %d, collector: undefined };
				return state({ lock: { held: count === 0 ? 5 : 1, waiting: 0, oldest: [], waiters: [], actions: [] } }, [], count === 0 ? own : {});
				"""
			.formatted(wrong));
		this.browser.open(this.shop, "#/room/lock");
		this.browser.untilText("#numbers", "Held1Waiting0");
		this.browser.until(() -> Integer.parseInt(this.browser.one("#plot-holds").getDomAttribute("data-points")) > 6);
		this.browser.until(() -> this.browser.text("#live").equals("Live"));
		assertThat(this.browser.text("#banner")).isEmpty();
	}

	@Test
	void sinceWhenRedisIsAwayIsSaidByTheClockOfTheBrowser() {
		state("""
				const hours = 2 * 3600000;
				window.since ??= Date.now() - 60000;
				return state({}, [], { redis: { reachable: false, since: window.since - hours }, headers: { Date: new Date(Date.now() - hours).toUTCString() } });
				""");
		this.browser.open(this.shop, "#/");
		this.browser.untilText("#banner", "Redis has not answered since");
		assertThat(this.browser
			.run("""
					return [-1, 0, 1].map((second) => new Date(window.since + second * 1000).toLocaleTimeString('en', { hour12: false }))
						.some((time) => document.querySelector('#banner').textContent.includes(time));
					"""))
			.isEqualTo(true);
	}

	@Test
	void rowsKeepTheFocusWhileTheirTimesChange() {
		state("""
				const waits = (name, more) => ({ process: 'a', name, kind: 'plain', waited: 1000 * count + more });
				const held = (name) => ({ process: 'a', name, kind: 'plain', id: name, age: 1000 * count, remaining: 9000 });
				return state({ lock: { held: 2, waiting: 3, oldest: count % 2 ? [held('x'), held('y')] : [held('y'), held('x')],
					waiters: [waits('one', 500), waits('two', 500), waits('two', 400)], actions: [] } }, [{ id: 'a', seen: at }]);
				""");
		this.browser.open(this.shop, "#/room/lock");
		for (String row : new String[] { "#table-waiters tbody tr:nth-child(3) a", "#table-held a[href$='/x']" }) {
			this.browser.run("window.kept = document.querySelector(arguments[0]); window.kept.focus()", row);
			this.browser.untilAnswered(3);
			assertThat(this.browser.run("return document.activeElement === window.kept && window.kept.isConnected"))
				.as(row)
				.isEqualTo(true);
		}
		assertThat(this.browser.all("#table-waiters tbody tr")).hasSize(3);
	}

	/** A line says which table has no room for all, by the name that is above it. */
	@ParameterizedTest
	@ValueSource(strings = { "en", "zh" })
	void whatWasLeftOutIsCalledLikeItsTable(String language) {
		state("""
				const handlers = [{ process: 'a', group: 'g', consumer: 'c', inFlight: 0 }];
				const mail = { name: 'mail', depth: 2, handlers, handlersOmitted: 3, groups: [{ group: 'g' }], groupsOmitted: 5 };
				const hits = { process: 'a', caches: [{ name: 'shop', loads: 1 }], cachesOmitted: 2,
					localLevels: [{ invalidation: 'tracking', state: 'UP' }], localLevelsOmitted: 6 };
				const limits = { process: 'a', policies: { code: {} }, decisions: [{ policy: 'code', allowed: 1, refused: 1 }],
					decisionsOmitted: 8, refused: [{ policy: 'code', key: 'k', count: 1 }], refusedOmitted: 9 };
				return state({
					'task-queue': { instances: [mail], instancesOmitted: 4, actions: [] },
					lock: { held: 38, waiting: 3, oldest: [{ name: 'x', age: 9 }], oldestOmitted: 37, waiters: [{ name: 'x', waited: 9 }], waitersOmitted: 2, actions: [] },
					ratelimit: { processes: [limits], actions: [] },
					cache: { processes: [hits], actions: [] }
				}, []);
				""");
		this.browser.language(language);
		for (String address : List.of("lock", "task-queue", "task-queue/mail", "ratelimit", "cache")) {
			this.browser.open(this.shop, "#/room/" + address);
			this.browser.until(() -> !this.browser.all(".shortened").isEmpty());
			assertThat(texts("caption, h1, p > a")).as(address)
				.containsAll(
						texts(".shortened").stream().map((line) -> line.replaceFirst(".*“(.*)”.*", "$1")).toList());
			assertThat(this.browser.barriers()).isEmpty();
			this.browser.picture("shortened-" + language + "-" + address.replace('/', '-'));
		}
		assertThat(texts(".shortened")).hasSize(2);
		this.browser.scheme("dark");
		this.browser.phone();
		assertThat(this.browser.scrollsSideways()).isFalse();
		assertThat(this.browser.barriers()).isEmpty();
		this.browser.picture("shortened-" + language + "-dark-phone");
	}

	@SuppressWarnings("unchecked") // The script returns texts.
	private List<String> texts(String selector) {
		return (List<String>) this.browser.run(
				"return [...document.querySelector('#view').querySelectorAll(arguments[0])].map((one) => one.textContent)",
				selector);
	}

	@Test
	void whatWasLeftOutAndWhatCannotBeReadIsSaid() {
		state("""
				return state({
					'task-queue': { instances: [{ name: 'mail', depth: 2 }, { name: 'orders', error: 'The keys do not belong to a queue' }], instancesOmitted: 4, truncated: true, actions: [] },
					lock: { held: 0, waiting: 0, oldest: [], waiters: [], truncated: true, actions: [] },
					cache: { processes: [{ process: 'a', caches: [], cachesOmitted: 2 }, { process: 'b', caches: [], cachesOmitted: 3, truncated: true }], actions: [] },
					'bloom-filter': { filters: { emails: { capacity: 10 } }, filtersOmitted: 1, truncated: true, actions: [] }
				}, [{ id: 'a', seen: at, truncated: true }, { id: 'b', seen: at }], { truncated: true });
				""");
		this.browser.open(this.shop, "#/room/task-queue");
		assertThat(this.browser.text(".shortened")).startsWith("Shortened: 4 more of ");
		assertThat(this.browser.text("#table-queues tr.row-bad")).contains("orders",
				"The keys do not belong to a queue");
		this.browser.open(this.shop, "#/room/task-queue/orders");
		assertThat(this.browser.text("#view .bad")).isEqualTo("The keys do not belong to a queue");
		this.browser.open(this.shop, "#/room/lock");
		assertThat(this.browser.text(".shortened")).isEqualTo("Shortened: some of it is not shown.");
		this.browser.open(this.shop, "#/room/cache");
		assertThat(this.browser.text(".shortened")).startsWith("Shortened: 5 more of ");
		this.browser.open(this.shop, "#/room/bloom-filter");
		assertThat(this.browser.text(".shortened")).startsWith("Shortened: 1 more of ");
		assertThat(this.browser.text("#view")).doesNotContain("truncated", "Omitted", "omitted");
		this.browser.open(this.shop, "#/processes");
		assertThat(this.browser.text("#table-processes tbody tr:first-child")).contains("report shortened");
		assertThat(this.browser.text("#table-processes tbody tr:last-child")).doesNotContain("report shortened");
		this.browser.open(this.shop, "#/");
		assertThat(this.browser.text("#view")).contains("Shortened: some of it is not shown.",
				"orders: The keys do not belong to a queue");
		assertThat(this.browser.complaints()).isEmpty();
	}

	@Test
	void theSessionsOfAUserAreShownAndOneOfThemIsRevoked() {
		state("""
				return state({ session: { issued: 40 + count, renewed: 7, ended: 5, revoked: 2, ttl: 1800000, maxPerUser: 3, actions: ['revoke', 'revoke-all'] } },
					[{ id: 'a', seen: at }]);
				""");
		this.browser.answering("rooms/session",
				"""
						({ json }) => json({ user: 'alice', count: window.gone ? 1 : 2, sessions: [{ id: 'one', device: 'phone', begin: '2026-01-01T10:00:00Z', end: '2026-01-01T11:00:00Z', attributes: ['cart'] },
							{ id: 'two', begin: '2026-01-01T10:00:00Z', end: '2026-01-01T11:00:00Z', attributes: [] }].slice(window.gone ? 1 : 0) })
						""");
		this.browser.answering("rooms/session/revoke", """
				({ json, options }) => { window.gone = JSON.parse(options.body); return json({ revoked: 1 }); }
				""");
		this.browser.open(this.shop, "#/room/session/alice");
		this.browser.until(() -> this.browser.all("#table-sessions tbody tr").size() == 2);
		assertThat(this.browser.text("#table-sessions tbody tr:first-child")).contains("one", "phone", "cart");
		assertThat(this.browser.text("#numbers")).contains("Issued4", "Renewed7", "revoked2");
		assertThat(this.browser.text("#view .panel")).contains("30 min");
		this.browser.press("#table-sessions tbody tr:first-child [data-action=revoke]");
		this.browser.until(() -> this.browser.has(this.browser.focused(), "dialog input"));
		assertThat(this.browser.text("dialog")).contains("Useralice", "Idone", "This session of the user ends at once");
		this.browser.type("dialog input", "one" + Keys.ENTER);
		this.browser.untilText("#result .good", "revoked: 1");
		this.browser.until(() -> this.browser.all("#table-sessions tbody tr").size() == 1);
		assertThat(this.browser.run("return window.gone.name + ' ' + window.gone.id")).isEqualTo("alice one");
		assertThat(this.browser.barriers()).isEmpty();
	}

	@Test
	void settingsAreShownAsTheServerTellsThem() {
		this.browser.answering("settings",
				"""
						({ json }) => json({ process: 'a', settings: [
							{ property: 'redis-components.lock.lease', value: '30s', origin: 'application.yml', customized: false },
							{ property: 'redis-components.cache.ttl', value: '1m', origin: 'application.yml', customized: true },
							{ property: 'redis-components.id.epoch', value: '2024', origin: 'env', customized: false, pending: '2025' },
							{ property: 'redis-components.id.layout', value: 'time', origin: 'env', customized: false, pending: '' }] })
						""");
		this.browser.open(this.shop, "#/settings");
		this.browser.untilText("#table-settings", "redis-components.cache.ttl");
		assertThat(this.browser.text("#table-settings thead")).contains("In force", "Configured, not in force")
			.doesNotContain("Default");
		assertThat(this.browser.text("#table-settings tbody tr:nth-child(2)"))
			.contains("section changed by a customizer");
		assertThat(this.browser.text("#table-settings tbody tr:nth-child(3)")).contains("2024", "2025");
		assertThat(this.browser.text("#table-settings tbody tr:nth-child(4)")).contains("time", "removed");
		this.browser.press(".tools input");
		this.browser.until(() -> this.browser.all("#table-settings tbody tr").size() == 3);
		assertThat(this.browser.text("#table-settings")).doesNotContain("redis-components.lock.lease");
	}

	@Test
	void whatIsInAQueueIsItsDepthAndATraceIsItsDeliveries() {
		this.browser.open(this.shop, "#/room/task-queue");
		assertThat(this.browser.text("#table-queues thead")).contains("Depth").doesNotContain("Waiting");
		this.browser.open(this.shop, "#/room/task-queue/orders");
		this.browser.press("#list-dead-letters > summary");
		this.browser.untilText("#list-dead-letters details summary", "Deliveries");
		assertThat(this.browser.text("#list-dead-letters thead")).contains("Delivery count");
	}

	@Test
	void twoThousandLinesAreKeptForTenMinutesAndNoMore() {
		this.browser.open(this.shop, "#/");
		Object kept = this.browser.module("parts/history.js",
				"""
						({ History }) => {
							const history = new History(600);
							const begin = performance.now();
							for (let at = 0; at < 1500; at++) {
								// Of each second there are a thousand lines more, and those of before have ended.
								history.append([at * 1000], Array.from({ length: 3000 }, (_, index) => [`line ${Math.floor(at / 700)} ${index}`, [index]]));
							}
							const lengths = new Set([...history.lines.values()].map((values) => values.length));
							return [history.lines.size, history.times.length <= 660, lengths.size, lengths.has(history.times.length), history.of('line 2 5').at(-1),
								performance.now() - begin < 15000];
						}
						""");
		assertThat(kept).hasToString("[2000, true, 1, true, 5, true]");
	}

}
