// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

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
 * A Chromium that looks at the application. With {@code -Dscreenshots=<folder>} it leaves
 * pictures there; of a test that fails there is one in any case.
 */
final class Browser implements AutoCloseable {

	private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

	/** Chromium without a desktop; it starts in a third of the processor time. */
	private static final Path SHELL = Path.of("/usr/bin/chromium-headless-shell");

	private static final Path CHROMIUM = Path.of("/usr/bin/chromium");

	private static final String SCREENSHOTS = System.getProperty("screenshots", "");

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	/** A question costs the processor more than a view that is drawn again. */
	private static final PollInterval LESS_AND_LESS = IterativePollInterval
		.iterative((pause) -> (pause.toMillis() < 200) ? pause.multipliedBy(2) : pause, Duration.ofMillis(25));

	private static final int MANY_TABS = 80;

	/** Rules of the WCAG, levels A and AA, and what axe holds for good practice. */
	private static final String AXE = """
			const done = arguments[arguments.length - 1];
			axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'], resultTypes: ['violations'] })
				.then((found) => done(found.violations.map((one) => one.id + ': '
					+ one.nodes.map((node) => node.target.join(' ')).join(', '))));
			""";

	private final ChromeDriver driver;

	private final URI base;

	private int visits;

	Browser(URI base, Path profile) {
		this.base = base;
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
	}

	static boolean isInstalled() {
		return Files.isExecutable(DRIVER) && (Files.isExecutable(SHELL) || Files.isExecutable(CHROMIUM));
	}

	ChromeDriver driver() {
		return this.driver;
	}

	/** Like a first visit: no login, no language, nothing complained of. */
	void forget() {
		this.driver.get(this.base + "/imgs/logo.svg");
		this.driver.executeScript("localStorage.clear(); sessionStorage.clear(); localStorage.setItem('lang', 'en');");
		complaints();
		desktop();
		scheme("light");
	}

	void loginWith(String token) {
		this.driver.executeScript("localStorage.setItem('token', arguments[0])", token);
	}

	String token() {
		return String.valueOf(this.driver.executeScript("return localStorage.getItem('token')"));
	}

	String otherWindow(String one) {
		return this.driver.getWindowHandles().stream().filter((other) -> !other.equals(one)).findFirst().orElseThrow();
	}

	void language(String language) {
		this.driver.executeScript("localStorage.setItem('lang', arguments[0])", language);
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
		this.driver.get(this.base + "/" + query + address);
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

	/** Waits until a view is there as a whole. */
	void arrived() {
		until(() -> Boolean.TRUE.equals(this.driver.executeScript(
				"""
						return Boolean(document.querySelector('main h1')?.textContent) && !document.querySelector('main[aria-busy]');
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

	/** Lets no address get through that has one of these texts; without any, all do. */
	void block(String... parts) {
		this.driver.executeCdpCommand("Network.enable", Map.of());
		this.driver.executeCdpCommand("Network.setCacheDisabled", Map.of("cacheDisabled", parts.length > 0));
		this.driver.executeCdpCommand("Network.setBlockedURLs",
				Map.of("urls", Stream.of(parts).map((part) -> "*" + part + "*").toList()));
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
		if (Boolean.FALSE.equals(this.driver.executeScript("return 'axe' in window"))) {
			this.driver.executeScript(Axe.SOURCE);
		}
		return (List<String>) this.driver.executeAsyncScript(AXE);
	}

	/** What the console heard since the last call, without what axe-core causes. */
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
