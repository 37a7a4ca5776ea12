// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.bucket;

import java.time.Duration;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.proxy.ProxyManager;

/**
 * Calls of a tenant, in buckets of Bucket4j.
 */
public class BeforeCalls {

	private final ProxyManager<String> buckets;

	public BeforeCalls(ProxyManager<String> buckets) {
		this.buckets = buckets;
	}

	public boolean mayCall(String tenant) {
		Bucket bucket = this.buckets.builder()
			.build("calls:" + tenant,
					() -> BucketConfiguration.builder()
						.addLimit((limit) -> limit.capacity(50).refillGreedy(10, Duration.ofSeconds(1)))
						.build());
		return bucket.tryConsume(1);
	}

}
