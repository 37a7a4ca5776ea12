// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.codec;

import java.lang.reflect.Type;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.MapperBuilder;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@link ValueCodecs} by Jackson 3.
 *
 * @param mapper reads and writes
 * @param format the name of the format
 */
record Jackson3Codecs(ObjectMapper mapper, String format) implements ValueCodecs {

	static ValueCodecs json() {
		return new Jackson3Codecs(configured(JsonMapper.builder()), "json");
	}

	/**
	 * Returns a mapper that keeps the offsets and zones of times.
	 */
	static ObjectMapper configured(MapperBuilder<?, ?> builder) {
		// Not those of the thread that happens to come first.
		builder.addModules(MapperBuilder.findModules(Jackson3Codecs.class.getClassLoader()))
			.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
			.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
			.disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
			.enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID);
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
			catch (JacksonException ex) {
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
			catch (JacksonException ex) {
				throw CodecFailures.unreadable(this.typeName, this.format, ex);
			}
			return CodecFailures.notNull(value, this.typeName, this.format);
		}

	}

}
