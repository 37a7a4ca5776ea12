// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.template;

import java.time.Duration;

import org.springframework.data.redis.core.StringRedisTemplate;

import io.github.rediscomponents.tutorial.queue.Handler;

/**
 * A list as a queue: {@code LPUSH} and {@code BRPOP}.
 */
public class BeforeMails {

	private final StringRedisTemplate redis;

	public BeforeMails(StringRedisTemplate redis) {
		this.redis = redis;
	}

	public void send(String mail) {
		this.redis.opsForList().leftPush("mails", mail);
	}

	public void handleNext(Handler smtp) {
		String mail = this.redis.opsForList().rightPop("mails", Duration.ofSeconds(1));
		if (mail != null) {
			smtp.handle(mail);
		}
	}

	public boolean isDrained() {
		return !this.redis.hasKey("mails");
	}

}
