// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.session;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.session.FindByIndexNameSessionRepository;
import org.springframework.session.Session;
import org.springframework.session.SessionRepository;
import org.springframework.session.data.redis.RedisIndexedSessionRepository;
import org.springframework.session.data.redis.RedisSessionRepository;

/**
 * Spring Session as a request uses it: read, note the time of access, save. Without the
 * listener for expired keys, which costs the server a message for each.
 *
 * @param <S> its sessions
 */
final class SpringSessionContender<S extends Session> implements SessionContender {

	private final String name;

	private final SessionRepository<S> repository;

	private final @Nullable FindByIndexNameSessionRepository<S> index;

	private SpringSessionContender(String name, SessionRepository<S> repository,
			@Nullable FindByIndexNameSessionRepository<S> index) {
		this.name = name;
		this.repository = repository;
		this.index = index;
	}

	static SessionContender plain(RedisConnectionFactory factory) {
		RedisSessionRepository repository = new RedisSessionRepository(template(factory));
		repository.setRedisKeyNamespace("plain");
		return new SpringSessionContender<>("Spring Session", repository, null);
	}

	static SessionContender indexed(RedisConnectionFactory factory) {
		RedisIndexedSessionRepository repository = new RedisIndexedSessionRepository(template(factory));
		repository.setRedisKeyNamespace("indexed");
		return new SpringSessionContender<>("Spring Session, indexed", repository, repository);
	}

	private static RedisTemplate<String, Object> template(RedisConnectionFactory factory) {
		RedisTemplate<String, Object> template = new RedisTemplate<>();
		template.setKeySerializer(RedisSerializer.string());
		template.setHashKeySerializer(RedisSerializer.string());
		template.setConnectionFactory(factory);
		template.afterPropertiesSet();
		return template;
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public String create(String user) {
		S session = this.repository.createSession();
		session.setAttribute(FindByIndexNameSessionRepository.PRINCIPAL_NAME_INDEX_NAME, user);
		session.setAttribute("role", "customer");
		this.repository.save(session);
		return session.getId();
	}

	@Override
	public void touch(String token) {
		S session = Objects.requireNonNull(this.repository.findById(token));
		session.setLastAccessedTime(Instant.now());
		this.repository.save(session);
	}

	@Override
	public int find(String user) {
		return Objects.requireNonNull(this.index).findByPrincipalName(user).size();
	}

	@Override
	public void revokeAll(String user, List<String> tokens) {
		if (this.index == null) {
			tokens.forEach(this.repository::deleteById);
		}
		else {
			this.index.findByPrincipalName(user).keySet().forEach(this.repository::deleteById);
		}
	}

	@Override
	public boolean hasIndex() {
		return this.index != null;
	}

}
