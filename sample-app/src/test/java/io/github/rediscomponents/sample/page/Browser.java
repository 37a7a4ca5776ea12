// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.page;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

import io.github.rediscomponents.fixture.PageBrowser;

/**
 * A browser that looks at the application.
 */
final class Browser extends PageBrowser {

	private final URI base;

	private int visits;

	Browser(URI base, Path profile) {
		super(profile);
		this.base = base;
	}

	/** Like a first visit: no login, no language, nothing complained of. */
	void forget() {
		driver().get(this.base + "/imgs/logo.svg");
		driver().executeScript("localStorage.clear(); sessionStorage.clear(); localStorage.setItem('lang', 'en');");
		complaints();
		desktop();
		scheme("light");
	}

	void loginWith(String token) {
		driver().executeScript("localStorage.setItem('token', arguments[0])", token);
	}

	String token() {
		return String.valueOf(driver().executeScript("return localStorage.getItem('token')"));
	}

	String otherWindow(String one) {
		return driver().getWindowHandles().stream().filter((other) -> !other.equals(one)).findFirst().orElseThrow();
	}

	void language(String language) {
		driver().executeScript("localStorage.setItem('lang', arguments[0])", language);
	}

	/** Opens an address of the page, such as {@code #/shop/3}, anew, and waits for it. */
	void open(String address) {
		visit(address);
		arrived();
	}

	/** Opens an address anew, and waits for nothing. */
	void visit(String address) {
		// Another fragment alone loads nothing.
		String query = address.startsWith("#") ? "?" + ++this.visits : "";
		driver().get(this.base + "/" + query + address);
	}

	@Override
	public void arrived() {
		until(() -> Boolean.TRUE.equals(driver().executeScript(
				"""
						return Boolean(document.querySelector('main h1')?.textContent) && !document.querySelector('main[aria-busy]');
						""")));
	}

	/** Lets no address get through that has one of these texts; without any, all do. */
	void block(String... parts) {
		driver().executeCdpCommand("Network.enable", Map.of());
		driver().executeCdpCommand("Network.setCacheDisabled", Map.of("cacheDisabled", parts.length > 0));
		driver().executeCdpCommand("Network.setBlockedURLs",
				Map.of("urls", Stream.of(parts).map((part) -> "*" + part + "*").toList()));
	}

	/** Lets the next change reach the application, and its answer not reach the page. */
	void loseAnswer() {
		driver().executeScript("""
				const ask = window.fetch;
				window.fetch = (address, options) => {
					if ((options?.method || 'GET') === 'GET') return ask(address, options);
					window.fetch = ask;
					return ask(address, options).then(() => { throw new TypeError('lost'); });
				};
				""");
	}

}
