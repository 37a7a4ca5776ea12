package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class StandaloneLockTests extends LockContract {

	@Override
	protected RedisPort port() {
		return TestPorts.standalone();
	}

	@Override
	protected RedisDeployment server() {
		return SharedRedis.standalone();
	}

	@Test
	void renewsAHundredLeasesWithOneScript() {
		DistributedLock locks = process(SETTINGS.withLease(Duration.ofSeconds(9)), LockListener.NONE);
		List<Lease> leases = IntStream.range(0, 250)
			.mapToObj((i) -> locks.name(this.name + i).tryAcquire().orElseThrow())
			.toList();
		long before = server().commandCalls().get("evalsha");
		await().atMost(PATIENCE).until(() -> server().commandCalls().get("evalsha") - before >= 3);
		assertThat(leases).allMatch((lease) -> lease.remaining().compareTo(Duration.ofSeconds(6)) > 0);
		assertThat(server().commandCalls().get("evalsha") - before).isEqualTo(3);
		leases.forEach(Lease::close);
	}

}
