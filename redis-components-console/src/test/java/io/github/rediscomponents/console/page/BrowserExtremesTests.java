// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.page;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

import io.github.rediscomponents.lock.DistributedLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WindowType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Names that are as long as possible and longer, more queues than a report has, reports
 * of other releases, and several tabs.
 */
@ExtendWith(PageStage.class)
class BrowserExtremesTests {

	/** Each view of each room with each of its values missing or of another type. */
	private static final String OTHER_RELEASES = """
			async ({ open }) => {
				const load = (file) => import(new URL(`assets/${file}.js`, document.baseURI));
				const [{ readable, shaped }, { allAlarms }, { Growth }, { lines }, { nav }, { History }, { render }] = await Promise.all(
					['js/shape', 'js/rooms', 'js/growth', 'js/lines', 'js/nav', 'parts/history', 'js/lit'].map(load));
				const state = await (await fetch('api/state')).json();
				window.fetch = () => new Promise(() => {});
				const others = ['text', -1.5, 1e300, true, null, [1, 'a'], { a: 1 }, [{ name: 1 }]];
				const isMap = (one) => one !== null && typeof one === 'object' && !Array.isArray(one);
				const variants = (map, depth) => Object.entries(map).flatMap(([key, value]) => {
					const { [key]: _, ...without } = map;
					const inner = depth > 0 && isMap(value) ? variants(value, depth - 1)
						: depth > 0 && Array.isArray(value) && isMap(value[0]) ? variants(value[0], depth - 1).map((one) => [one]) : [];
					return [without, ...others.concat(inner).map((other) => ({ ...map, [key]: other }))];
				});
				const failures = new Set();
				let seen = 0;
				const name = (shown) => (Array.isArray(shown?.instances) ? shown.instances[0]?.name : null) ?? 'some';
				const bodies = Object.entries(state.rooms).flatMap(([room, shown]) => [...others, ...variants(shown, 2)]
					.map((other) => [room, shown, { ...state, rooms: { ...state.rooms, [room]: other } }]));
				for (const name of ['processes', 'refusals', 'redis', 'rooms', 'interval', 'collector']) {
					const inner = Array.isArray(state[name]) && state[name].length ? variants(state[name][0], 1).map((one) => [one]) : [];
					bodies.push(...others.concat(inner).map((other) => ['processes', null, { ...state, [name]: other }]));
				}
				for (const [room, shown, given] of bodies) {
					const body = readable(given);
					try {
						const history = new History(600);
						const live = { state: shaped(body), history, here: (time) => time };
						history.append([Date.now()], lines(live.state, new Growth().take(body, 3500)));
						const app = { live, session: { role: 'operate' }, may: () => true, redraw: () => {}, say: () => {} };
						allAlarms(live);
						render(nav(live, ['room', room]), document.createElement('div'));
						for (const address of shown === null ? [[], ['processes'], ['refusals'], ['room', 'lock']] : [[], ['room', room], ['room', room, name(shown)]]) {
							const view = open(app, address);
							render(view.draw(), document.createElement('div'));
							seen++;
						}
					} catch (error) {
						failures.add(`${room}: ${error.message} ${(error.stack ?? '').split('\\n')[1]}`);
					}
				}
				return [seen > 2000 ? 'many' : seen, ...failures];
			}
			""";

	private final Browser browser;

	private final Shop shop;

	BrowserExtremesTests(Browser browser, Shop shop) {
		this.browser = browser;
		this.shop = shop;
	}

	static Stream<String> longNames() {
		return Stream.of("n".repeat(492) + "-the-end", "锁".repeat(492) + "-the-end",
				"\u05E9\u202E\u0007".repeat(164) + "-the-end");
	}

	@ParameterizedTest
	@MethodSource("longNames")
	void aLongNameTakesNoMoreRoomThanOthers(String name) {
		DistributedLock locks = this.shop.bean(DistributedLock.class);
		locks.get(name).tryAcquire().orElseThrow();
		this.browser.phone();
		this.browser.open(this.shop, "#/room/lock");
		// The lock of another name may still be in the list.
		String row = "#table-held a[href='#/room/lock/" + URLEncoder.encode(name, StandardCharsets.UTF_8) + "']";
		this.browser.until(() -> !this.browser.all(row).isEmpty());
		assertThat(this.browser.scrollsSideways()).isFalse();
		assertThat(this.browser.text("#table-held")).hasSizeLessThan(5000);
		this.browser.press(row);
		this.browser.untilText("#details", "Held");
		assertThat(this.browser.text("#details dl")).contains("Heldyes");
		assertThat(this.browser.text("#view h1")).endsWith("-the-end (" + this.shown(name) + ")").hasSizeLessThan(400);
		assertThat(this.browser.scrollsSideways()).isFalse();
		this.browser.press("#details [data-action=release]");
		this.browser.until(() -> this.browser.has(this.browser.focused(), "dialog input"));
		assertThat(this.browser.barriers()).isEmpty();
		this.browser.picture("phone-long-name-" + Integer.toHexString(name.hashCode()));
		this.browser.focused().sendKeys("-the-end", Keys.ENTER);
		this.browser.untilText("#result .good", "released: yes");
		assertThat(locks.get(name).info().held()).isFalse();
		assertThat(this.browser.complaints()).isEmpty();
	}

	/** It is longer than what servers take of an address. */
	@Test
	void aNameOfTenThousandCharactersIsAnswered() {
		this.browser.phone();
		this.browser.open(this.shop, "#/room/lock/" + "n".repeat(10_000));
		this.browser.untilText("#details .bad", "must not be longer than 512 characters, was 10000");
		assertThat(this.browser.scrollsSideways()).isFalse();
		assertThat(this.browser.text("#view h1")).hasSizeLessThan(400);
		assertThat(this.browser.barriers()).isEmpty();
	}

	/** Characters that cannot be seen are written by six. */
	private long shown(String name) {
		return name.codePoints().mapToLong((one) -> (one == 0x202E || one == 7) ? 6 : 1).sum();
	}

	@Test
	void aQueueThatTheReportHasNoRoomForIsReadWhenItIsOpened() {
		this.browser.answering("state",
				"""
						async ({ real, json }) => {
							const state = await (await real()).json();
							const room = state.rooms['task-queue'];
							return json({ ...state, rooms: { ...state.rooms, 'task-queue': { ...room, instances: [], instancesOmitted: 800 } } });
						}
						""");
		this.browser.open(this.shop, "#/room/task-queue/mail");
		this.browser.untilText("#details", "Depth");
		assertThat(this.browser.text("#details")).contains("The report has no room for this queue", "Depth2");
		assertThat(this.browser.all(".actions [data-action=pause]")).hasSize(1);
		assertThat(this.browser.barriers()).isEmpty();
	}

	@Test
	void reportsOfOtherReleasesSpoilNoView() {
		this.browser.open(this.shop, "");
		this.browser.untilText("#view", "2 processes");
		assertThat((List<?>) this.browser.module("js/views.js", OTHER_RELEASES)).hasToString("[many]");
	}

	@Test
	void twoTabsGoOnAfterOneOfThemHasLoggedInAgain() {
		DistributedLock locks = this.shop.bean(DistributedLock.class);
		locks.get("in-two-tabs").tryAcquire().orElseThrow();
		String first = this.browser.driver().getWindowHandle();
		this.browser.open(this.shop, "#/room/lock/in-two-tabs");
		this.browser.driver().switchTo().newWindow(WindowType.TAB);
		String second = this.browser.driver().getWindowHandle();
		try {
			this.browser.open(this.shop, "#/room/lock/in-two-tabs");
			this.browser.untilText("#details", "Held");
			this.browser.driver().manage().deleteAllCookies();
			this.browser.untilText("#banner", "The session has ended");
			this.browser.press("[data-action=release]");
			this.browser.until(() -> this.browser.has(this.browser.focused(), "dialog input"));
			this.browser.focused().sendKeys("in-two-tabs", Keys.ENTER);
			this.browser.untilText("#result .bad", "The session has ended");
			assertThat(locks.get("in-two-tabs").info().held()).isTrue();
			this.browser.driver().switchTo().window(first);
			this.browser.untilText("#banner", "The session has ended");
			this.browser.press("#banner a");
			this.browser.until(() -> !this.browser.all("#username").isEmpty());
			this.browser.type("#username", "olga");
			this.browser.type("#password", Shop.PASSWORD + Keys.ENTER);
			this.browser.arrived();
			this.browser.driver().switchTo().window(second);
			this.browser.until(() -> this.browser.text("#live").equals("Live"));
			assertThat(this.browser.text("#banner")).isEmpty();
			this.browser.press("[data-action=release]");
			this.browser.until(() -> this.browser.has(this.browser.focused(), "dialog input"));
			this.browser.focused().sendKeys("in-two-tabs", Keys.ENTER);
			this.browser.untilText("#result .good", "released: yes");
			assertThat(locks.get("in-two-tabs").info().held()).isFalse();
		}
		finally {
			this.browser.driver().switchTo().window(second).close();
			this.browser.driver().switchTo().window(first);
		}
	}

}
