// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.codec;

import java.util.function.Predicate;
import java.util.function.Supplier;

import org.slf4j.LoggerFactory;

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
		return first(has(THREE), () -> Jackson3Codecs.json(), has(TWO), () -> Jackson2Codecs.json(),
				"JSON needs jackson-databind on the class path");
	}

	boolean hasCbor() {
		return has(THREE, CBOR_OF_THREE) || has(TWO, CBOR_OF_TWO);
	}

	ValueCodecs cbor() {
		return first(has(THREE, CBOR_OF_THREE), () -> Jackson3Cbor.codecs(), has(TWO, CBOR_OF_TWO),
				() -> Jackson2Cbor.codecs(), "The binary codec needs jackson-dataformat-cbor on the class path");
	}

	/**
	 * Jackson 3 shares its annotations with Jackson 2 and needs newer ones than Spring
	 * Boot 3.5 manages. The suppliers are lambdas, because a method reference would load
	 * the class of a Jackson that is not there.
	 */
	private static ValueCodecs first(boolean hasThree, Supplier<ValueCodecs> three, boolean hasTwo,
			Supplier<ValueCodecs> two, String missing) {
		if (hasThree) {
			try {
				return three.get();
			}
			catch (LinkageError ex) {
				if (!hasTwo) {
					throw ex;
				}
				LoggerFactory.getLogger(Jackson.class)
					.warn("Jackson 3 is not complete on the class path; values are written by Jackson 2", ex);
			}
		}
		if (hasTwo) {
			return two.get();
		}
		throw new IllegalStateException(missing);
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
