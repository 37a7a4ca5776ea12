// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A client of an instance of the application, wherever that runs.
 */
class GuideClient {

	private static final JsonMapper JSON = new JsonMapper();

	private static final HttpClient HTTP = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

	private final URI base;

	GuideClient(int port) {
		this.base = URI.create("http://localhost:" + port);
	}

	URI base() {
		return this.base;
	}

	Answer get(String path) {
		return send(request(path, null).GET());
	}

	Answer get(String path, String token) {
		return send(request(path, token).GET());
	}

	Answer post(String path) {
		return send(request(path, null).POST(BodyPublishers.noBody()));
	}

	Answer post(String path, @Nullable String token) {
		return send(request(path, token).POST(BodyPublishers.noBody()));
	}

	Answer post(String path, @Nullable String token, String json) {
		return send(
				request(path, token).header("Content-Type", "application/json").POST(BodyPublishers.ofString(json)));
	}

	/** With an {@code Idempotency-Key}, unless that is null. */
	Answer post(String path, @Nullable String token, String json, @Nullable String key) {
		HttpRequest.Builder request = request(path, token).header("Content-Type", "application/json")
			.POST(BodyPublishers.ofString(json));
		return send((key != null) ? request.header("Idempotency-Key", key) : request);
	}

	Answer put(String path, @Nullable String token, String json) {
		return send(request(path, token).header("Content-Type", "application/json").PUT(BodyPublishers.ofString(json)));
	}

	Answer put(String path, @Nullable String token) {
		return send(request(path, token).PUT(BodyPublishers.noBody()));
	}

	Answer delete(String path, @Nullable String token) {
		return send(request(path, token).DELETE());
	}

	/** What is at an address, whatever it is. */
	HttpResponse<String> raw(String path) {
		return exchange(request(path, null).GET());
	}

	HttpRequest.Builder request(String path, @Nullable String token) {
		HttpRequest.Builder request = HttpRequest.newBuilder(this.base.resolve(path)).timeout(Duration.ofSeconds(30));
		return (token != null) ? request.header("authorization", token) : request;
	}

	Answer send(HttpRequest.Builder request) {
		HttpResponse<String> response = exchange(request);
		return new Answer(response.statusCode(), response.body(), JSON.readTree(response.body()));
	}

	private static HttpResponse<String> exchange(HttpRequest.Builder request) {
		try {
			return HTTP.send(request.build(), BodyHandlers.ofString());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

}
