// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.time.Duration;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.internet.MimeMessage;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a user does everywhere: log in, read about a shop, order, like.
 */
final class Visit {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final Pattern CODE = Pattern.compile("\\b[0-9]{6}\\b");

	private Visit() {
	}

	static GreenMail mailServer() {
		GreenMail mail = new GreenMail(new ServerSetup(0, "localhost", ServerSetup.PROTOCOL_SMTP));
		mail.start();
		return mail;
	}

	/** In a demo, which shows the code. */
	static String pay(Guide guide) {
		String token = guide.loginAsSomebody();
		visit(guide, token);
		return token;
	}

	/** Where the code is sent by mail. */
	static String pay(Guide guide, GreenMail mail) {
		String account = Guide.randomAccount();
		assertThat(guide.post("/user/code?phone=" + account).assertDone().body().has("data")).isFalse();
		String code = await().atMost(PATIENCE).until(() -> codeFor(account, mail), (found) -> !found.isEmpty());
		String token = guide.post("/user/login", null, "{\"phone\":\"%s\",\"code\":\"%s\"}".formatted(account, code))
			.data()
			.asString();
		visit(guide, token);
		return token;
	}

	private static String codeFor(String account, GreenMail mail) throws Exception {
		for (MimeMessage message : mail.getReceivedMessages()) {
			if (Arrays.toString(message.getAllRecipients()).contains(account)) {
				Matcher code = CODE.matcher(String.valueOf(message.getContent()));
				assertThat(code.find()).isTrue();
				return code.group();
			}
		}
		return "";
	}

	private static void visit(Guide guide, String token) {
		guide.put("/user/nickname", token, "{\"nickName\":\"来访者\"}").assertDone();
		guide.put("/user/info/update", token, "{\"city\":\"杭州\",\"gender\":true}").assertDone();
		JsonNode me = guide.get("/user/me", token).data();
		assertThat(me.path("nickName").asString()).isEqualTo("来访者");
		assertThat(guide.get("/user/info/" + me.path("id").asString(), token).data().path("gender").asBoolean())
			.isTrue();
		guide.post("/voucher-order/buy/1", token).assertDone();
		assertThat(guide.get("/shop/3").data().path("name").asString()).contains("新白鹿");
		long voucher = Sales.create(guide, 1);
		String order = guide.post("/voucher-order/seckill/" + voucher, token).data().asString();
		await().atMost(PATIENCE).untilAsserted(() -> {
			guide.get("/voucher-order/" + order, token).assertDone();
			assertThat(Sales.orders(guide, voucher)).isEqualTo(1);
		});
		like(guide, token);
	}

	/** Writes a post and likes it, which others see. */
	static void like(GuideClient guide, String token) {
		long post = guide
			.post("/blog", token, "{\"title\":\"A visit\",\"content\":\"It was good.\",\"images\":\"\",\"shopId\":3}")
			.data()
			.asLong();
		guide.put("/blog/like/" + post, token).assertDone();
		assertThat(guide.get("/blog/likes/" + post).list()).hasSize(1);
		assertThat(guide.get("/activity/latest").list()).isNotEmpty();
	}

}
