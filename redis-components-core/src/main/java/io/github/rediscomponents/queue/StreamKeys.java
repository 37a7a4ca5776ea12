package io.github.rediscomponents.queue;

/**
 * The keys of one queue, all in one slot.
 *
 * @param stream the stream, whose key the others begin with
 */
record StreamKeys(String stream) {

	String dead() {
		return this.stream + ":dead";
	}

	/** How many dead letters were dropped. */
	String dropped() {
		return this.stream + ":dropped";
	}

	String retry(String group) {
		return this.stream + ":retry:" + group;
	}

	String trace(String group) {
		return this.stream + ":trace:" + group;
	}

	/** What each consumer has settled last. */
	String settled(String group) {
		return this.stream + ":settled:" + group;
	}

	String id(String id) {
		return this.stream + ":id:" + id;
	}

}
