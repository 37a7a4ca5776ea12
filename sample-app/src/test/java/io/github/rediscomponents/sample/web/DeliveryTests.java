// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;

import io.github.rediscomponents.sample.fixture.Guide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How the files of the page get to a browser.
 */
class DeliveryTests {

	private static final HttpClient HTTP = HttpClient.newHttpClient();

	private final Guide guide = Guide.shared();

	@ParameterizedTest
	@ValueSource(strings = { "/", "/js/main.js", "/css/base.css", "/texts/en.json", "/operations.html",
			"/webjars/chart.js/dist/chart.umd.min.js" })
	void filesAreAskedForByTheirContent(String path) throws Exception {
		HttpResponse<byte[]> first = get(path);
		String tag = first.headers().firstValue("ETag").orElseThrow();
		assertThat(first.headers().firstValue("Cache-Control")).hasValue("no-cache");
		assertThat(first.headers().firstValue("Last-Modified")).isEmpty();
		HttpResponse<byte[]> same = get(path, "If-None-Match", tag);
		assertThat(same.statusCode()).isEqualTo(304);
		assertThat(same.body()).isEmpty();
		HttpResponse<byte[]> changed = get(path, "If-None-Match", "\"another\"");
		assertThat(changed.statusCode()).isEqualTo(200);
		assertThat(changed.body()).isEqualTo(first.body());
	}

	@Test
	void whatIsLargeIsCompressed() throws Exception {
		for (String path : new String[] { "/webjars/chart.js/dist/chart.umd.min.js", "/texts/en.json",
				"/shop/of/type?typeId=1" }) {
			HttpResponse<byte[]> plain = get(path);
			HttpResponse<byte[]> compressed = get(path, "Accept-Encoding", "gzip");
			assertThat(compressed.headers().firstValue("Content-Encoding")).as(path).hasValue("gzip");
			assertThat(compressed.body().length).as(path).isLessThan(plain.body().length * 2 / 3);
		}
	}

	@Test
	void noOtherPageMayShowThisOne() throws Exception {
		for (String path : new String[] { "/", "/operations.html", "/shop/1", "/swagger-ui/index.html" }) {
			HttpResponse<byte[]> response = get(path);
			assertThat(response.headers().firstValue("Content-Security-Policy").orElseThrow())
				.contains("frame-ancestors 'none'", "script-src 'self'");
			assertThat(response.headers().firstValue("X-Frame-Options")).hasValue("DENY");
			assertThat(new String(response.body(), StandardCharsets.UTF_8)).doesNotContain("<script>");
		}
	}

	private HttpResponse<byte[]> get(String path, String... headers) throws Exception {
		HttpRequest.Builder request = HttpRequest.newBuilder(this.guide.base().resolve(path));
		if (headers.length > 0) {
			request.headers(headers);
		}
		return HTTP.send(request.build(), BodyHandlers.ofByteArray());
	}

}
