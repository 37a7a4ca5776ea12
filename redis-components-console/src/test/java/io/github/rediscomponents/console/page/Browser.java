// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

import org.awaitility.pollinterval.IterativePollInterval;
import org.awaitility.pollinterval.PollInterval;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.remote.CapabilityType;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A Chromium that looks at the console. With {@code -Dscreenshots=<folder>} it leaves
 * pictures there; of a test that fails there is one in any case.
 */
final class Browser implements AutoCloseable {

	private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

	/** Chromium without a desktop; it starts in a third of the processor time. */
	private static final Path SHELL = Path.of("/usr/bin/chromium-headless-shell");

	private static final Path CHROMIUM = Path.of("/usr/bin/chromium");

	private static final String SCREENSHOTS = System.getProperty("screenshots", "");

	private static final Duration PATIENCE = Duration.ofSeconds(40);

	/** A question costs the processor more than a view that is drawn again. */
	private static final PollInterval LESS_AND_LESS = IterativePollInterval
		.iterative((pause) -> (pause.toMillis() < 200) ? pause.multipliedBy(2) : pause, Duration.ofMillis(25));

	private static final int MANY_TABS = 120;

	/** Rules of the WCAG, levels A and AA, and what axe holds for good practice. */
	private static final String AXE = """
			const done = arguments[arguments.length - 1];
			axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'], resultTypes: ['violations'] })
				.then((found) => done(found.violations.map((one) => one.id + ': '
					+ one.nodes.map((node) => node.target.join(' ')).join(', '))));
			""";

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

	private final ChromeDriver driver;

	private final List<Object> answering = new ArrayList<>();

	private int visits;

	Browser(Path profile) {
		ChromeOptions options = new ChromeOptions();
		boolean shell = Files.isExecutable(SHELL);
		options.setBinary((shell ? SHELL : CHROMIUM).toFile());
		if (shell) {
			// By another name the driver waits for ever for a first page.
			options.setCapability(CapabilityType.BROWSER_NAME, "chrome-headless-shell");
		}
		options.addArguments("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
				"--disable-background-networking", "--disable-component-update", "--disable-sync",
				"--disable-dev-shm-usage", "--user-data-dir=" + profile);
		LoggingPreferences logging = new LoggingPreferences();
		logging.enable(LogType.BROWSER, java.util.logging.Level.ALL);
		options.setCapability(ChromeOptions.LOGGING_PREFS, logging);
		this.driver = new ChromeDriver(new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile()).build(),
				options);
		this.driver.manage().timeouts().scriptTimeout(PATIENCE);
	}

	static boolean isInstalled() {
		return Files.isExecutable(DRIVER) && (Files.isExecutable(SHELL) || Files.isExecutable(CHROMIUM));
	}

	ChromeDriver driver() {
		return this.driver;
	}

	/**
	 * Like a first visit of a user who has logged in, in English and in light colours.
	 */
	void forget(Shop shop, String user) {
		this.answering.forEach((script) -> this.driver.executeCdpCommand("Page.removeScriptToEvaluateOnNewDocument",
				Map.of("identifier", script)));
		this.answering.clear();
		this.driver.manage().deleteAllCookies();
		desktop();
		scheme("light");
		this.driver.get(shop.base() + "/login");
		login(shop, user);
		language("en");
		complaints();
	}

	/** Logs in beside what is seen, as in another tab. */
	void login(Shop shop, String user) {
		assertThat(this.driver.executeAsyncScript(LOGIN, shop.base(), user, Shop.PASSWORD, shop.console()))
			.isEqualTo(user);
	}

	void language(String language) {
		this.driver.executeScript("localStorage.setItem('redis-components.lang', arguments[0])", language);
	}

	/** Opens a view of the page anew, such as {@code #/room/lock}, and waits for it. */
	void open(Shop shop, String address) {
		// Another fragment alone loads nothing.
		this.visits++;
		this.driver.get(shop.console() + "?" + this.visits + address);
		arrived();
	}

	/** Goes on to another view of the page, as a link does, and waits for it. */
	void goOn(String address) {
		this.driver.executeAsyncScript("""
				const [address, done] = arguments;
				addEventListener('hashchange', () => done(), { once: true });
				location.hash = address;
				""", address);
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
				this.driver
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

	/** Runs a script in the page. */
	Object run(String script, Object... arguments) {
		return this.driver.executeScript(script, arguments);
	}

	/** Runs a function of a module of the page, with the module as its argument. */
	Object module(String file, String function) {
		return this.driver.executeAsyncScript("""
				const done = arguments[arguments.length - 1];
				import(new URL('assets/' + arguments[0], document.baseURI)).then(%s)
					.then(done, (error) => done(String(error)));
				""".formatted(function), file);
	}

	/** Waits until a view is there as a whole. */
	void arrived() {
		until(() -> Boolean.TRUE.equals(run("""
				const many = (selector) => document.querySelectorAll(`#view ${selector}`).length;
				return many('h1') === 1 && many('.view-head') === 1 && many('[aria-busy]') === 0;
				""")));
	}

	void desktop() {
		size(1440, 1000, false);
	}

	void phone() {
		size(390, 844, true);
	}

	private void size(int width, int height, boolean mobile) {
		this.driver.executeCdpCommand("Emulation.setDeviceMetricsOverride",
				Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", mobile));
	}

	/** Light or dark. */
	void scheme(String scheme) {
		this.driver.executeCdpCommand("Emulation.setEmulatedMedia",
				Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
	}

	WebElement one(String selector) {
		return this.driver.findElement(By.cssSelector(selector));
	}

	List<WebElement> all(String selector) {
		return this.driver.findElements(By.cssSelector(selector));
	}

	/** The text of the first that is found, or nothing; as it is in the document. */
	String text(String selector) {
		return String.valueOf(
				this.driver.executeScript("return document.querySelector(arguments[0])?.textContent ?? ''", selector));
	}

	/** Presses what is found, wherever it is on the page. */
	void press(String selector) {
		until(() -> {
			WebElement found = one(selector);
			this.driver.executeScript("arguments[0].scrollIntoView({ block: 'center' })", found);
			found.click();
			return true;
		});
	}

	void type(String selector, String text) {
		one(selector).sendKeys(text);
	}

	WebElement focused() {
		return this.driver.switchTo().activeElement();
	}

	/** Goes on by the Tab key alone, until what has the focus is what is looked for. */
	void tabTo(String selector) {
		for (int i = 0; i < MANY_TABS; i++) {
			if (has(focused(), selector)) {
				return;
			}
			focused().sendKeys(Keys.TAB);
		}
		throw new AssertionError("The Tab key does not lead to " + selector);
	}

	boolean has(WebElement element, String selector) {
		return Boolean.TRUE
			.equals(this.driver.executeScript("return arguments[0].matches(arguments[1])", element, selector));
	}

	void until(BooleanSupplier condition) {
		await().pollInSameThread()
			.atMost(PATIENCE)
			.pollDelay(Duration.ZERO)
			.pollInterval(LESS_AND_LESS)
			.ignoreExceptionsInstanceOf(WebDriverException.class)
			.until(condition::getAsBoolean);
	}

	/** Waits until a text is somewhere in what is found. */
	void untilText(String selector, String text) {
		until(() -> text(selector).contains(text));
	}

	boolean scrollsSideways() {
		return Boolean.TRUE.equals(this.driver
			.executeScript("return document.documentElement.scrollWidth > document.documentElement.clientWidth"));
	}

	/** The barriers that axe-core finds. */
	@SuppressWarnings("unchecked")
	List<String> barriers() {
		if (Boolean.FALSE.equals(run("return 'axe' in window"))) {
			run(Axe.SOURCE);
		}
		return (List<String>) this.driver.executeAsyncScript(AXE);
	}

	/**
	 * What the console of the browser heard since the last call, without what axe causes.
	 */
	List<String> complaints() {
		return this.driver.manage()
			.logs()
			.get(LogType.BROWSER)
			.getAll()
			.stream()
			.map((entry) -> entry.getLevel() + " " + entry.getMessage())
			.filter((line) -> !line.contains("willReadFrequently"))
			.toList();
	}

	/** Keeps a picture of what is seen, if somebody wants it. */
	void picture(String name) {
		if (!SCREENSHOTS.isEmpty()) {
			keep(SCREENSHOTS, name);
		}
	}

	/** Keeps a picture of what is seen by a test that fails. */
	void failure(String name) {
		keep(SCREENSHOTS.isEmpty() ? "target/screenshots" : SCREENSHOTS, "failure-" + name);
	}

	private void keep(String folder, String name) {
		try {
			Path file = Path.of(folder, name + ".png").toAbsolutePath();
			Files.createDirectories(file.getParent());
			Files.write(file, this.driver.getScreenshotAs(OutputType.BYTES));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		this.driver.quit();
	}

	private static final class Axe {

		static final String SOURCE = source();

		private static String source() {
			try {
				var found = new PathMatchingResourcePatternResolver()
					.getResources("classpath*:META-INF/resources/webjars/axe-core/*/axe.min.js");
				assertThat(found).hasSize(1);
				return found[0].getContentAsString(StandardCharsets.UTF_8);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

}
