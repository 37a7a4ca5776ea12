package io.github.rediscomponents.session;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Checks;

/**
 * Checks what tells users, devices and subjects apart.
 */
final class Names {

	private static final int MAX = 256;

	private Names() {
	}

	/** Half a surrogate pair would be written as a question mark, as would any other. */
	static String check(String name, @Nullable String text) {
		String checked = Checks.hasLength(name, text, MAX);
		Checks.isTrue(StandardCharsets.UTF_8.newEncoder().canEncode(checked), name + " must be well-formed");
		return checked;
	}

}
