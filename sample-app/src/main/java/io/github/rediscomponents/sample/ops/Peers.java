// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.springframework.stereotype.Component;

/**
 * The samples that other instances share. Each gets the time of a sample of this
 * instance, so that all instances have one time line, whatever their clocks say.
 */
@Component
class Peers {

	/** Samples that came early wait for the next second of this instance. */
	private static final int WAITING = 3;

	/** Bound of the memory: an instance that starts again has another name. */
	private static final int MOST = 8;

	/** The one first that has been silent for the longest time. */
	private final Map<String, Peer> peers = new LinkedHashMap<>();

	/** Takes the newest samples of an instance; those that are known are skipped. */
	synchronized void heard(String name, List<Shared.Sent> samples) {
		Peer known = this.peers.get(name);
		List<Shared.Sent> fresh = (known != null) ? known.fresh(samples) : samples;
		if (fresh.isEmpty()) {
			return;
		}
		this.peers.remove(name);
		if (this.peers.size() == MOST) {
			this.peers.remove(this.peers.keySet().iterator().next());
		}
		Peer peer = (known != null) ? known : new Peer();
		this.peers.put(name, peer);
		fresh.forEach(peer::add);
	}

	/** Puts the next sample of each instance at a time of this instance. */
	synchronized void tick(long time) {
		for (Peer peer : this.peers.values()) {
			Shared.Sent next = peer.waiting.pollFirst();
			if (next != null) {
				peer.ring.add(next.at(time));
			}
		}
		this.peers.values()
			.removeIf((peer) -> peer.waiting.isEmpty() && peer.ring.after(time - Sampler.KEPT_MILLIS).isEmpty());
	}

	/** Returns the samples of each instance after a time. */
	synchronized Map<String, List<Sample>> after(long time) {
		Map<String, List<Sample>> found = new TreeMap<>();
		this.peers.forEach((name, peer) -> found.put(name, peer.ring.after(time)));
		return found;
	}

	private static final class Peer {

		private final Ring ring = new Ring(Sampler.KEPT);

		private final Deque<Shared.Sent> waiting = new ArrayDeque<>();

		private long last;

		/**
		 * Returns the samples after the last known one. Its clock may have gone back, so
		 * the order counts and not the time.
		 */
		List<Shared.Sent> fresh(List<Shared.Sent> samples) {
			for (int i = samples.size() - 1; i >= 0; i--) {
				if (samples.get(i).time() == this.last) {
					return samples.subList(i + 1, samples.size());
				}
			}
			return samples;
		}

		void add(Shared.Sent sample) {
			this.last = sample.time();
			this.waiting.addLast(sample);
			if (this.waiting.size() > WAITING) {
				this.waiting.removeFirst();
			}
		}

	}

}
