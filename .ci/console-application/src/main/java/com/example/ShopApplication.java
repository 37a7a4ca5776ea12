// SPDX-License-Identifier: Apache-2.0
package com.example;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Base64;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Looks at its own console as the user that the properties name, and as nobody. */
@SpringBootApplication
public class ShopApplication {

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	public static void main(String[] args) throws Exception {
		try (ConfigurableApplicationContext context = SpringApplication.run(ShopApplication.class, args)) {
			String console = "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port")
					+ "/redis-components";
			System.out.println("without a user: " + get(console + "/api/session", false).statusCode());
			HttpResponse<String> page = get(console + "/", true);
			System.out.println("page: " + page.statusCode() + " " + page.body().contains("<html"));
			System.out.println("role: " + get(console + "/api/session", true).body().replaceAll("(?s).*\"role\":\"(\\w+)\".*", "$1"));
			System.out.println("processes: " + (get(console + "/api/state", true).body().split("\"pid\":").length - 1));
		}
	}

	private static HttpResponse<String> get(String address, boolean user) throws Exception {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address));
		if (user) {
			request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString("user:secret".getBytes()));
		}
		return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
	}

}
