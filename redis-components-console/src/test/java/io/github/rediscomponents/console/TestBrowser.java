// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import org.springframework.boot.json.JsonParserFactory;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A browser with cookies, which follows no redirect.
 */
final class TestBrowser {

	private final HttpClient client = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

	private final String address;

	TestBrowser(ConfigurableApplicationContext context) {
		this.address = "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
	}

	String address() {
		return this.address;
	}

	/** Logs in with the form of Spring Security. */
	TestBrowser login(String user) throws IOException, InterruptedException {
		String form = get("/login").body();
		String token = form.replaceFirst("(?s).*name=\"_csrf\"[^>]* value=\"([^\"]+)\".*", "$1");
		HttpResponse<String> response = send(
				request("/login").header("Content-Type", "application/x-www-form-urlencoded")
					.POST(BodyPublishers.ofString("username=" + user + "&password=secret&_csrf="
							+ URLEncoder.encode(token, StandardCharsets.UTF_8))));
		assertThat(response.statusCode()).isEqualTo(302);
		assertThat(response.headers().firstValue("Location").orElseThrow()).doesNotContain("error");
		return this;
	}

	HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
		HttpRequest.Builder request = request(path);
		if (headers.length > 0) {
			request.headers(headers);
		}
		return send(request);
	}

	Map<String, Object> json(String path) throws IOException, InterruptedException {
		HttpResponse<String> response = get(path);
		assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
		assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
		return JsonParserFactory.getJsonParser().parseMap(response.body());
	}

	/** Posts as the page does. */
	HttpResponse<String> act(String path, String json) throws IOException, InterruptedException {
		return post(path, json, token(), "X-Redis-Components-Console", "1", "Sec-Fetch-Site", "same-origin", "Origin",
				this.address);
	}

	@SuppressWarnings("unchecked")
	Map<String, String> token() throws IOException, InterruptedException {
		return (Map<String, String>) json("/redis-components/api/session").get("csrf");
	}

	HttpResponse<String> post(String path, String json, Map<String, String> token, String... headers)
			throws IOException, InterruptedException {
		HttpRequest.Builder request = request(path).header("Content-Type", "application/json")
			.POST(BodyPublishers.ofString(json));
		if (!token.isEmpty()) {
			request.header(token.get("header"), token.get("token"));
		}
		if (headers.length > 0) {
			request.headers(headers);
		}
		return send(request);
	}

	private HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(URI.create(this.address + path));
	}

	private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
		return this.client.send(request.build(), BodyHandlers.ofString());
	}

}
