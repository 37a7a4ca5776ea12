// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.time.Duration;
import java.util.List;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.messaging.MailResult.Sent;
import io.github.rediscomponents.support.ProxiedRedisFixture;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What happens to mailboxes when replies are lost and Redis is away.
 */
class MailboxFaultTests extends ProxiedRedisFixture {

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private Mailbox<String> mailbox;

	MailboxFaultTests() {
		super(Duration.ofSeconds(20));
	}

	@BeforeEach
	void connect() {
		this.mailbox = mailbox(this.port);
		this.mailbox.send("anna", "first");
		// A reply that says that the server does not know a script is worth no test.
		this.mailbox.acknowledge("anna", this.mailbox.fetch("ben", 1).size());
	}

	@Test
	void sendsOnceWhenTheDriverRepeatsAfterALostReply() {
		this.proxy.swallowNextReply();
		assertThat(((Sent) this.mailbox.send("anna", "second")).repeated()).isTrue();
		assertThat(this.proxy.swallowedReplies()).isEqualTo(1);
		assertThat(this.mailbox.size("anna")).isEqualTo(2);
		assertThat(count("sent", "outcome", "repeated")).isEqualTo(1);
		assertThat(count("sent", "outcome", "sent")).isEqualTo(1);
	}

	@Test
	void losesNothingWhenRepliesToFetchesAndAcknowledgementsAreLost() {
		this.mailbox.send("anna", "second");
		this.proxy.swallowNextReply();
		List<Mail<String>> mails = this.mailbox.fetch("anna", 1).mails();
		assertThat(mails).extracting(Mail::body).containsExactly("first");
		// Answered after what the driver told the server when it had connected again.
		assertThat(this.mailbox.size("anna")).isEqualTo(2);
		this.proxy.swallowNextReply();
		assertThat(this.mailbox.acknowledge("anna", mails.get(0).id())).isFalse();
		assertThat(this.proxy.swallowedReplies()).isEqualTo(2);
		assertThat(this.mailbox.fetch("anna", 10).mails()).extracting(Mail::body).containsExactly("second");
		assertThat(count("fetched", "component", "mailbox")).isEqualTo(2);
	}

	@Test
	void failsClearlyWhileRedisIsAwayAndGoesOnAfterwards() {
		Mailbox<String> impatient = mailbox(this.port.withTimeout(Duration.ofMillis(200)));
		this.server.kill();
		await().untilAsserted(() -> assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> impatient.send("anna", "x")));
		this.server.restart();
		await().ignoreExceptions().until(() -> this.mailbox.send("anna", "x", "id-x").isSent());
		assertThat(this.mailbox.fetch("anna", 10).mails()).extracting(Mail::body).containsOnlyOnce("x");
	}

	private double count(String meter, String tag, String value) {
		return this.meters.get("redis.components.messaging." + meter).tag(tag, value).counter().count();
	}

	private Mailbox<String> mailbox(CommandPort redis) {
		return Mailboxes
			.create(redis, new KeySpace("test"), ValueCodecs.json(), new LiveSettings<>(MailboxSettings.defaults()),
					new MicrometerMessagingObserver(this.meters))
			.get(String.class);
	}

}
