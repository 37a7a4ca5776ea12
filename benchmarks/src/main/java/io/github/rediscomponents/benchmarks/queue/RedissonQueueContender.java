// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import org.redisson.Redisson;
import org.redisson.RedissonShutdownException;
import org.redisson.api.RBlockingQueue;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/**
 * Redisson's RBlockingQueue. A message that was taken is gone, whatever becomes of it.
 */
final class RedissonQueueContender implements QueueContender {

	private final RedissonClient client;

	private final RBlockingQueue<String> queue;

	private final ExecutorService workers = Executors.newCachedThreadPool();

	RedissonQueueContender(String uri, Handler handler) {
		this.client = client(uri);
		this.queue = this.client.getBlockingQueue("bench");
		work(this.workers, this.queue, handler);
	}

	static RedissonClient client(String uri) {
		Config config = new Config().setCodec(StringCodec.INSTANCE);
		config.useSingleServer().setAddress(uri);
		return Redisson.create(config);
	}

	static void work(ExecutorService workers, RBlockingQueue<String> queue, Handler handler) {
		for (int i = 0; i < HANDLERS; i++) {
			workers.execute(() -> {
				while (!Thread.currentThread().isInterrupted()) {
					one(queue, handler);
				}
			});
		}
	}

	/** What every user of such a queue has to write. */
	private static void one(RBlockingQueue<String> queue, Handler handler) {
		try {
			String body = queue.poll(1, TimeUnit.SECONDS);
			if (body != null) {
				handler.handle(body);
			}
		}
		catch (InterruptedException | RedissonShutdownException ex) {
			Thread.currentThread().interrupt();
		}
		catch (PoisonException | RedisException ex) {
			Thread.onSpinWait();
		}
	}

	@Override
	public void send(String body) {
		this.queue.offer(body);
	}

	@Override
	public void sendAll(List<String> bodies) {
		this.queue.addAll(bodies);
	}

	@Override
	public void close() {
		this.workers.shutdownNow();
		this.client.shutdown();
	}

}
