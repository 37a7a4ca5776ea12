package io.github.rediscomponents.lock;

import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.locks.Lock;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;

class StandaloneRedissonKindsTests extends RedissonKindsContract {

	@Override
	protected RedisPort port() {
		return TestPorts.standalone();
	}

	@Override
	protected RedisDeployment server() {
		return SharedRedis.standalone();
	}

	@Override
	RedissonEngine engine() {
		return RedissonEngine.STANDALONE;
	}

	@Test
	void takesThreeScriptsForAPairAndNoneForNesting() {
		NamedLock lock = lock();
		lock.tryAcquire().orElseThrow().close();
		Map<String, Long> before = server().commandCalls();
		for (int i = 0; i < 10; i++) {
			lock.tryAcquire().orElseThrow().close();
		}
		Lock view = lock.asLock();
		for (int i = 0; i < 10; i++) {
			view.lock();
			view.lock();
			assertThat(view.tryLock()).isTrue();
			view.unlock();
			view.unlock();
			view.unlock();
		}
		Map<String, Long> after = server().commandCalls();
		assertThat(after.get("evalsha") - before.get("evalsha")).isEqualTo(60);
		assertThat(after.get("publish") - before.get("publish")).isEqualTo(20);
		assertThat(((ScheduledThreadPoolExecutor) this.background.timer()).getQueue()).isEmpty();
	}

}
