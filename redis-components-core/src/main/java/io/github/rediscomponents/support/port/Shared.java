// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.rediscomponents.support.Spans;
import io.github.rediscomponents.support.Troubles;
import io.github.rediscomponents.support.link.Dependent;

/**
 * What all views of a port share beside its connections.
 *
 * @param dependents told of changes of the topology
 * @param troubles what is unwell
 * @param spans begins spans
 */
record Shared(Set<Dependent> dependents, Troubles troubles, Spans spans) {

	Shared() {
		this(ConcurrentHashMap.newKeySet(), new Troubles(), new Spans());
	}

}
