// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.openapi;

import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.github.rediscomponents.sample.fixture.Answer;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Sales;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.http.server.PathContainer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The description of the endpoints, held against the endpoints.
 */
class OpenApiTests {

	private static Guide guide;

	private static JsonNode description;

	/** By method and path, such as {@code GET /shop/{id}}. */
	private static final Map<String, JsonNode> OPERATIONS = new TreeMap<>();

	@BeforeAll
	static void start() {
		guide = Guide.start(new Guide.Settings());
		description = guide.get("/v3/api-docs").body();
		description.path("paths")
			.forEachEntry((path, methods) -> methods
				.forEachEntry((method, operation) -> OPERATIONS.put(method.toUpperCase() + " " + path, operation)));
	}

	@AfterAll
	static void stop() {
		guide.close();
	}

	@Test
	void everyEndpointIsThereAndNothingElse() {
		Set<String> mapped = new TreeSet<>();
		guide.context()
			.getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
			.getHandlerMethods()
			.forEach((info, method) -> {
				if (method.getBeanType().getName().startsWith("io.github.rediscomponents.sample.")
						&& !info.getPatternValues().contains("/error")) {
					info.getPatternValues()
						.forEach((path) -> info.getMethodsCondition()
							.getMethods()
							.forEach((verb) -> mapped.add(verb + " " + path)));
				}
			});
		assertThat(mapped).hasSizeGreaterThan(40);
		assertThat(OPERATIONS.keySet()).containsExactlyElementsOf(mapped);
	}

	@Test
	void everyEndpointSaysWhatItDoes() {
		assertThat(OPERATIONS).allSatisfy((name, operation) -> {
			assertThat(operation.path("summary").asString("")).as(name + ": its Javadoc").isNotBlank();
			assertThat(operation.toString()).as(name).doesNotContain("{@", "<code>", "\\n");
		});
	}

	@Test
	void exactlyTheEndpointsThatDemandALoginSayso() {
		assertThat(OPERATIONS).allSatisfy((name, operation) -> {
			HttpRequest.Builder request = guide.request(path(name), null)
				.method(method(name), BodyPublishers.ofString("{}"))
				.header("Content-Type", "application/json");
			assertThat(guide.send(request).status() == 401).as(name).isEqualTo(demandsLogin(operation));
			assertThat(operation.path("responses").has("401")).as(name).isEqualTo(demandsLogin(operation));
		});
		assertThat(OPERATIONS.values()).filteredOn(OpenApiTests::demandsLogin).hasSizeGreaterThan(20);
		assertThat(description.at("/components/securitySchemes/login").toString()).contains("\"apiKey\"", "\"header\"",
				"\"authorization\"");
	}

	@Test
	void aParserFindsNoMistake() {
		ParseOptions options = new ParseOptions();
		options.setResolve(true);
		var parsed = new OpenAPIV3Parser().readContents(description.toString(), null, options);
		assertThat(parsed.getMessages()).isEmpty();
		assertThat(parsed.getOpenAPI().getPaths()).hasSameSizeAs(description.path("paths"));
	}

	@Test
	void everyBodyHasAnExampleThatTheApplicationUnderstands() {
		String token = guide.tokenOf(1);
		String chat = guide.post("/chat", token, "{\"members\":[2]}").data().asString();
		assertThat(OPERATIONS).allSatisfy((name, operation) -> {
			JsonNode body = operation.at("/requestBody/content/application~1json");
			if (!body.isMissingNode()) {
				assertThat(body.has("example")).as(name).isTrue();
				HttpRequest.Builder request = guide.request(path(name).replace("/chat/1", "/chat/" + chat), token)
					.method(method(name), BodyPublishers.ofString(body.path("example").toString()))
					.header("Content-Type", "application/json");
				Answer answer = guide.send(request);
				assertThat(answer.status()).as(name + ": " + answer.text()).isEqualTo(200);
				assertThat(answer.succeeded()).as(name + ": " + answer.text()).isEqualTo(!name.endsWith("/user/login"));
			}
		});
	}

	@Test
	void answersAreAsDescribed() {
		String token = guide.tokenOf(1);
		guide.post("/blog", token, "{\"title\":\"One\",\"content\":\"Two\",\"images\":\"\",\"shopId\":1}").assertDone();
		Set<String> seen = new TreeSet<>();
		OPERATIONS.forEach((name, operation) -> {
			if (name.startsWith("GET ")) {
				String query = name.endsWith("/shop/of/type") ? "?typeId=1&x=120.15&y=30.33" : "";
				Answer answer = guide.get(path(name) + query, token);
				assertThat(answer.status()).as(name).isEqualTo(200);
				JsonNode schema = operation.at("/responses/200/content/application~1json/schema");
				check(name, schema, answer.body());
				if (answer.body().has("data") && !answer.body().path("data").isEmpty()) {
					seen.add(name);
				}
			}
		});
		assertThat(seen).contains("GET /shop/{id}", "GET /shop/of/type", "GET /user/me", "GET /blog/{id}",
				"GET /voucher/list/{shopId}", "GET /activity/latest", "GET /shop-type/list");
	}

	private static void check(String where, JsonNode described, JsonNode value) {
		JsonNode schema = described;
		if (schema.has("$ref")) {
			String name = schema.path("$ref").asString().replace("#/components/schemas/", "");
			schema = description.path("components").path("schemas").path(name);
		}
		assertThat(schema.isMissingNode()).as(where).isFalse();
		List<String> types = types(schema);
		if (value.isNull()) {
			assertThat(types).as(where).contains("null");
			return;
		}
		switch (types.get(0)) {
			case "object" -> {
				JsonNode properties = schema.path("properties");
				schema.path("required")
					.forEach((required) -> assertThat(value.has(required.asString())).as(where + "." + required)
						.isTrue());
				value.forEachEntry((name, part) -> check(where + "." + name, properties.path(name), part));
			}
			case "array" -> {
				assertThat(value.isArray()).as(where).isTrue();
				JsonNode items = schema.path("items");
				value.forEach((item) -> check(where + "[]", items, item));
			}
			case "integer" -> assertThat(value.isIntegralNumber()).as(where).isTrue();
			case "number" -> assertThat(value.isNumber()).as(where).isTrue();
			case "boolean" -> assertThat(value.isBoolean()).as(where).isTrue();
			case "string" -> assertThat(value.isString()).as(where).isTrue();
			default -> assertThat(value.isMissingNode()).as(where).isFalse();
		}
	}

	/** One, or several of which one may be null; the others come first here. */
	private static List<String> types(JsonNode schema) {
		JsonNode type = schema.path("type");
		return type.isArray()
				? type.valueStream().map(JsonNode::asString).sorted(Comparator.comparing("null"::equals)).toList()
				: List.of(type.asString("any"));
	}

	@Test
	void whatIsDoneOnceForAKeySaysSo() {
		Set<String> found = new TreeSet<>();
		OPERATIONS.forEach((name, operation) -> {
			boolean takesKey = operation.path("parameters")
				.valueStream()
				.filter((parameter) -> parameter.path("name").asString().equals("Idempotency-Key"))
				.peek((parameter) -> assertThat(parameter.path("required").asBoolean()).as(name).isFalse())
				.count() == 1;
			assertThat(operation.path("responses").has("422")).as(name).isEqualTo(takesKey);
			if (takesKey) {
				found.add(name);
			}
		});
		assertThat(found).containsExactly("POST /blog", "POST /chat", "POST /shop", "POST /voucher",
				"POST /voucher/seckill", "PUT /voucher/seckill");
	}

	@Test
	void orderIdsAreStrings() {
		String token = guide.loginAsSomebody();
		guide.post("/voucher-order/seckill/" + Sales.create(guide, 1), token).assertDone();
		assertThat(description.at("/components/schemas/EnvelopeString/properties/data/type").asString())
			.isEqualTo("string");
		assertThat(description.at("/components/schemas/Order/properties/id/type").asString()).isEqualTo("string");
	}

	@Test
	void thePageAndTheDescriptionAreThereForEverybody() throws Exception {
		for (String prefix : List.of("", "/api")) {
			HttpResponse<String> page = read(prefix + "/swagger-ui.html");
			assertThat(page.uri().getPath()).endsWith("/swagger-ui/index.html");
			assertThat(page.body()).contains("swagger-ui-bundle.js");
			assertThat(read(prefix + "/v3/api-docs").body()).isEqualTo(description.toString());
		}
		HttpResponse<String> script = read("/swagger-ui/swagger-ui-bundle.js");
		assertThat(script.headers().firstValue("Content-Type").orElse("")).contains("javascript");
		assertThat(script.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
		assertThat(read("/swagger-ui/swagger-initializer.js").body()).contains("/v3/api-docs/swagger-config");
		assertThat(read("/v3/api-docs/swagger-config").body()).contains("/v3/api-docs");
		assertThat(read("/v3/api-docs.yaml").body()).startsWith("openapi: 3.");
	}

	private static HttpResponse<String> read(String path) throws Exception {
		HttpClient client = HttpClient.newBuilder().followRedirects(Redirect.NORMAL).build();
		HttpResponse<String> response = client.send(HttpRequest.newBuilder(guide.base().resolve(path)).build(),
				BodyHandlers.ofString());
		assertThat(response.statusCode()).as(path).isEqualTo(200);
		return response;
	}

	private static boolean demandsLogin(JsonNode operation) {
		return operation.path("security").toString().contains("login");
	}

	private static String method(String name) {
		return name.substring(0, name.indexOf(' '));
	}

	/** A path that exists: 1 in place of each variable. */
	private static String path(String name) {
		String pattern = name.substring(name.indexOf(' ') + 1);
		return PathContainer.parsePath(pattern)
			.elements()
			.stream()
			.map((element) -> element.value().startsWith("{") ? "1" : element.value())
			.collect(Collectors.joining());
	}

}
