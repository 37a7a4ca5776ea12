// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.util.concurrent.CountDownLatch;

/**
 * A loader that says when it runs, and waits for the test.
 */
final class Latches {

	final CountDownLatch loading = new CountDownLatch(1);

	final CountDownLatch proceed = new CountDownLatch(1);

	<T> T load(T value) throws InterruptedException {
		this.loading.countDown();
		this.proceed.await();
		return value;
	}

}
