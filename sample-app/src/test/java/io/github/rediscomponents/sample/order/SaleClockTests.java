// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDateTime;

import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Sales;
import io.github.rediscomponents.test.RedisBinary;
import io.github.rediscomponents.test.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * A flash sale whose application has a clock that is ahead of that of Redis by an hour.
 * Skipped where faketime is not installed.
 */
class SaleClockTests {

	private static final Path FAKETIME = Path.of("/usr/bin/faketime");

	@TempDir
	private Path folder;

	@Test
	void theClockOfRedisDecidesWhenASaleIsOver() throws IOException {
		assumeTrue(Files.isExecutable(FAKETIME), "faketime is not installed");
		LocalDateTime now = LocalDateTime.now();
		try (RedisServer redis = RedisServer.builder().binary(anHourBehind()).start();
				Guide guide = Guide.start(new Guide.Settings(redis).with("city-guide.sale.hold", "1s"))) {
			long voucher = Sales.create(guide, 3, now.minusHours(3), now.minusMinutes(10));
			await().until(() -> SaleAccess.open(guide.context()).contains(voucher));
			Sales.buy(guide, voucher, guide.tokenOf(1));
			SaleAccess.lose(guide.context(), voucher);
			Sales.order(guide, voucher, guide.tokenOf(2)).assertStatus(503);
			await().untilAsserted(() -> Sales.order(guide, voucher, guide.tokenOf(2)).assertDone());
			Sales.awaitOrders(guide, voucher, 2);
		}
	}

	private RedisBinary anHourBehind() throws IOException {
		Path script = Files.createFile(this.folder.resolve("redis-server"),
				PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
		// faketime itself would be the process that is started, and the server its child.
		Files.writeString(script, """
				#!/bin/sh
				LD_PRELOAD=$(%s -f -1h printenv LD_PRELOAD) FAKETIME=-1h exec '%s' "$@"
				""".formatted(FAKETIME, RedisBinary.configured().path()));
		return RedisBinary.ofPath(script);
	}

}
