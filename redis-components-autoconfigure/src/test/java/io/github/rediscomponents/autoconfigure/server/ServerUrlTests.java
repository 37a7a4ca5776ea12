// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.server;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

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

	@Test
	void isDescribedWithoutThePassword() {
		ServerUrl url = ServerUrl.of("rediss://me:secret@h:1/2");
		assertThat(url).hasToString("rediss://h:1/2");
		assertThat(ServerUrl.of("redis://h")).hasToString("redis://h:6379/0");
		Map<String, String> properties = Map.of("url", "rediss://me:secret@h:1/2", "sentinel.password", "secret",
				"sentinel.master", "m", "password", "secret");
		ServerProperties server = new Binder(new MapConfigurationPropertySource(properties)).bindOrCreate("",
				Bindable.of(ServerProperties.class));
		assertThat(server.toString()).contains("m of").doesNotContain("secret");
		assertThat(new ServerTopology(server, url).toString()).contains("rediss://h:1/2").doesNotContain("secret");
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
