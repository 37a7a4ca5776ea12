// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.util.List;

import org.springframework.util.StringValueResolver;

/**
 * The sources of the annotations.
 *
 * @param rates reads {@code @RateLimited}
 * @param permits reads {@code @Permitted}
 * @param locks reads {@code @Locked}
 * @param batches reads {@code @CacheableBatch}
 */
record OperationSources(RateOperation.Source rates, PermitOperation.Source permits, LockOperation.Source locks,
		BatchOperation.Source batches) {

	static OperationSources of(StringValueResolver resolver) {
		return new OperationSources(new RateOperation.Source(resolver), new PermitOperation.Source(resolver),
				new LockOperation.Source(resolver), new BatchOperation.Source(resolver));
	}

	List<OperationSource<?, ?>> all() {
		return List.of(this.rates, this.permits, this.locks, this.batches);
	}

}
