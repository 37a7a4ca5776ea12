// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.lang.reflect.Type;

import io.github.rediscomponents.cache.entry.Shape;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.codec.ValueCodecs;

/**
 * A type that an entry names.
 *
 * @param description its name, with those of its arguments
 * @param shape what its values consist of, so that an entry of another release is not
 * misread
 * @param codec turns values into bytes
 */
record DescribedType(String description, int shape, ValueCodec<Object> codec) {

	static DescribedType of(String description, Type type, ValueCodecs codecs) {
		return new DescribedType(description, Shape.fingerprint(type), codecs.codec(type));
	}

}
