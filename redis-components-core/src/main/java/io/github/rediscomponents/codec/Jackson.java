// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.codec;

import java.util.function.Predicate;

import org.springframework.util.ClassUtils;

/**
 * Which Jackson the application has: 3 goes before 2.
 *
 * @param isPresent whether there is a class of a name
 */
record Jackson(Predicate<String> isPresent) {

	static final Jackson OF_CLASS_PATH = new Jackson(
			(name) -> ClassUtils.isPresent(name, Jackson.class.getClassLoader()));

	private static final String THREE = "tools.jackson.databind.json.JsonMapper";

	private static final String TWO = "com.fasterxml.jackson.databind.json.JsonMapper";

	private static final String CBOR_OF_THREE = "tools.jackson.dataformat.cbor.CBORMapper";

	private static final String CBOR_OF_TWO = "com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper";

	ValueCodecs json() {
		if (has(THREE)) {
			return Jackson3Codecs.json();
		}
		if (has(TWO)) {
			return Jackson2Codecs.json();
		}
		throw new IllegalStateException("JSON needs jackson-databind on the class path");
	}

	boolean hasCbor() {
		return has(THREE, CBOR_OF_THREE) || has(TWO, CBOR_OF_TWO);
	}

	ValueCodecs cbor() {
		if (has(THREE, CBOR_OF_THREE)) {
			return Jackson3Cbor.codecs();
		}
		if (has(TWO, CBOR_OF_TWO)) {
			return Jackson2Cbor.codecs();
		}
		throw new IllegalStateException("The binary codec needs jackson-dataformat-cbor on the class path");
	}

	private boolean has(String... names) {
		for (String name : names) {
			if (!this.isPresent.test(name)) {
				return false;
			}
		}
		return true;
	}

}
