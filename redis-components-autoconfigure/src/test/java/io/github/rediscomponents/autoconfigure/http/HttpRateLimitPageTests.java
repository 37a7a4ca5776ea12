// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.io.ByteArrayResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The answers that the page on HTTP rate limits shows are those of an application with
 * its YAML.
 */
class HttpRateLimitPageTests {

	@ParameterizedTest
	@ValueSource(strings = { "../docs/http-rate-limit.md", "../docs/zh/http-rate-limit.md" })
	void theSixthLoginIsAnsweredAsThePageShows(Path page) throws IOException {
		String text = Files.readString(page);
		try (WebApplication shop = new WebApplication(Application.class, properties(block(text, "yaml")))) {
			for (int i = 0; i < 5; i++) {
				assertThat(login(shop).statusCode()).isEqualTo(404);
			}
			HttpResponse<String> refused = login(shop);
			assertThat(refused.statusCode()).isEqualTo(429);
			assertThat(refused.body()).isEqualTo(block(text, "json").strip());
			String[] fields = block(text, "", "RateLimit-Policy").split("\n");
			assertThat(fields).hasSize(2);
			assertThat("RateLimit-Policy: " + header(refused, "RateLimit-Policy")).isEqualTo(fields[0]);
			// The seconds of the page are those of a moment.
			String shown = fields[1].replaceAll("t=\\d+$", "t=" + header(refused, "Retry-After"));
			assertThat("RateLimit: " + header(refused, "RateLimit")).isEqualTo(shown);
		}
	}

	private static HttpResponse<String> login(WebApplication shop) {
		return shop.send(shop.request("/login").POST(HttpRequest.BodyPublishers.noBody()));
	}

	/** The fixture starts an application with rules of its own. */
	private static String header(HttpResponse<?> response, String name) {
		return String.join(", ", response.headers().allValues(name));
	}

	private static String block(String page, String language, String... start) {
		Matcher block = Pattern
			.compile("^```" + language + "\n(" + String.join("", start) + ".*?)^```$",
					Pattern.MULTILINE | Pattern.DOTALL)
			.matcher(page);
		assertThat(block.find()).isTrue();
		return block.group(1);
	}

	private static String[] properties(String yaml) throws IOException {
		EnumerablePropertySource<?> found = (EnumerablePropertySource<?>) new YamlPropertySourceLoader()
			.load("page", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))
			.get(0);
		return Arrays.stream(found.getPropertyNames())
			.map((name) -> name + "=" + found.getProperty(name))
			.toArray(String[]::new);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
