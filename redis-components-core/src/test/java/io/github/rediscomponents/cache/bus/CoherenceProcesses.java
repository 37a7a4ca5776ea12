// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.util.ArrayList;
import java.util.List;

import io.github.rediscomponents.test.ChildJvm;

/**
 * The processes of one {@link CoherenceRun} after the other. Most of what a JVM costs
 * that lives for seconds is its start.
 */
final class CoherenceProcesses implements AutoCloseable {

	private final List<ChildJvm> children = new ArrayList<>();

	private int runs;

	/**
	 * Returns processes that are in no run, started if there are none.
	 */
	List<ChildJvm> take(int number) {
		while (this.children.size() < number) {
			this.children.add(ChildJvm.start(CoherenceChild.class));
		}
		return List.copyOf(this.children);
	}

	/**
	 * Returns the number of a run, which the processes write at the head of its lines.
	 */
	int next() {
		return ++this.runs;
	}

	/** Ends the processes; a later run has others. */
	@Override
	public void close() {
		this.children.forEach(ChildJvm::close);
		this.children.clear();
	}

}
