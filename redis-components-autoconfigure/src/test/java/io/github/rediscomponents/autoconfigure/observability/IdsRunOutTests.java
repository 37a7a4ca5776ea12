// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.id.IdSpaceException;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.test.RedisBinary;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Health tells a process that has worked for years that ids run out. Where
 * {@code faketime} is installed.
 */
@EnabledIf("hasFaketime")
class IdsRunOutTests extends DegradedHealthFixture {

	private static final Instant END = Instant.parse("2038-01-19T03:14:08Z");

	@TempDir
	Path folder;

	static boolean hasFaketime() {
		return Files.isExecutable(Path.of("/usr/bin/faketime"));
	}

	/** Changes the clock with the next start of the server. */
	private void clock(Instant now) throws IOException {
		Files.writeString(this.folder.resolve("shift"), "+" + Duration.between(Instant.now(), now).toSeconds() + "s");
	}

	private RedisBinary shifted() throws IOException {
		Path script = Files.createFile(this.folder.resolve("redis-server"),
				PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
		Files.writeString(script, """
				#!/bin/sh
				export LD_PRELOAD="$(echo /usr/lib/*/faketime/libfaketime.so.1)"
				export FAKETIME="$(cat %s)" FAKETIME_DONT_FAKE_MONOTONIC=1 DONT_FAKE_MONOTONIC=1
				exec %s "$@"
				""".formatted(this.folder.resolve("shift"), RedisBinary.configured().path()));
		return RedisBinary.ofPath(script);
	}

	@Test
	void withinAYearOfTheirEnd() throws Exception {
		this.server.close();
		clock(END.minus(Duration.ofDays(500)));
		this.server = RedisServer.builder().binary(shifted()).start();
		user("+@all");
		application("redis-components.id.layout=classic", "redis-components.id.epoch=1970-01-01T00:00:00Z")
			.run((context) -> {
				IdWorker ids = context.getBean(IdWorker.class);
				ids.nextId("orders");
				assertThat(degraded(context)).isEmpty();
				restartAt(END.minus(Duration.ofDays(300)));
				nextIds(ids);
				assertThat(awaitDegraded(context, "id").get("reason").toString()).contains("1970-01-01", "2038-01-19");
				assertThatExceptionOfType(IdSpaceException.class).isThrownBy(() -> ids.nextId("others"));
				restartAt(END.minus(Duration.ofDays(400)));
				await().atMost(PATIENCE).untilAsserted(() -> {
					nextIds(ids);
					assertThat(degraded(context).toString()).doesNotContain("Ids run out within");
				});
			});
	}

	private void restartAt(Instant now) throws IOException {
		clock(now);
		this.server.restart();
		user("+@all");
	}

	/** More than a block has left. */
	private static void nextIds(IdWorker ids) {
		await().atMost(PATIENCE)
			.ignoreExceptionsInstanceOf(RedisUnavailableException.class)
			.until(() -> ids.nextIds("orders", 1000).length == 1000);
	}

}
