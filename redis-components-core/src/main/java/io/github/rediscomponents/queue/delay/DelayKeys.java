// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.delay;

/**
 * The keys of a delay queue besides those of its stream, all in one slot.
 *
 * @param stream the stream, whose key the others begin with
 */
record DelayKeys(String stream) {

	String due() {
		return this.stream + ":due";
	}

	String items() {
		return this.stream + ":items";
	}

	String operation(String token) {
		return this.stream + ":op:" + token;
	}

}
