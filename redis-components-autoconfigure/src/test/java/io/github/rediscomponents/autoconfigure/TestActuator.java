// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import org.jspecify.annotations.Nullable;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The endpoint of this module in a web application.
 *
 * @param context the application
 */
public record TestActuator(ConfigurableApplicationContext context) {

	public JsonNode get(String path) throws IOException, InterruptedException {
		HttpResponse<String> response = send(path, null);
		assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
		return new JsonMapper().readTree(response.body());
	}

	/** Posts if there is JSON. */
	public HttpResponse<String> send(String path, @Nullable String json) throws IOException, InterruptedException {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
				+ this.context.getEnvironment().getProperty("local.server.port") + "/actuator/redisComponents" + path));
		if (json != null) {
			request.header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(json));
		}
		return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
	}

}
