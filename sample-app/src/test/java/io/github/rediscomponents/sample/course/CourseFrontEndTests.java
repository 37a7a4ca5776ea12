// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.course;

import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;

import io.github.rediscomponents.sample.fixture.City;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Posts;
import io.github.rediscomponents.sample.fixture.Sales;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The calls of the pages of the hm-dianping course, with the paths, query strings and
 * bodies that those pages send.
 */
class CourseFrontEndTests {

	@TempDir
	private static Path folder;

	private static Guide guide;

	@BeforeAll
	static void start() {
		guide = Guide.start(new Guide.Settings().with("city-guide.upload.directory", folder.resolve("up").toString()));
	}

	@AfterAll
	static void stop() {
		guide.close();
	}

	@Test
	void aVisitorBrowses() {
		JsonNode type = guide.get("/api/shop-type/list").list().get(0);
		assertThat(type.path("icon").asString()).startsWith("/types/");
		JsonNode shop = guide
			.get("/api/shop/of/type?&typeId=" + type.path("id").asString() + "&current=1&x=120.149993&y=30.334229")
			.list()
			.get(0);
		// The pages split them without looking.
		assertThat(shop.path("images").isString()).isTrue();
		assertThat(shop.path("distance").isNumber()).isTrue();
		assertThat(guide.get("/api/shop/of/type?&typeId=1&current=1&sortBy=score&x=120.149993&y=30.334229").list())
			.isNotEmpty();
		assertThat(guide.get("/api/shop/1").data().path("openHours").isString()).isTrue();
		assertThat(guide.get("/api/voucher/list/1").list()).isNotEmpty();
		long post = Posts.publish(guide, 2);
		assertThat(guide.get("/api/blog/hot?current=1").list()).isNotEmpty();
		assertThat(guide.get("/api/blog/" + post).data().path("isLike").asBoolean(true)).isFalse();
		assertThat(guide.get("/api/blog/likes/" + post).list()).isEmpty();
	}

	@Test
	void aUserLogsInWritesLikesAndFollows() {
		String token = login();
		String me = guide.get("/api/user/me", token).data().path("id").asString();
		guide.get("/api/user/info/" + me, token).assertDone();
		assertThat(guide.get("/api/shop/of/name?name=", token).list()).isNotEmpty();
		String picture = "/imgs" + City.upload(guide, token, 1);
		String spare = "/imgs" + City.upload(guide, token, 2);
		guide.get("/api/upload/blog/delete?name=" + spare, token).assertDone();
		long post = guide
			.post("/api/blog", token,
					"{\"title\":\"运河边\",\"content\":\"好吃\",\"images\":\"" + picture + "\",\"shopId\":1}")
			.data()
			.asLong();
		assertThat(guide.get("/api/blog/of/me", token).ids()).containsExactly(post);
		guide.put("/api/blog/like/" + post, token).assertDone();
		assertThat(guide.get("/api/blog/" + post, token).data().path("isLike").asBoolean()).isTrue();
		assertThat(guide.get("/api/user/2", token).data().path("nickName").asString()).isEqualTo("可可今天不吃肉");
		assertThat(guide.get("/api/follow/or/not/2", token).data().asBoolean(true)).isFalse();
		guide.put("/api/follow/2/true", token).assertDone();
		assertThat(guide.get("/api/follow/common/2", token).list()).isEmpty();
		Posts.publish(guide, 2);
		assertThat(guide.get("/api/blog/of/user?&id=2&current=1", token).list()).isNotEmpty();
		guide.get("/api/blog/of/follow?&offset=0&lastId=" + (System.currentTimeMillis() + 1), token).assertDone();
		guide.post("/api/user/sign", token).assertDone();
		assertThat(guide.get("/api/user/sign/count", token).data().asInt()).isEqualTo(1);
		guide.post("/api/user/logout", token).assertDone();
		guide.get("/api/user/me", token).assertStatus(401);
	}

	@Test
	void aUserBuys() {
		String token = login();
		assertThat(guide.post("/api/voucher-order/seckill/" + Sales.create(guide, 1), token).data().isString())
			.isTrue();
		assertThat(guide.post("/api/voucher-order/buy/1", token).data().isString()).isTrue();
	}

	@Test
	void aUserOfAForkEditsTheProfile() throws Exception {
		String token = login();
		guide.put("/api/user/nickname", token, "{\"nickName\":\"小黑\"}").assertDone();
		guide.put("/api/user/update", token, "{\"nickName\":\"小黑马\"}").assertDone();
		guide.put("/api/user/info/update", token, "{\"gender\":true}").assertDone();
		guide.put("/api/user/info/update", token, "{\"birthday\":\"2001-01-01\"}").assertDone();
		String icon = guide.send(guide.request("/api/user/avatar/upload", token)
			.header("Content-Type", "multipart/form-data; boundary=x")
			.POST(BodyPublishers.ofString("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"我.gif\"\r\n"
					+ "Content-Type: image/gif\r\n\r\nGIF89a......\r\n--x--\r\n")))
			.data()
			.asString();
		JsonNode me = guide.get("/api/user/me", token).data();
		assertThat(me.path("nickName").asString()).isEqualTo("小黑马");
		assertThat(me.path("icon").asString()).isEqualTo(icon);
		assertThat(guide.get("/api/user/info/" + me.path("id").asString(), token).data().path("gender").asBoolean())
			.isTrue();
		assertThat(HttpClient.newHttpClient()
			.send(guide.request(icon, null).GET().build(), BodyHandlers.discarding())
			.statusCode()).isEqualTo(200);
	}

	private static String login() {
		String phone = "138" + String.format("%08d", Math.floorMod(System.nanoTime(), 100_000_000L));
		String code = guide.post("/api/user/code?phone=" + phone).data().asString();
		return guide
			.post("/api/user/login", null, "{\"phone\":\"" + phone + "\",\"code\":\"" + code + "\",\"radio\":\"\"}")
			.data()
			.asString();
	}

}
