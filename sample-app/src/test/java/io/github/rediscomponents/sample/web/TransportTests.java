// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;

import io.github.rediscomponents.sample.fixture.Guide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Envelope, prefix, statuses: what holds for every endpoint.
 */
class TransportTests {

	private final Guide guide = Guide.shared();

	@Test
	void everyPathIsAlsoThereUnderApi() {
		assertThat(this.guide.get("/api/shop/1").data()).isEqualTo(this.guide.get("/shop/1").data());
		String token = this.guide.loginAsSomebody();
		assertThat(this.guide.get("/api/user/me", token).data()).isEqualTo(this.guide.get("/user/me", token).data());
		this.guide.get("/api/user/me").assertStatus(401);
		this.guide.get("/api/nothing/here").assertStatus(404);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/user/me", "/user/1", "/user/info/1", "/voucher-order/me", "/voucher-order/1",
			"/blog/of/me", "/blog/of/user?id=1", "/chat", "/chat/pending", "/user/sign/count" })
	void privatePathsWantALogin(String path) {
		this.guide.get(path).assertStatus(401);
		this.guide.get(path, "unknown").assertStatus(401);
		this.guide.get(path, "A".repeat(43)).assertStatus(401);
		this.guide.get(path, "Bearer " + this.guide.loginAsSomebody()).assertStatus(401);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/user/logout", "/shop", "/voucher", "/voucher/seckill", "/voucher-order/seckill/3",
			"/voucher-order/buy/1", "/user/avatar/upload", "/blog", "/user/sign", "/upload/blog", "/chat",
			"/chat/1-1/messages" })
	void writingWantsALogin(String path) {
		this.guide.post(path, null, "{}").assertStatus(401);
	}

	@ParameterizedTest
	@CsvSource({ "/nothing, 404", "/shop/abc, 400", "/shop/99999999999999999999, 400", "/shop/1.5, 400",
			"/shop/of/name?name=%ff%fe, 400", "/shop/1/2, 404", "/shop/of/type?typeId=x, 400",
			"/shop/of/type?typeId=1&current=1e9, 400", "/voucher/list/-, 400", "/user/code, 400",
			"/voucher-order/seckill/1, 405", "/voucher-order/buy/1, 405", "/user/nickname, 400" })
	void malformedRequestsAreClientErrorsInTheEnvelope(String path, int status) {
		this.guide.get(path, this.guide.tokenOf(1)).assertStatus(status);
	}

	@Test
	void brokenBodiesAreClientErrors() {
		String token = this.guide.tokenOf(1);
		this.guide.post("/user/login", null, "{").assertStatus(400);
		this.guide.post("/user/login", null, "").assertStatus(400);
		this.guide.post("/user/login", null, "[1]").assertStatus(400);
		this.guide.post("/shop", token, "{\"x\":\"east\"}").assertStatus(400);
		this.guide.put("/shop", token, "{\"id\":1,\"score\":4.7}").assertStatus(400);
		this.guide.put("/shop", token, "{\"id\":99999999999999999999}").assertStatus(400);
		this.guide.post("/voucher/seckill", token, "{\"beginTime\":\"tomorrow\"}").assertStatus(400);
		this.guide.send(this.guide.request("/user/login", null).POST(BodyPublishers.ofString("phone=1")))
			.assertStatus(415);
	}

	@Test
	void answersAreJsonWhateverIsAccepted() {
		for (String accepted : new String[] { "text/html", "image/png", "*/*" }) {
			this.guide.send(this.guide.request("/shop/1", null).header("Accept", accepted).GET()).assertDone();
			this.guide.send(this.guide.request("/shop/0", null).header("Accept", accepted).GET()).assertRefused();
			this.guide.send(this.guide.request("/nothing", null).header("Accept", accepted).GET()).assertStatus(404);
		}
	}

	@Test
	void askingForTheMethodsNeedsNoLogin() throws Exception {
		assertThat(raw("OPTIONS /user/me HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
			.startsWith("HTTP/1.1 200")
			.contains("Allow: GET,HEAD,OPTIONS");
	}

	@Test
	void whatTheContainerRefusesIsInTheEnvelopeToo() throws Exception {
		String answer = raw("GET /shop/%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
		assertThat(answer).startsWith("HTTP/1.1 400").contains("{\"success\":false,").doesNotContain("<html");
		assertThat(raw("GET /shop/<1> HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
			.startsWith("HTTP/1.1 400")
			.contains("{\"success\":false,");
	}

	@Test
	void queryStringsMayBeginWithAnAmpersandAndLackWhatIsFalsy() {
		assertThat(this.guide.get("/shop/of/type?&typeId=1&current=1").ids()).hasSize(9);
		assertThat(this.guide.get("/shop/of/type?&typeId=1&current=&x=&y=&sortBy=").ids()).hasSize(9);
		assertThat(this.guide.get("/shop/of/name?").ids()).hasSize(10);
		this.guide.get("/shop/of/type").assertRefused();
		this.guide.post("/user/code").assertRefused();
	}

	@Test
	void nothingIsNullInTheJson() {
		for (String path : new String[] { "/shop/1", "/shop/of/type?typeId=1", "/voucher/list/1", "/shop-type/list",
				"/activity/latest", "/blog/hot", "/shop/suggest", "/shop/uv/1", "/shop/pv/1" }) {
			assertThat(this.guide.get(path).assertDone().text()).doesNotContain("null");
		}
	}

	@Test
	void oneRequestsUserIsUnknownToTheNextOnTheSameThread() {
		String token = this.guide.loginAsSomebody();
		for (int i = 0; i < 300; i++) {
			this.guide.get("/user/me", token).assertDone();
			this.guide.get("/user/me").assertStatus(401);
		}
	}

	@Test
	void servesThePage() throws Exception {
		assertThat(raw("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")).startsWith("HTTP/1.1 200")
			.contains("<title>City guide");
		for (String file : new String[] { "js/main.js", "js/views/home.js", "css/base.css", "texts/zh.json",
				"operations.html", "webjars/chart.js/dist/chart.umd.min.js", "favicon.ico", "imgs/logo.svg",
				"imgs/shop.svg", "imgs/user.svg" }) {
			assertThat(raw("GET /" + file + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
				.startsWith("HTTP/1.1 200");
		}
	}

	@Test
	void answersSayWhichOffsetTheirTimesHave() throws Exception {
		assertThat(raw("GET /shop/1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
			.contains("X-Time-Offset: " + OffsetDateTime.now().getOffset().getId() + "\r\n");
	}

	private String raw(String request) throws Exception {
		try (Socket socket = new Socket("localhost", this.guide.base().getPort())) {
			OutputStream out = socket.getOutputStream();
			out.write(request.getBytes(StandardCharsets.US_ASCII));
			out.flush();
			InputStream in = socket.getInputStream();
			return new String(in.readAllBytes(), StandardCharsets.UTF_8);
		}
	}

}
