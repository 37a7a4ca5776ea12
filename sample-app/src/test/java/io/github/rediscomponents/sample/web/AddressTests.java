// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;

import io.github.rediscomponents.sample.fixture.Guide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Addresses that a person types: an error shows the page, and a script gets the envelope.
 */
class AddressTests {

	private static final HttpClient HTTP = HttpClient.newHttpClient();

	private final Guide guide = Guide.shared();

	@ParameterizedTest
	@CsvSource({ "/nothing, 404", "/nothing/at/all, 404", "/shop/abc, 400", "/blog/like/1, 405", "/user/me, 401",
			"/js/nothing.js, 404", "/shop/of/name?name=%ff%fe, 400" })
	void anAddressThatFailsShowsThePage(String path, int status) throws Exception {
		HttpResponse<String> response = send(navigation(path).GET());
		assertThat(response.statusCode()).isEqualTo(status);
		assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
		assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
		assertThat(response.headers().firstValue("Content-Security-Policy")).isPresent();
		assertThat(response.headers().firstValue("Content-Language")).isEmpty();
		assertThat(String.join(",", response.headers().allValues("Vary"))).containsIgnoringCase("Sec-Fetch-Mode");
		assertThat(response.body()).startsWith("<!DOCTYPE html>")
			.contains("<html data-status=\"" + status + "\" lang=\"en\"", "<base href=\"/\">", "js/main.js")
			.doesNotContain("success");
	}

	@ParameterizedTest
	@CsvSource({ "cors, empty", "navigate, iframe", "no-cors, image", "navigate, ''", "'', document" })
	void everythingElseGetsTheEnvelope(String mode, String destination) {
		HttpRequest.Builder request = this.guide.request("/nothing", null).header("Accept", "text/html");
		if (!mode.isEmpty()) {
			request.header("Sec-Fetch-Mode", mode);
		}
		if (!destination.isEmpty()) {
			request.header("Sec-Fetch-Dest", destination);
		}
		this.guide.send(request.GET()).assertStatus(404);
	}

	@Test
	void aPathOfAnotherFrontEndGetsTheEnvelope() {
		this.guide.send(navigation("/api/nothing").GET()).assertStatus(404);
	}

	@Test
	void whatIsThereIsAnsweredAsEver() {
		this.guide.send(navigation("/shop/1").GET()).assertDone();
		this.guide.send(navigation("/shop/0").GET()).assertRefused();
	}

	@Test
	void aFormThatIsTooLargeShowsThePage() throws Exception {
		HttpResponse<String> response = send(navigation("/user/login").header("Content-Type", "application/json")
			.POST(BodyPublishers.ofString("x".repeat(70_000))));
		assertThat(response.statusCode()).isEqualTo(413);
		assertThat(response.body()).contains("data-status=\"413\"");
	}

	@Test
	void theHeadOfAnErrorHasNoBody() throws Exception {
		HttpResponse<String> response = send(navigation("/nothing").method("HEAD", BodyPublishers.noBody()));
		assertThat(response.statusCode()).isEqualTo(404);
		assertThat(response.body()).isEmpty();
	}

	@Test
	void anAddressThatTheContainerRefusesShowsThePage() throws Exception {
		String head = "Host: localhost\r\nConnection: close\r\nAccept-Language: zh\r\n";
		assertThat(
				raw("GET /100% HTTP/1.1\r\n" + head + "Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n\r\n"))
			.startsWith("HTTP/1.1 400")
			.contains("text/html", "data-status=\"400\"", "Content-Security-Policy", "Cache-Control: no-store");
		assertThat(raw("GET /100% HTTP/1.1\r\n" + head + "\r\n")).startsWith("HTTP/1.1 400")
			.contains("Cache-Control: no-store", "{\"success\":false,\"errorMsg\":\"无法理解该请求。\"}");
	}

	private HttpRequest.Builder navigation(String path) {
		return this.guide.request(path, null)
			.header("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
			.header("Sec-Fetch-Mode", "navigate")
			.header("Sec-Fetch-Dest", "document");
	}

	private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
		return HTTP.send(request.build(), BodyHandlers.ofString());
	}

	private String raw(String request) throws Exception {
		try (Socket socket = new Socket("localhost", this.guide.base().getPort())) {
			socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
			return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		}
	}

}
