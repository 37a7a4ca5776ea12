// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import io.github.rediscomponents.sample.fixture.Guide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Posts about shops.
 */
class BlogTests {

	private static final JsonMapper JSON = new JsonMapper();

	private final Guide guide = Guide.shared();

	@Test
	void aPostIsReadAsItWasWritten() {
		String token = this.guide.loginAsSomebody();
		JsonNode me = this.guide.get("/user/me", token).data();
		long id = publish(token, "好吃 🍜", "first line<br>second line", "/imgs/blogs/1/2/a.png, b.jpg,");
		JsonNode post = this.guide.get("/blog/" + id).data();
		assertThat(post.propertyNames()).containsExactlyInAnyOrder("id", "shopId", "userId", "title", "images",
				"content", "liked", "comments", "createTime", "name", "icon", "isLike");
		assertThat(post.path("title").asString()).isEqualTo("好吃 🍜");
		assertThat(post.path("content").asString()).isEqualTo("first line<br>second line");
		assertThat(post.path("images").asString()).isEqualTo("/imgs/blogs/1/2/a.png,b.jpg");
		assertThat(post.path("shopId").asLong()).isEqualTo(3);
		assertThat(post.path("userId")).isEqualTo(me.path("id"));
		assertThat(post.path("name")).isEqualTo(me.path("nickName"));
		assertThat(post.path("createTime").asString())
			.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?");
		assertThat(post.path("isLike").isBoolean()).isTrue();
		assertThat(post.path("isLike").asBoolean()).isFalse();
	}

	@Test
	void whatIsNotTheAuthorsToSayIsIgnored() {
		String token = this.guide.loginAsSomebody();
		long id = this.guide.post("/blog", token, """
				{"id":77,"userId":1,"liked":1000,"createTime":"1999-01-01T00:00:00","isLike":true,"name":"boss",
				"comments":"many","title":"a","content":"b","shopId":1}""").data().asLong();
		JsonNode post = this.guide.get("/blog/" + id).data();
		assertThat(id).isNotEqualTo(77);
		assertThat(post.path("userId")).isEqualTo(this.guide.get("/user/me", token).data().path("id"));
		assertThat(post.path("liked").asInt()).isZero();
		assertThat(post.path("createTime").asString()).doesNotStartWith("1999");
		assertThat(post.path("images").asString()).isEmpty();
		assertThat(post.path("isLike").asBoolean()).isFalse();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "<b>bold</b><br>x | <b>bold</b><br>x", "a<script>alert(1)</script> | a",
					"<img src=x onerror=alert(1)>a | a", "<p onclick='x()'>a</p> | <p>a</p>",
					"<a href='javascript:alert(1)'>a</a> | a", "1 < 2 & 3 | 1 &lt; 2 &amp; 3",
					"a<svg><style><img src=x onerror=alert(1)></style></svg> | a", "<b>open | <b>open</b>",
					"a<br/>b<BR>c | a<br>b<br>c", "<iframe srcdoc='x'></iframe>a | a" })
	void markupThatCanDoHarmIsTakenOut(String written, String kept) {
		long id = publish(this.guide.tokenOf(1), "t" + written, written, "");
		JsonNode post = this.guide.get("/blog/" + id).data();
		assertThat(post.path("content").asString()).isEqualTo(kept);
		assertThat(post.path("title").asString()).startsWith("t").doesNotContain("<", ">");
	}

	@Test
	void badPostsAreRefused() {
		String token = this.guide.tokenOf(1);
		for (String post : List.of("{}", body("", "b", "", "1"), body("a", " ", "", "1"),
				body("a", "<script>x</script>", "", "1"), body("a", "b", "", "null"), body("a", "b", "", "999999"),
				body("a", "b", "", "-1"), body("a".repeat(256), "b", "", "1"), body("a", "b".repeat(2049), "", "1"),
				body("a", "b", String.join(",", Collections.nCopies(10, "/x.png")), "1"),
				body("a", "b", "javascript:alert(1)", "1"), body("a", "b", "/x.png\\\" onload=x", "1"),
				body("a", "b", "x".repeat(256), "1"), body("a\\u0000", "b", "", "1"), body("a", "\\ud800", "", "1"))) {
			this.guide.post("/blog", token, post).assertRefused();
		}
		this.guide.post("/blog", token, "{").assertStatus(400);
		this.guide.post("/blog", null, body("a", "b", "", "1")).assertStatus(401);
	}

	@Test
	void aPostMayBeAsLongAsIsSaid() {
		String nine = String.join(",", Collections.nCopies(9, "/" + "x".repeat(254)));
		long id = publish(this.guide.tokenOf(1), "题".repeat(255), "文".repeat(2048), nine);
		JsonNode post = this.guide.get("/blog/" + id).data();
		assertThat(post.path("title").asString()).hasSize(255);
		assertThat(post.path("content").asString()).hasSize(2048);
		assertThat(post.path("images").asString()).isEqualTo(nine);
		this.guide.post("/blog", this.guide.tokenOf(1), body("a", "&".repeat(2048), "", "1")).assertRefused();
	}

	@Test
	void charactersCountAsTheyAreShown() {
		// As the page sends what was typed.
		String title = "&lt;".repeat(120);
		String text = "文&amp;<br>".repeat(682) + "ab";
		long id = publish(this.guide.tokenOf(1), title, text, "");
		JsonNode post = this.guide.get("/blog/" + id).data();
		assertThat(post.path("title").asString()).isEqualTo(title);
		assertThat(post.path("content").asString()).isEqualTo(text);
		assertThat(this.guide.post("/blog", this.guide.tokenOf(1), body("a", text + "c", "", "1"))
			.assertRefused()
			.sentence()).contains("2048");
	}

	@Test
	void onlyTheAuthorDeletes() {
		String author = this.guide.loginAsSomebody();
		long id = publish(author, "mine", "text", "");
		this.guide.delete("/blog/" + id, this.guide.tokenOf(1)).assertRefused();
		this.guide.delete("/blog/" + id, null).assertStatus(401);
		this.guide.get("/blog/" + id).assertDone();
		this.guide.delete("/blog/" + id, author).assertDone();
		this.guide.get("/blog/" + id).assertRefused();
		this.guide.delete("/blog/" + id, author).assertRefused();
	}

	@Test
	void postsOfAUserComeInPagesTheNewestFirst() {
		String token = this.guide.loginAsSomebody();
		long me = this.guide.get("/user/me", token).data().path("id").asLong();
		List<Long> ids = new ArrayList<>();
		for (int i = 0; i < 23; i++) {
			ids.add(publish(token, "post " + i, "text", ""));
		}
		Collections.reverse(ids);
		assertThat(this.guide.get("/blog/of/me", token).ids()).isEqualTo(ids.subList(0, 10));
		assertThat(this.guide.get("/blog/of/me?&current=3", token).ids()).isEqualTo(ids.subList(20, 23));
		assertThat(this.guide.get("/blog/of/me?current=4", token).ids()).isEmpty();
		String other = this.guide.tokenOf(1);
		assertThat(this.guide.get("/blog/of/user?id=" + me, other).ids()).isEqualTo(ids.subList(0, 10));
		assertThat(this.guide.get("/blog/of/user?id=" + me + "&current=2", other).ids()).isEqualTo(ids.subList(10, 20));
		assertThat(this.guide.get("/blog/of/user?id=999999999", other).ids()).isEmpty();
		this.guide.get("/blog/of/user", other).assertRefused();
		this.guide.get("/blog/of/me").assertStatus(401);
	}

	@Test
	void theHotOnesComeByTheirLikes() {
		try (Guide own = Guide.start(new Guide.Settings())) {
			List<Long> ids = new ArrayList<>();
			for (int i = 0; i < 12; i++) {
				long id = own.post("/blog", own.tokenOf(1), body("post " + i, "text", "", "1")).data().asLong();
				int liked = own.bean(JdbcClient.class)
					.sql("INSERT INTO tb_blog_like (blog_id, user_id, liked_at) "
							+ "SELECT ?, id, id FROM tb_user ORDER BY id LIMIT ?")
					.params(id, (i == 11) ? 5 : i)
					.update();
				own.bean(JdbcClient.class).sql("UPDATE tb_blog SET liked = ? WHERE id = ?").params(liked, id).update();
				ids.add(id);
			}
			assertThat(own.get("/blog/hot").ids()).containsExactly(ids.get(10), ids.get(9), ids.get(8), ids.get(7),
					ids.get(6), ids.get(11), ids.get(5), ids.get(4), ids.get(3), ids.get(2));
			assertThat(own.get("/blog/hot?current=2").ids()).containsExactly(ids.get(1), ids.get(0));
			assertThat(own.get("/blog/hot?current=3").ids()).isEmpty();
			assertThat(own.get("/blog/hot?current=-1").ids()).isEmpty();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "-5", "99999999" })
	void postsThatDoNotExistAreRefused(String id) {
		this.guide.get("/blog/" + id).assertRefused();
	}

	private long publish(String token, String title, String content, String images) {
		return this.guide.post("/blog", token, JSON.writeValueAsString(new Post(title, content, images, 3)))
			.data()
			.asLong();
	}

	private static String body(String title, String content, String images, String shopId) {
		return "{\"title\":\"%s\",\"content\":\"%s\",\"images\":\"%s\",\"shopId\":%s}".formatted(title, content, images,
				shopId);
	}

	private record Post(String title, String content, String images, long shopId) {
	}

}
