// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration;

import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.session.data.redis.RedisIndexedSessionRepository;

import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.tutorial.Scene;
import io.github.rediscomponents.tutorial.migration.session.AfterLogin;
import io.github.rediscomponents.tutorial.migration.session.BeforeLogin;
import io.github.rediscomponents.tutorial.migration.session.BothLogins;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * From Spring Session, with instances of neighbouring releases side by side.
 */
class LoginTests extends Scene {

	private final RedisComponents components = opened(process().build());

	private final BeforeLogin<?> old = new BeforeLogin<>(repository());

	private final AfterLogin ours = new AfterLogin(this.components.tokenSessions());

	private final BothLogins both = new BothLogins(this.old, this.ours);

	@Test
	void tokensOfBothAreAccepted() {
		assertThat(this.both.user(this.old.login("anna"))).contains("anna");
		assertThat(this.both.user(this.ours.login("ben"))).contains("ben");
		assertThat(this.both.user("invented")).isEmpty();
		assertThat(this.old.user(this.ours.login("cleo"))).as("of an old instance").isEmpty();
	}

	@Test
	void logoutEverywhereEndsTheLoginsOfBoth() {
		List<String> tokens = List.of(this.old.login("anna"), this.ours.login("anna"));
		this.both.logoutEverywhere("anna");
		assertThat(tokens.stream().map(this.both::user)).containsOnly(Optional.empty());
	}

	private RedisIndexedSessionRepository repository() {
		RedisTemplate<String, Object> template = new RedisTemplate<>();
		template.setKeySerializer(RedisSerializer.string());
		template.setHashKeySerializer(RedisSerializer.string());
		template.setConnectionFactory(this.redis.getRequiredConnectionFactory());
		template.afterPropertiesSet();
		return new RedisIndexedSessionRepository(template);
	}

}
