// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.page;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.rediscomponents.fixture.PageBrowser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A browser that looks at the console.
 */
final class Browser extends PageBrowser {

	/** Answers requests of the page whose address ends so, instead of the server. */
	private static final String ANSWERING = """
			(() => {
				const real = window.fetch;
				window.answered = 0;
				window.fetch = async (address, options = {}) => {
					if (!new URL(address, location.href).pathname.endsWith('/api/%s')) return real(address, options);
					const json = (body, status = 200, headers = {}) => new Response(JSON.stringify(body),
						{ status, headers: { 'Content-Type': 'application/json', ...headers } });
					const answer = await (%s)({ count: window.answered, options, json, real: () => real(address, options) });
					window.answered++;
					return answer;
				};
			})();
			""";

	private static final String LOGIN = """
			const [base, username, password, console, done] = arguments;
			(async () => {
				const page = new DOMParser().parseFromString(await (await fetch(`${base}/login`)).text(), 'text/html');
				const body = new URLSearchParams({ username, password, _csrf: page.querySelector('[name=_csrf]').value });
				await fetch(`${base}/login`, { method: 'POST', body, redirect: 'manual' });
				return (await (await fetch(`${console}api/session`)).json()).user;
			})().then(done, (error) => done(String(error)));
			""";

	private final List<Object> answering = new ArrayList<>();

	private int visits;

	Browser(Path profile) {
		super(profile);
	}

	/**
	 * Like a first visit of a user who has logged in, in English and in light colours.
	 */
	void forget(Shop shop, String user) {
		this.answering.forEach((script) -> driver().executeCdpCommand("Page.removeScriptToEvaluateOnNewDocument",
				Map.of("identifier", script)));
		this.answering.clear();
		driver().manage().deleteAllCookies();
		desktop();
		scheme("light");
		driver().get(shop.base() + "/login");
		login(shop, user);
		language("en");
		complaints();
	}

	/** Logs in beside what is seen, as in another tab. */
	void login(Shop shop, String user) {
		assertThat(driver().executeAsyncScript(LOGIN, shop.base(), user, Shop.PASSWORD, shop.console()))
			.isEqualTo(user);
	}

	void language(String language) {
		driver().executeScript("localStorage.setItem('redis-components.lang', arguments[0])", language);
	}

	/** Opens a view of the page anew, such as {@code #/room/lock}, and waits for it. */
	void open(Shop shop, String address) {
		// Another fragment alone loads nothing.
		this.visits++;
		driver().get(shop.console() + "?" + this.visits + address);
		arrived();
	}

	/**
	 * Has a function answer requests instead of the server, on pages that are opened from
	 * now on.
	 * @param path the end of the address, such as {@code state}
	 * @param function of {count, options, json(body, status, headers), real()}
	 */
	void answering(String path, String function) {
		this.answering.add(
				driver()
					.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument",
							Map.of("source", ANSWERING.formatted(path, function)))
					.get("identifier"));
	}

	/** Waits until so many more requests were answered instead of the server. */
	void untilAnswered(int more) {
		long before = answered();
		until(() -> answered() >= before + more);
	}

	private long answered() {
		return ((Number) run("return window.answered")).longValue();
	}

	/** Runs a function of a module of the page, with the module as its argument. */
	Object module(String file, String function) {
		return driver().executeAsyncScript("""
				const done = arguments[arguments.length - 1];
				import(new URL('assets/' + arguments[0], document.baseURI)).then(%s)
					.then(done, (error) => done(String(error)));
				""".formatted(function), file);
	}

	@Override
	public void arrived() {
		until(() -> Boolean.TRUE.equals(run("""
				const many = (selector) => document.querySelectorAll(`#view ${selector}`).length;
				return many('h1') === 1 && many('.view-head') === 1 && many('[aria-busy]') === 0;
				""")));
	}

}
