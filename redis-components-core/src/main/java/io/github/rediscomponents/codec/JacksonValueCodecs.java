// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.codec;

import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

import io.github.rediscomponents.support.Utf8;

/**
 * {@link ValueCodecs} by Jackson 3.
 */
final class JacksonValueCodecs implements ValueCodecs {

	private final JsonMapper mapper = JsonMapper.builder()
		.findAndAddModules()
		.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
		.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
		.build();

	@Override
	@SuppressWarnings("unchecked")
	public <T> ValueCodec<T> codec(Type type) {
		if (type == String.class) {
			return (ValueCodec<T>) new TextCodec();
		}
		if (type == byte[].class) {
			return (ValueCodec<T>) new BytesCodec();
		}
		JavaType javaType = this.mapper.constructType(type);
		return new JsonCodec<>(this.mapper.writerFor(javaType), this.mapper.readerFor(javaType), type.getTypeName());
	}

	private record JsonCodec<T>(ObjectWriter writer, ObjectReader reader, String typeName) implements ValueCodec<T> {

		@Override
		public byte[] encode(T value) {
			try {
				return this.writer.writeValueAsBytes(value);
			}
			catch (JacksonException ex) {
				throw new CodecException("Cannot write a " + this.typeName + " as JSON", ex);
			}
		}

		@Override
		public T decode(byte[] bytes) {
			return decode(bytes, 0, bytes.length);
		}

		@Override
		public T decode(byte[] bytes, int offset, int length) {
			try {
				T value = this.reader.readValue(bytes, offset, length);
				if (value == null) {
					throw new CodecException("JSON null is not a " + this.typeName, new NullPointerException());
				}
				return value;
			}
			catch (JacksonException ex) {
				throw new CodecException("Not the JSON of a " + this.typeName, ex);
			}
		}

	}

	private record TextCodec() implements ValueCodec<String> {

		@Override
		public byte[] encode(String value) {
			try {
				return Utf8.bytes(value);
			}
			catch (IllegalArgumentException ex) {
				throw new CodecException("Cannot write text that is not well-formed UTF-16", ex);
			}
		}

		@Override
		public String decode(byte[] bytes) {
			return decode(bytes, 0, bytes.length);
		}

		@Override
		public String decode(byte[] bytes, int offset, int length) {
			try {
				return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, offset, length)).toString();
			}
			catch (CharacterCodingException ex) {
				throw new CodecException("Not UTF-8 text", ex);
			}
		}

	}

	private record BytesCodec() implements ValueCodec<byte[]> {

		@Override
		public byte[] encode(byte[] value) {
			return value.clone();
		}

		@Override
		public byte[] decode(byte[] bytes) {
			return bytes.clone();
		}

	}

}
