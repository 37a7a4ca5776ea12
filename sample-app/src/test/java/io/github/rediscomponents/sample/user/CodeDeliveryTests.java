// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.github.rediscomponents.sample.fixture.Guide;
import jakarta.mail.internet.MimeMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * How codes leave the application outside of the demo.
 */
@ExtendWith(OutputCaptureExtension.class)
class CodeDeliveryTests {

	private static final Pattern CODE = Pattern.compile("\\b[0-9]{6}\\b");

	@Test
	void codesGoByMailAndAreNeitherShownNorLogged(CapturedOutput output) throws Exception {
		GreenMail mail = new GreenMail(new ServerSetup(0, "localhost", ServerSetup.PROTOCOL_SMTP));
		mail.start();
		try (Guide guide = Guide.start(mailSettings(mail.getSmtp().getPort()))) {
			String account = Guide.randomAccount();
			assertThat(guide.post("/user/code?phone=" + account).assertDone().text()).isEqualTo("{\"success\":true}");
			assertThat(mail.waitForIncomingEmail(60_000, 1)).isTrue();
			MimeMessage message = mail.getReceivedMessages()[0];
			assertThat(message.getAllRecipients()[0]).hasToString(account);
			Matcher code = CODE.matcher(String.valueOf(message.getContent()));
			assertThat(code.find()).isTrue();
			guide.post("/user/login", null, "{\"phone\":\"%s\",\"code\":\"%s\"}".formatted(account, code.group()))
				.assertDone();
			assertThat(output.getAll()).doesNotContain(code.group());
			assertThat(guide.post("/user/code?phone=13800138000").assertRefused().sentence()).contains("by mail");
			assertThat(guide.post("/user/code?phone=13800138000").assertRefused().sentence()).contains("by mail");
		}
		finally {
			mail.stop();
		}
	}

	@Test
	void aMailThatCannotBeSentDoesNotCostTheMinute() {
		try (Guide guide = Guide.start(mailSettings(1))) {
			guide.post("/user/code?phone=somebody@example.com").assertStatus(503);
			guide.post("/user/code?phone=somebody@example.com").assertStatus(503);
		}
	}

	@Test
	void aBeanCanSendThem() {
		try (Guide guide = Guide.start(new Guide.Settings().profiles("production"), Postman.class)) {
			assertThat(guide.post("/user/code?phone=13800138000").assertDone().body().has("data")).isFalse();
			String[] sent = guide.bean(Postman.class).last.split(" ");
			assertThat(sent[0]).isEqualTo("13800138000");
			guide.post("/user/login", null, "{\"phone\":\"13800138000\",\"code\":\"%s\"}".formatted(sent[1]))
				.assertDone();
		}
	}

	@Test
	void withoutAnySenderTheStartFailsWithAdvice(CapturedOutput output) {
		assertThatExceptionOfType(Exception.class)
			.isThrownBy(() -> Guide.start(new Guide.Settings().profiles("production")));
		assertThat(output).contains("login codes are not shown", "Set spring.mail.host");
	}

	private static Guide.Settings mailSettings(int port) {
		return new Guide.Settings().profiles("production")
			.with("spring.mail.host", "localhost")
			.with("spring.mail.port", String.valueOf(port));
	}

	/**
	 * Keeps what it should send.
	 */
	static class Postman implements CodeSender {

		private volatile String last = "";

		@Override
		public void send(String account, String code) {
			this.last = account + " " + code;
		}

	}

}
