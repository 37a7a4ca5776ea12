// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

import io.github.rediscomponents.sample.fixture.Answer;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Posts;
import io.github.rediscomponents.sample.fixture.TwoGuides;
import io.github.rediscomponents.test.Concurrently;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Changes of a user's name, picture and profile, on two instances.
 */
class UserChangeTests extends TwoGuides {

	private static final byte[] PNG = HexFormat.of().parseHex("89504e470d0a1a0a0000000d49484452");

	@TempDir
	private static Path folder;

	private final String account = Guide.randomAccount();

	private final String token = one.login(this.account);

	private final long id = me(one, this.token).path("id").asLong();

	@BeforeAll
	static void start() {
		start(new Guide.Settings().with("city-guide.upload.directory", folder.resolve("up").toString())
			.with("redis-components.rate-limit.policies.upload.limit", "1000")
			.with("redis-components.rate-limit.policies.profile.limit", "1000")
			.with("redis-components.one-time-code.purposes.login.resend-interval", "0"));
	}

	@Test
	void aNewNameIsShownInEveryLoginOfTheUserOnEveryInstance() {
		String desk = two.login(this.account);
		String stranger = two.loginAsSomebody();
		String before = me(two, stranger).path("nickName").asString();
		one.put("/user/nickname", this.token, "{\"nickName\":\" 小鱼同学🐟 \"}").assertDone();
		for (Guide guide : List.of(one, two)) {
			assertThat(me(guide, this.token).path("nickName").asString()).isEqualTo("小鱼同学🐟");
			assertThat(me(guide, desk).path("nickName").asString()).isEqualTo("小鱼同学🐟");
			assertThat(guide.get("/user/" + this.id, stranger).data().path("nickName").asString()).isEqualTo("小鱼同学🐟");
			assertThat(me(guide, stranger).path("nickName").asString()).isEqualTo(before);
		}
		assertThat(me(two, two.login(this.account)).path("nickName").asString()).isEqualTo("小鱼同学🐟");
		assertThat(untold()).isZero();
	}

	@Test
	void postsShowThePresentNameAndPicture() {
		long post = Posts.publish(one, 12);
		one.put("/user/update", one.tokenOf(12), "{\"nickName\":\"新名字\",\"icon\":\"/imgs/user.svg\"}").assertDone();
		JsonNode shown = two.get("/blog/" + post).data();
		assertThat(shown.path("name").asString()).isEqualTo("新名字");
		assertThat(shown.path("icon").asString()).isEqualTo("/imgs/user.svg");
	}

	@ParameterizedTest
	@ValueSource(strings = { "{}", "{\"nickName\":null}", "{\"nickName\":\"\"}", "{\"nickName\":\"  \"}",
			"{\"nickName\":\"一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十一二三\"}", "{\"nickName\":\"<b>Anna</b>\"}",
			"{\"nickName\":\"a\\nb\"}", "{\"nickName\":\"a\\u0000b\"}", "{\"nickName\":\"\\ud83d\"}",
			"{\"nickName\":\"\\u202eanna\"}", "{\"nickName\":\"\\u200b\"}", "{\"nickName\":\"a\\u2028b\"}",
			"{\"nickName\":\"\\u200d\"}", "{\"nickName\":\"\\ufe0f\"}", "{\"nickName\":\"a\\u3164\"}",
			"{\"nickName\":\"a\\ue000\"}" })
	void badNamesAreRefused(String body) {
		JsonNode before = me(one, this.token);
		one.put("/user/nickname", this.token, body).assertRefused();
		assertThat(me(one, this.token)).isEqualTo(before);
		assertThat(one.get("/user/" + this.id, this.token).data()).isEqualTo(before);
	}

	@Test
	void thirtyTwoCharactersAreTheMostOfAName() {
		String longest = "一".repeat(31) + "🐟";
		one.put("/user/nickname", this.token, "{\"nickName\":\"" + longest + "\"}").assertDone();
		assertThat(me(two, this.token).path("nickName").asString()).isEqualTo(longest);
	}

	@Test
	void aProfileOfTheMostCharactersMayBeOfEmoji() {
		String city = "🐟".repeat(64);
		String text = "🐟".repeat(128);
		one.put("/user/info/update", this.token, "{\"city\":\"" + city + "\",\"introduce\":\"" + text + "\"}")
			.assertDone();
		assertThat(info().path("city").asString()).isEqualTo(city);
		assertThat(info().path("introduce").asString()).isEqualTo(text);
	}

	@Test
	void absentFieldsAreKeptAndForeignOnesIgnored() {
		String name = me(one, this.token).path("nickName").asString();
		one.put("/user/update", this.token,
				"{\"id\":1,\"icon\":\"https://example.com/a.png\",\"account\":\"x\",\"phone\":\"13800138000\"}")
			.assertDone();
		assertThat(me(two, this.token).toString())
			.isEqualTo("{\"id\":" + this.id + ",\"nickName\":\"" + name + "\",\"icon\":\"https://example.com/a.png\"}");
		assertThat(one.get("/user/1", this.token).data().path("nickName").asString()).isEqualTo("小鱼同学");
		one.put("/user/update", this.token, "{\"icon\":\"\"}").assertDone();
		assertThat(me(two, this.token).path("icon").asString()).isEmpty();
		one.put("/user/update", this.token, "{}").assertDone();
		assertThat(me(two, this.token).path("nickName").asString()).isEqualTo(name);
	}

	@ParameterizedTest
	@ValueSource(strings = { "javascript:alert(1)", "//example.com/a.png", "http://example.com/a.png", "a.png",
			"/imgs/a b.png", "/imgs/\\\"onerror=", "https://example.com" })
	void badPicturesAreRefused(String icon) {
		one.put("/user/update", this.token, "{\"nickName\":\"other\",\"icon\":\"" + icon + "\"}").assertRefused();
		assertThat(me(one, this.token).path("nickName").asString()).isNotEqualTo("other");
	}

	@Test
	void theProfileIsChangedFieldByField() {
		assertThat(info().isMissingNode()).isTrue();
		one.put("/user/info/update", this.token, "{\"introduce\":\"爱吃鱼\"}").assertDone();
		one.put("/user/info/update", this.token, "{\"gender\":false}").assertDone();
		one.put("/user/info/update", this.token,
				"{\"city\":\"杭州\",\"credits\":1000,\"level\":9,\"userId\":1,\"fans\":5}")
			.assertDone();
		one.put("/user/info/update", this.token, "{\"birthday\":\"2000-02-29\"}").assertDone();
		assertThat(info().toString()).isEqualTo("{\"userId\":" + this.id
				+ ",\"city\":\"杭州\",\"introduce\":\"爱吃鱼\",\"fans\":0,\"followee\":0,\"gender\":false,"
				+ "\"birthday\":\"2000-02-29\",\"credits\":0,\"level\":0}");
		one.put("/user/info/update", this.token, "{\"gender\":1,\"introduce\":\"\",\"birthday\":\"\",\"city\":null}")
			.assertDone();
		assertThat(info().toString()).isEqualTo("{\"userId\":" + this.id
				+ ",\"city\":\"杭州\",\"fans\":0,\"followee\":0,\"gender\":true,\"credits\":0,\"level\":0}");
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			false,     false
			true,      true
			0,         false
			1,         true
			'"0"',     false
			'"1"',     true
			'"false"', false
			'"true"',  true
			'"男"',    false
			'"女"',    true
			'""',
			null,      true
			""")
	void everyFormOfTheGenderIsTaken(String sent, Boolean stored) {
		one.put("/user/info/update", this.token, "{\"city\":\"a\",\"gender\":true}").assertDone();
		one.put("/user/info/update", this.token, "{\"gender\":" + sent + "}").assertDone();
		JsonNode gender = info().path("gender");
		assertThat(gender.isMissingNode()).isEqualTo(stored == null);
		assertThat(gender.asBoolean(false)).isEqualTo(Boolean.TRUE.equals(stored));
	}

	@ParameterizedTest
	@ValueSource(strings = { "\"birthday\":\"2001-02-29\"", "\"birthday\":\"yesterday\"", "\"birthday\":\"1899-12-31\"",
			"\"birthday\":\"2999-01-01\"", "\"introduce\":\"<script>\"", "\"city\":\"a\\u0000\"",
			"\"introduce\":\"LONG\"", "\"gender\":2", "\"gender\":-1", "\"gender\":1.5", "\"gender\":\"male\"" })
	void badProfilesAreRefused(String field) {
		String body = "{\"level\":1," + field.replace("LONG", "鱼".repeat(129)) + "}";
		one.put("/user/info/update", this.token, body).assertRefused();
		assertThat(info().isMissingNode()).isTrue();
	}

	@Test
	void changesOfDifferentFieldsAtTheSameMomentAreAllKept() {
		for (int i = 0; i < 5; i++) {
			String city = "城" + i;
			String text = "介绍" + i;
			Concurrently
				.run(List.<Callable<Answer>>of(
						() -> one.put("/user/info/update", this.token, "{\"city\":\"" + city + "\"}"),
						() -> two.put("/user/info/update", this.token, "{\"introduce\":\"" + text + "\"}")))
				.forEach(Answer::assertDone);
			assertThat(info().path("city").asString()).isEqualTo(city);
			assertThat(info().path("introduce").asString()).isEqualTo(text);
		}
	}

	@Test
	void afterManyNamesAtTheSameMomentAllLoginsShowTheOneOfTheDatabase() {
		String desk = two.login(this.account);
		List<Callable<Answer>> names = IntStream.range(0, 12)
			.<Callable<Answer>>mapToObj((i) -> () -> ((i % 2 == 0) ? one : two).put("/user/nickname", this.token,
					"{\"nickName\":\"名字" + i + "\"}"))
			.toList();
		assertThat(Concurrently.run(names)).hasSize(12).allSatisfy(Answer::assertDone);
		await().until(() -> untold() == 0);
		JsonNode stored = one.get("/user/" + this.id, this.token).data();
		assertThat(stored.path("nickName").asString()).startsWith("名字");
		assertThat(me(one, this.token)).isEqualTo(stored);
		assertThat(me(two, desk)).isEqualTo(stored);
	}

	@Test
	void aChangeThatADyingInstanceLeftIsShownLater() {
		JdbcClient jdbc = one.bean(JdbcClient.class);
		jdbc.sql("UPDATE tb_user SET nick_name = '后来' WHERE id = ?").param(this.id).update();
		assertThat(me(two, this.token).path("nickName").asString()).isNotEqualTo("后来");
		jdbc.sql("INSERT INTO tb_untold_change (kind, user_id, target_id, noted_at) VALUES ('profile', ?, 0, 0)")
			.param(this.id)
			.update();
		await().until(() -> me(two, this.token).path("nickName").asString().equals("后来"));
	}

	@Test
	void anUploadedPictureIsThatOfTheUserAndReplacesTheFormerOne() throws Exception {
		String first = upload(one, this.token, "evil.html", PNG).data().asString();
		assertThat(first).matches("/imgs/avatars/[0-9]{1,2}/[0-9]{1,2}/[0-9a-f-]{36}\\.png");
		assertThat(me(two, this.token).path("icon").asString()).isEqualTo(first);
		assertThat(status(two, first)).isEqualTo(200);
		one.get("/upload/blog/delete?name=" + first, this.token).assertRefused();
		String second = upload(two, this.token, "a.png", PNG).data().asString();
		assertThat(me(one, this.token).path("icon").asString()).isEqualTo(second);
		await().until(() -> status(one, first) == 404);
		assertThat(status(one, second)).isEqualTo(200);
		one.put("/user/update", this.token, "{\"icon\":\"" + second + "\"}").assertDone();
		assertThat(count("SELECT COUNT(*) FROM tb_upload WHERE discarded = 0 AND user_id = ?")).isEqualTo(1);
	}

	@Test
	void ofPicturesUploadedAtTheSameMomentOneIsLeft() throws Exception {
		List<Answer> answers = Concurrently.run(IntStream.range(0, 8)
			.<Callable<Answer>>mapToObj((i) -> () -> upload((i % 2 == 0) ? one : two, this.token, "a.png", PNG))
			.toList());
		List<String> paths = answers.stream().map((answer) -> answer.data().asString()).distinct().toList();
		assertThat(paths).hasSize(8);
		await().until(() -> untold() == 0);
		String shown = me(one, this.token).path("icon").asString();
		assertThat(paths).contains(shown);
		for (String path : paths) {
			await().until(
					() -> Files.exists(folder.resolve("up" + path.substring("/imgs".length()))) == path.equals(shown));
		}
		await().until(() -> count("SELECT COUNT(*) FROM tb_upload WHERE user_id = ?") == 1);
	}

	@Test
	void whatIsNoPictureChangesNothing() throws Exception {
		String before = me(one, this.token).path("icon").asString();
		upload(one, this.token, "a.png", "<html>".getBytes(StandardCharsets.UTF_8)).assertRefused();
		upload(one, this.token, "a.png", new byte[5 * 1024 * 1024 + 1]).assertStatus(413);
		one.post("/user/avatar/upload", this.token).assertRefused();
		assertThat(me(one, this.token).path("icon").asString()).isEqualTo(before);
		assertThat(count("SELECT COUNT(*) FROM tb_upload WHERE user_id = ?")).isZero();
	}

	@Test
	void changesWantALogin() throws Exception {
		for (String path : List.of("/user/nickname", "/user/update", "/user/info/update")) {
			one.put(path, null, "{\"nickName\":\"a\",\"city\":\"a\"}").assertStatus(401);
			one.put("/api" + path, "unknown", "{}").assertStatus(401);
			one.put(path, this.token, "{").assertStatus(400);
		}
		upload(one, null, "a.png", PNG).assertStatus(401);
	}

	@Test
	void tooManyChangesAreRefused() {
		Guide.Settings settings = new Guide.Settings().with("redis-components.rate-limit.policies.profile.limit", "3")
			.with("redis-components.rate-limit.policies.profile.period", "1h");
		try (Guide strict = Guide.start(settings)) {
			String user = strict.tokenOf(1);
			strict.put("/user/nickname", user, "{\"nickName\":\"<\"}").assertRefused();
			List<Answer> answers = Concurrently.run(8,
					() -> strict.put("/user/info/update", user, "{\"city\":\"杭州\"}"));
			assertThat(answers).filteredOn(Answer::succeeded).hasSize(3);
			assertThat(answers).filteredOn((answer) -> !answer.succeeded())
				.hasSize(5)
				.allSatisfy((answer) -> assertThat(answer.assertRefused().sentence()).startsWith("Too many changes"));
		}
	}

	private static JsonNode me(Guide guide, String token) {
		return guide.get("/user/me", token).data();
	}

	private JsonNode info() {
		return two.get("/user/info/" + this.id, this.token).data();
	}

	private long untold() {
		return count("SELECT COUNT(*) FROM tb_untold_change WHERE user_id = ?");
	}

	private long count(String sql) {
		return one.bean(JdbcClient.class).sql(sql).param(this.id).query(Long.class).single();
	}

	private static Answer upload(Guide guide, String token, String name, byte[] content) throws IOException {
		ByteArrayOutputStream body = new ByteArrayOutputStream();
		body.write(("--frontier\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name
				+ "\"\r\nContent-Type: text/html\r\n\r\n")
			.getBytes(StandardCharsets.US_ASCII));
		body.write(content);
		body.write("\r\n--frontier--\r\n".getBytes(StandardCharsets.US_ASCII));
		return guide.send(guide.request("/user/avatar/upload", token)
			.header("Content-Type", "multipart/form-data; boundary=frontier")
			.POST(BodyPublishers.ofByteArray(body.toByteArray())));
	}

	private static int status(Guide guide, String path) throws Exception {
		return HttpClient.newHttpClient()
			.send(guide.request(path, null).GET().build(), BodyHandlers.discarding())
			.statusCode();
	}

}
