// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import org.jspecify.annotations.Nullable;

/**
 * What every endpoint answers with; absent parts are left out of the JSON.
 *
 * @param success whether it was done
 * @param errorMsg a sentence for the user, when it was not
 * @param data what was asked for
 * @param total how many there are, for lists that say so
 * @param <T> the type of the data
 */
public record Envelope<T>(boolean success, @Nullable String errorMsg, @Nullable T data, @Nullable Long total) {

	public static Envelope<Void> ok() {
		return new Envelope<>(true, null, null, null);
	}

	public static <T> Envelope<T> ok(@Nullable T data) {
		return new Envelope<>(true, null, data, null);
	}

	public static Envelope<Void> refused(String sentence) {
		return new Envelope<>(false, sentence, null, null);
	}

}
