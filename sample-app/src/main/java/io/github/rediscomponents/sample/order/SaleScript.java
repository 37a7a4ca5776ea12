// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

import org.springframework.data.redis.core.script.DigestUtils;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * A script of the folder {@code sale}, read once. A script of a {@code Resource} would
 * check the resource for changes at each call, under a lock.
 *
 * @param text the script
 * @param sha its SHA-1, as Redis computes it
 * @param type the type of its reply
 */
record SaleScript<T>(String text, String sha, Class<T> type) implements RedisScript<T> {

	static <T> SaleScript<T> of(String name, Class<T> type) {
		try (InputStream file = SaleScript.class.getResourceAsStream("/sale/" + name + ".lua")) {
			String text = new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
			return new SaleScript<>(text, DigestUtils.sha1DigestAsHex(text), type);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public String getSha1() {
		return this.sha;
	}

	@Override
	public Class<T> getResultType() {
		return this.type;
	}

	@Override
	public String getScriptAsString() {
		return this.text;
	}

}
