// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.idempotency;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.rediscomponents.sample.fixture.Answer;
import io.github.rediscomponents.sample.fixture.City;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Sales;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every request that changes something, sent again because its answer was lost.
 */
class RepetitionTests {

	private static final Path PAGE = Path.of("../docs/sample-app.md");

	private static final Pattern ENDPOINT = Pattern.compile("`((?:GET|POST|PUT|DELETE) [^`]+)`");

	/** A GET that changes something, as the course has it. */
	private static final String DELETE_PICTURE = "GET /upload/blog/delete";

	@TempDir
	private static Path folder;

	private static Guide guide;

	private static String token;

	private static long own;

	@BeforeAll
	static void start() {
		guide = Guide.start(new Guide.Settings().with("city-guide.upload.directory", folder.toString()));
		token = guide.loginAsSomebody();
		own = guide.get("/user/me", token).data().path("id").asLong();
	}

	@AfterAll
	static void stop() {
		guide.close();
	}

	/**
	 * A request.
	 *
	 * @param endpoint where it is sent
	 * @param prepared returns what sends it, each time the same
	 * @param seen path of what shows its effect
	 */
	record Case(String endpoint, Supplier<Supplier<Answer>> prepared, String seen) {

		static Case of(String endpoint, Supplier<Answer> request, String seen) {
			return new Case(endpoint, () -> request, seen);
		}

		String effect() {
			return guide.get(this.seen.replace("OWN", String.valueOf(own)), token).text();
		}

		@Override
		public String toString() {
			return this.endpoint;
		}

	}

	static final List<Case> SAME = List.of(
			Case.of("POST /user/sign", () -> guide.post("/user/sign", token), "/user/sign/count"),
			Case.of("PUT /user/nickname", () -> put("/user/nickname", "{\"nickName\":\"again\"}"), "/user/me"),
			Case.of("PUT /user/update", () -> put("/user/update", "{\"icon\":\"/imgs/user.svg\"}"), "/user/me"),
			Case.of("PUT /user/info/update", () -> put("/user/info/update", "{\"city\":\"x\"}"), "/user/info/OWN"),
			Case.of("PUT /follow/{id}/{wanted}", () -> guide.put("/follow/6/true", token), "/user/info/6"),
			Case.of("PUT /follow/{id}/{wanted}", () -> guide.put("/follow/6/false", token), "/user/info/6"),
			Case.of("PUT /shop", () -> put("/shop", "{\"id\":5,\"sold\":7}"), "/shop/5"),
			new Case("PUT /chat/{id}/read", () -> {
				String chat = chat();
				long number = guide.post("/chat/" + chat + "/messages", guide.tokenOf(4), "{\"text\":\"a\"}")
					.data()
					.asLong();
				return () -> guide.put("/chat/" + chat + "/read?upTo=" + number, token);
			}, "/chat/pending"), new Case("PUT /chat/{id}/members/{user}", () -> {
				String chat = chat();
				return () -> guide.put("/chat/" + chat + "/members/5", token);
			}, "/chat"), Case.of("PUT /chat/with/{user}", () -> guide.put("/chat/with/5", token), "/chat"),
			Case.of("DELETE /chat/refused/{id}", () -> guide.delete("/chat/refused/1", token), "/chat/refused"));

	static final List<Case> NAMED = List.of(
			keyed("POST /shop", "{\"name\":\"a\",\"typeId\":9,\"x\":1,\"y\":1}", "/shop/of/type?typeId=9&current=1"),
			keyed("POST /voucher", "{\"shopId\":11,\"title\":\"a\",\"payValue\":1,\"actualValue\":2}",
					"/voucher/list/11"),
			keyed("POST /voucher/seckill",
					"{\"shopId\":11,\"title\":\"a\",\"payValue\":1,\"actualValue\":2,\"stock\":5,"
							+ "\"beginTime\":\"2026-01-01T00:00:00\",\"endTime\":\"2026-01-01T00:00:01\"}",
					"/voucher/list/11"),
			new Case("PUT /voucher/seckill", () -> {
				long sale = Sales.create(guide, 5);
				String key = key();
				String json = "{\"id\":%d,\"addStock\":2}".formatted(sale);
				return () -> guide.put("/voucher/seckill", token, json, key);
			}, "/voucher/list/8"),
			keyed("POST /blog", "{\"title\":\"a\",\"content\":\"b\",\"images\":\"\",\"shopId\":11}", "/blog/of/me"),
			keyed("POST /chat", "{\"members\":[4]}", "/chat"), new Case("POST /chat/{id}/messages", () -> {
				String chat = chat();
				return () -> guide.post("/chat/" + chat + "/messages", token, "{\"text\":\"a\",\"messageId\":\"m\"}");
			}, "/chat?last=true"), Case.of("PUT /blog/like/{id}",
					() -> guide.put("/blog/like/" + post() + "?liked=true", token), "/blog/of/me"));

	static final List<Case> REFUSED = List.of(new Case("POST /voucher-order/seckill/{id}", () -> {
		long sale = Sales.create(guide, 5);
		return () -> guide.post("/voucher-order/seckill/" + sale, token);
	}, "/voucher/list/8"), Case.of("POST /voucher-order/buy/{id}", () -> guide.post("/voucher-order/buy/1", token),
			"/voucher-order/me"), new Case("DELETE /blog/{id}", () -> {
				long post = post();
				return () -> guide.delete("/blog/" + post, token);
			}, "/blog/of/me"), new Case("DELETE /chat/{id}/members/{user}", () -> {
				String chat = chat();
				return () -> guide.delete("/chat/" + chat + "/members/4", token);
			}, "/chat"), new Case(DELETE_PICTURE, () -> {
				String picture = City.upload(guide, token, 1);
				return () -> guide.get("/upload/blog/delete?name=" + picture, token);
			}, "/user/me"), new Case("POST /user/code", () -> {
				String account = Guide.randomAccount();
				return () -> guide.post("/user/code?phone=" + account);
			}, "/user/me"), new Case("POST /user/login", () -> {
				String account = Guide.randomAccount();
				String code = guide.post("/user/code?phone=" + account).data().asString();
				return () -> guide.post("/user/login", null,
						"{\"phone\":\"%s\",\"code\":\"%s\"}".formatted(account, code));
			}, "/user/me"), new Case("POST /user/logout", () -> {
				String ending = guide.tokenOf(4);
				return () -> guide.post("/user/logout", ending);
			}, "/user/me"));

	/** What is done again, or depends on what is running. */
	static final Set<String> AGAIN = Set.of("POST /upload/blog", "POST /user/avatar/upload", "POST /rush",
			"POST /rush/fault/{fault}");

	private static Case keyed(String endpoint, String json, String seen) {
		String path = endpoint.substring(endpoint.indexOf(' ') + 1);
		return new Case(endpoint, () -> {
			String key = key();
			return () -> guide.post(path, token, json, key);
		}, seen);
	}

	private static String key() {
		return UUID.randomUUID().toString();
	}

	private static Answer put(String path, String json) {
		return guide.put(path, token, json);
	}

	private static String chat() {
		return guide.post("/chat", token, "{\"members\":[4]}").data().asString();
	}

	/** A post of one's own, the same each time within a test. */
	private static long post() {
		List<Long> posts = guide.get("/blog/of/me", token).ids();
		return !posts.isEmpty() ? posts.get(0)
				: guide.post("/blog", token, "{\"title\":\"a\",\"content\":\"b\",\"images\":\"\",\"shopId\":1}")
					.data()
					.asLong();
	}

	@ParameterizedTest
	@FieldSource({ "SAME", "NAMED" })
	void changesNothingMoreAndIsAnsweredTheSame(Case tested) {
		Supplier<Answer> request = tested.prepared().get();
		Answer first = request.get().assertDone();
		String effect = tested.effect();
		assertThat(request.get().text()).isEqualTo(first.text());
		assertThat(tested.effect()).isEqualTo(effect);
	}

	@ParameterizedTest
	@FieldSource("REFUSED")
	void changesNothingMoreAndIsRefused(Case tested) {
		Supplier<Answer> request = tested.prepared().get();
		Answer first = request.get().assertDone();
		String effect = tested.effect();
		Answer second = request.get();
		assertThat(second.succeeded()).as(second.text()).isFalse();
		assertThat(second.sentence()).isNotBlank();
		if (tested.endpoint().startsWith("POST /voucher-order")) {
			assertThat(second.body().path("data").asString()).isEqualTo(first.data().asString());
		}
		assertThat(tested.effect()).isEqualTo(effect);
	}

	@Test
	void everyEndpointThatChangesSomethingIsHere() {
		Set<String> known = new TreeSet<>(AGAIN);
		Stream.of(SAME, NAMED, REFUSED).flatMap(List::stream).map(Case::endpoint).forEach(known::add);
		Set<String> mapped = new TreeSet<>(Set.of(DELETE_PICTURE));
		guide.context()
			.getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
			.getHandlerMethods()
			.forEach((info, method) -> {
				if (method.getBeanType().getName().startsWith("io.github.rediscomponents.sample.")) {
					info.getMethodsCondition()
						.getMethods()
						.stream()
						.filter((verb) -> verb != RequestMethod.GET)
						.forEach((verb) -> info.getPatternValues().forEach((path) -> mapped.add(verb + " " + path)));
				}
			});
		assertThat(known).isEqualTo(mapped);
	}

	@Test
	void theDocumentationSaysOfEachWhatARepetitionDoes() throws IOException {
		List<String> rows = Files.readAllLines(PAGE)
			.stream()
			.dropWhile((line) -> !line.equals("## Repeated requests"))
			.filter((line) -> line.startsWith("| ") && ENDPOINT.matcher(line).find())
			.limit(4)
			.toList();
		Map<Integer, Set<String>> expected = Map.of(0, endpoints(SAME), 1, endpoints(NAMED), 2, endpoints(REFUSED), 3,
				AGAIN);
		expected.forEach(
				(row, endpoints) -> assertThat(ENDPOINT.matcher(rows.get(row)).results().map((one) -> one.group(1)))
					.as("row " + row)
					.containsExactlyInAnyOrderElementsOf(endpoints));
	}

	private static Set<String> endpoints(List<Case> cases) {
		Set<String> endpoints = new LinkedHashSet<>();
		cases.forEach((one) -> endpoints.add(one.endpoint()));
		return endpoints;
	}

}
