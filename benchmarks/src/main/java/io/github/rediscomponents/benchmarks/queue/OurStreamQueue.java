// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

import java.util.List;

import io.github.rediscomponents.queue.stream.StreamQueue;

/**
 * Our stream queue.
 */
final class OurStreamQueue extends OurQueue<StreamQueue<String>> implements QueueContender {

	OurStreamQueue(String uri, Handler handler) {
		super(uri, handler, (streams) -> streams.get(NAME, String.class, SETTINGS));
	}

	@Override
	public void send(String body) {
		this.queue.publish(body);
	}

	@Override
	public void sendAll(List<String> bodies) {
		this.queue.publishAll(bodies);
	}

}
