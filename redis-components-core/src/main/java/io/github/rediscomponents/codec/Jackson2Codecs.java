// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.codec;

import java.io.IOException;
import java.lang.reflect.Type;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.MapperBuilder;
import com.fasterxml.jackson.databind.json.JsonMapper;

/**
 * {@link ValueCodecs} by Jackson 2. Reads what {@link Jackson3Codecs} writes, and writes
 * what that reads.
 *
 * @param mapper reads and writes
 * @param format the name of the format
 */
record Jackson2Codecs(ObjectMapper mapper, String format) implements ValueCodecs {

	static ValueCodecs json() {
		return new Jackson2Codecs(configured(JsonMapper.builder()), "json");
	}

	/**
	 * Returns a mapper with those defaults of Jackson 3 that values depend on.
	 */
	static ObjectMapper configured(MapperBuilder<?, ?> builder) {
		// Not those of the thread that happens to come first.
		builder.addModules(MapperBuilder.findModules(Jackson2Codecs.class.getClassLoader()))
			.disable(MapperFeature.ALLOW_FINAL_FIELDS_AS_MUTATORS, MapperFeature.USE_GETTERS_AS_SETTERS)
			.disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS, SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS,
					SerializationFeature.FAIL_ON_EMPTY_BEANS)
			.enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING, SerializationFeature.WRITE_DATES_WITH_ZONE_ID)
			.enable(DeserializationFeature.READ_ENUMS_USING_TO_STRING,
					DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
			.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
					DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE);
		return builder.build();
	}

	@Override
	public <T> ValueCodec<T> codec(Type type) {
		ValueCodec<T> plain = PlainValueCodecs.known(type);
		if (plain != null) {
			return plain;
		}
		JavaType javaType = this.mapper.constructType(type);
		return new MapperCodec<>(this.mapper.writerFor(javaType), this.mapper.readerFor(javaType), type.getTypeName(),
				this.format);
	}

	private record MapperCodec<T>(ObjectWriter writer, ObjectReader reader, String typeName,
			String format) implements ValueCodec<T> {

		@Override
		public byte[] encode(T value) {
			try {
				return this.writer.writeValueAsBytes(value);
			}
			catch (IOException ex) {
				throw CodecFailures.unwritable(this.typeName, this.format, ex);
			}
		}

		@Override
		public T decode(byte[] bytes) {
			return decode(bytes, 0, bytes.length);
		}

		@Override
		public T decode(byte[] bytes, int offset, int length) {
			T value;
			try {
				value = this.reader.readValue(bytes, offset, length);
			}
			catch (IOException ex) {
				throw CodecFailures.unreadable(this.typeName, this.format, ex);
			}
			return CodecFailures.notNull(value, this.typeName, this.format);
		}

	}

}
