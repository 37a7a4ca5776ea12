package io.github.rediscomponents.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page, used by a browser. Skipped where neither Chromium nor its driver are
 * installed. With {@code -Dscreenshots=<folder>} it leaves pictures there.
 */
class BrowserTests {

	private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

	private static final Path BROWSER = Path.of("/usr/bin/chromium");

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static Guide guide;

	@TempDir
	private Path profile;

	private ChromeDriver browser;

	@BeforeAll
	static void start() {
		boolean installed = Files.isExecutable(DRIVER) && Files.isExecutable(BROWSER);
		if (!installed) {
			System.out.println("BrowserTests are skipped: chromium and chromium-driver are not installed");
		}
		Assumptions.assumeTrue(installed, "chromium and chromium-driver are not installed");
		guide = Guide.start(new Guide.Settings());
	}

	@AfterAll
	static void stop() {
		if (guide != null) {
			guide.close();
		}
	}

	@BeforeEach
	void open() {
		ChromeOptions options = new ChromeOptions();
		options.setBinary(BROWSER.toFile());
		options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
				"--disable-background-networking", "--disable-component-update", "--disable-sync",
				"--disable-dev-shm-usage", "--user-data-dir=" + this.profile);
		LoggingPreferences logging = new LoggingPreferences();
		logging.enable(LogType.BROWSER, java.util.logging.Level.ALL);
		options.setCapability(ChromeOptions.LOGGING_PREFS, logging);
		ChromeDriverService service = new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile()).build();
		this.browser = new ChromeDriver(service, options);
		this.browser.manage().window().setSize(new Dimension(1440, 1000));
	}

	@AfterEach
	void close() {
		if (this.browser != null) {
			this.browser.quit();
		}
	}

	@Test
	void somebodyLogsInOpensAShopBuysAndSeesTheActivity() {
		this.browser.get(guide.base() + "/");
		until(() -> all("#shops .card").size() == 9);
		assertThat(all("#types .chip")).hasSize(10).first().extracting(WebElement::getText).asString().contains("美食");
		picture("desktop-start");

		one("#open-login").click();
		one("#login-phone").sendKeys("13800138000");
		one("#login-send").click();
		until(() -> one("#login-code").getDomProperty("value").matches("[0-9]{6}"));
		picture("desktop-login");
		one("#login-submit").click();
		until(() -> !all("#user-name").isEmpty());

		one("[data-shop='3']").click();
		until(() -> one("#detail .shop-name").getText().startsWith("新白鹿餐厅"));
		String left = one("#detail .stock").getText();
		assertThat(left).contains("100 left");
		one("#detail .voucher.seckill .buy").click();
		until(() -> one("#detail .stock").getText().contains("99 left"));
		until(() -> one("#detail .buy").getText().startsWith("Bought"));
		picture("desktop-bought");

		// The order is stored after it was answered.
		until(() -> !guide.get("/activity/latest").list().isEmpty());
		this.browser.navigate().refresh();
		until(() -> !all("#user-name").isEmpty() && !all("#orders [data-order]").isEmpty()
				&& !all("#activities li").isEmpty());
		assertThat(one("#orders").getText()).contains("20元秒杀券", "¥1", "to be paid");
		until(() -> one("#activities").getText().contains("20元秒杀券"));
		assertThat(one("#activities").getText()).contains(one("#user-name").getText(), "20元秒杀券", "新白鹿餐厅");
		one("#logout").click();
		until(() -> !all("#open-login").isEmpty());
		assertThat(one("#orders").getText()).contains("Log in to see your orders");
		assertThat(complaints()).isEmpty();
	}

	@Test
	void typesSearchAndOrderChangeTheList() {
		this.browser.get(guide.base() + "/");
		until(() -> all("#shops .card").size() == 9);
		one("[data-type='2']").click();
		until(() -> all("#shops .card").size() == 5);
		pill("Top rated").click();
		until(() -> all("#shops .card").get(0).getText().contains("INLOVE"));
		one("[data-type='3']").click();
		until(() -> one("#shops").getText().contains("No shops of this type yet"));
		one("#search-text").sendKeys("ktv");
		one("#search button").click();
		until(() -> one("#list-title").getText().contains("ktv") && all("#shops .card").size() == 4);
		picture("desktop-search");
		assertThat(complaints()).isEmpty();
	}

	@Test
	void namesAreShownAsTextAndNeverAsMarkup() {
		String name = "<img src=x onerror=document.title='hacked'> & <b>bold</b>";
		guide
			.post("/shop", guide.tokenOf(1),
					"{\"name\":\"%s\",\"typeId\":9,\"x\":120.1,\"y\":30.3,\"address\":\"<script>1</script>\"}"
						.formatted(name))
			.assertDone();
		this.browser.get(guide.base() + "/");
		until(() -> all("#types .chip").size() == 10);
		one("[data-type='9']").click();
		until(() -> one("#shops").getText().contains(name));
		one("#shops .card").click();
		until(() -> one("#detail").getText().contains("<script>1</script>"));
		assertThat(this.browser.getTitle()).startsWith("City guide");
	}

	@Test
	void fitsAPhone() {
		this.browser.executeCdpCommand("Emulation.setDeviceMetricsOverride",
				Map.of("width", 390, "height", 844, "deviceScaleFactor", 2, "mobile", true));
		this.browser.get(guide.base() + "/");
		until(() -> all("#shops .card").size() == 9);
		assertThat(scrollsSideways()).isFalse();
		picture("phone-start");
		one("[data-shop='1']").click();
		until(() -> one("#detail").isDisplayed() && all("#detail .voucher").size() == 6);
		assertThat(scrollsSideways()).isFalse();
		picture("phone-shop");
		one("#detail .close").click();
		until(() -> !one("#detail").isDisplayed());
		one("#open-login").click();
		picture("phone-login");
		assertThat(complaints()).isEmpty();
	}

	private boolean scrollsSideways() {
		return Boolean.TRUE.equals(this.browser
			.executeScript("return document.documentElement.scrollWidth > document.documentElement.clientWidth"));
	}

	private List<String> complaints() {
		return this.browser.manage()
			.logs()
			.get(LogType.BROWSER)
			.getAll()
			.stream()
			.map((entry) -> entry.getLevel() + " " + entry.getMessage())
			.toList();
	}

	private WebElement one(String selector) {
		return this.browser.findElement(By.cssSelector(selector));
	}

	private List<WebElement> all(String selector) {
		return this.browser.findElements(By.cssSelector(selector));
	}

	private WebElement pill(String text) {
		return all("#orders-by .pill").stream().filter((pill) -> pill.getText().equals(text)).findFirst().orElseThrow();
	}

	private void until(java.util.function.BooleanSupplier condition) {
		new WebDriverWait(this.browser, PATIENCE, Duration.ofMillis(50))
			.ignoring(org.openqa.selenium.WebDriverException.class)
			.until((driver) -> condition.getAsBoolean());
	}

	private void picture(String name) {
		String folder = System.getProperty("screenshots");
		if (folder != null) {
			try {
				Files.createDirectories(Path.of(folder));
				Files.write(Path.of(folder, name + ".png"), this.browser.getScreenshotAs(OutputType.BYTES));
			}
			catch (IOException ex) {
				throw new IllegalStateException(ex);
			}
		}
	}

}
