// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.server;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ServerUrlTests {

	@Test
	void readsThePartsOfAUrl() {
		assertThat(ServerUrl.of("redis://h")).isEqualTo(new ServerUrl(false, "h", 6379, 0, null, null));
		assertThat(ServerUrl.of(" rediss://u:p@h:1/2 ")).isEqualTo(new ServerUrl(true, "h", 1, 2, "u", "p"));
		assertThat(ServerUrl.of("redis://:p@h/")).isEqualTo(new ServerUrl(false, "h", 6379, 0, null, "p"));
		assertThat(ServerUrl.of("redis://p@h")).isEqualTo(new ServerUrl(false, "h", 6379, 0, null, "p"));
		assertThat(ServerUrl.of("redis://u:a:b%40@h")).isEqualTo(new ServerUrl(false, "h", 6379, 0, "u", "a:b@"));
		assertThat(ServerUrl.of("redis://[::1]:7000")).isEqualTo(new ServerUrl(false, "[::1]", 7000, 0, null, null));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "h:6379", "redis:h", "http://u:secret@h", "redis://u:secret@h:x",
			"redis://u:secret@h/x", "redis://u:secret@h/1/2", "redis://u:secret@h?timeout=1s", "redis://u:secret@",
			"redis://u:secret@ h" })
	void refusesOthersWithoutThePassword(String url) {
		assertThatIllegalArgumentException().isThrownBy(() -> ServerUrl.of(url))
			.withMessageStartingWith("url must be like redis://host:6379")
			.withNoCause()
			.satisfies((failure) -> assertThat(failure.getMessage()).doesNotContain("secret"));
	}

}
