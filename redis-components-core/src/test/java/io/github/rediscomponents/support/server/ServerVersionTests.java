// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.server;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Which servers are refused.
 */
class ServerVersionTests {

	@Test
	void refusesAServerThatIsTooOld() {
		assertThatExceptionOfType(UnsupportedRedisException.class)
			.isThrownBy(() -> ServerVersion
				.check(ServerIdentity.of("# Server\r\nredis_version:6.0.16\r\nredis_mode:standalone", "").version()))
			.withMessageContaining("6.2")
			.withMessageContaining("6.0.16");
		ServerVersion.check("6.2.0");
		ServerVersion.check("8.0.1");
		ServerVersion.check("");
	}

}
