// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.util.List;
import java.util.stream.StreamSupport;

import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the application answered.
 *
 * @param status the HTTP status
 * @param text the body
 * @param body the body as JSON
 */
record Answer(int status, String text, JsonNode body) {

	/** The data of a request that was done. */
	JsonNode data() {
		assertThat(this.status).as(this.text).isEqualTo(200);
		assertThat(this.body.path("success").asBoolean()).as(this.text).isTrue();
		return this.body.path("data");
	}

	boolean succeeded() {
		return this.body.path("success").asBoolean();
	}

	List<JsonNode> list() {
		assertThat(data().isArray()).as(this.text).isTrue();
		return StreamSupport.stream(data().spliterator(), false).toList();
	}

	List<Long> ids() {
		return list().stream().map((one) -> one.path("id").asLong()).toList();
	}

	Answer assertDone() {
		data();
		return this;
	}

	/** Understood, and not done: HTTP 200 with a sentence. */
	Answer assertRefused() {
		assertThat(this.status).as(this.text).isEqualTo(200);
		return assertFailed();
	}

	Answer assertStatus(int expected) {
		assertThat(this.status).as(this.text).isEqualTo(expected);
		return assertFailed();
	}

	private Answer assertFailed() {
		assertThat(this.body.path("success").isBoolean()).as(this.text).isTrue();
		assertThat(this.body.path("success").asBoolean()).as(this.text).isFalse();
		assertThat(this.body.path("errorMsg").asString()).as(this.text).isNotBlank();
		// At most the id of what is there instead.
		assertThat(this.body.path("data").asString("1")).as(this.text).matches("[0-9]+");
		assertThat(this.text).doesNotContain("Exception", "java.", "SELECT", "org.", "\tat ");
		return this;
	}

	String sentence() {
		return this.body.path("errorMsg").asString();
	}

}
