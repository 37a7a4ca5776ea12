// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.codec;

import java.io.File;
import java.lang.reflect.Type;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Which codecs an application has, and which types the plain ones take.
 */
class CodecChoiceTests {

	@Test
	void takesJackson3BeforeJackson2() {
		assertThat(Jackson.OF_CLASS_PATH.json()).isInstanceOf(Jackson3Codecs.class);
		assertThat(Jackson.OF_CLASS_PATH.cbor()).isInstanceOf(Jackson3Codecs.class);
		assertThat(ValueCodecs.isBinaryPresent()).isTrue();
	}

	@Test
	void takesJackson2WhereThereIsNoJackson3() {
		Jackson two = new Jackson((name) -> name.startsWith("com.fasterxml."));
		assertThat(two.json()).isInstanceOf(Jackson2Codecs.class);
		assertThat(two.cbor()).isInstanceOf(Jackson2Codecs.class);
	}

	@Test
	void takesTheCborThatIsThere() {
		Jackson mixed = new Jackson((name) -> !name.startsWith("tools.jackson.dataformat."));
		assertThat(mixed.json()).isInstanceOf(Jackson3Codecs.class);
		assertThat(mixed.cbor()).isInstanceOf(Jackson2Codecs.class);
	}

	@Test
	void takesJackson2WhereJackson3IsIncomplete() throws Exception {
		shouldUseJackson2("tools.jackson.core.");
	}

	@Test
	void needsNoClassOfJackson3() throws Exception {
		shouldUseJackson2("tools.jackson.");
	}

	private static void shouldUseJackson2(String missing) throws Exception {
		try (Without loader = new Without(missing)) {
			Class<?> codecs = loader.loadClass(ValueCodecs.class.getName());
			Class<?> codec = loader.loadClass(ValueCodec.class.getName());
			for (String format : List.of("json", "binary")) {
				Object made = codecs.getMethod("codec", Type.class)
					.invoke(codecs.getMethod(format).invoke(null), List.class);
				assertThat(made.getClass().getName()).contains("Jackson2Codecs");
				byte[] bytes = (byte[]) codec.getMethod("encode", Object.class).invoke(made, List.of(1, "a"));
				assertThat(codec.getMethod("decode", byte[].class).invoke(made, bytes)).isEqualTo(List.of(1, "a"));
			}
		}
	}

	@Test
	void saysWhichLibraryIsMissing() {
		Jackson none = new Jackson((name) -> false);
		assertThatIllegalStateException().isThrownBy(none::json).withMessageContaining("jackson-databind");
		assertThatIllegalStateException().isThrownBy(none::cbor).withMessageContaining("jackson-dataformat-cbor");
		assertThat(none.hasCbor()).isFalse();
		assertThat(new Jackson((name) -> name.contains(".cbor.")).hasCbor()).isFalse();
	}

	@Test
	void textAndBytesTakeTheirTypeOnly() {
		ValueCodec<String> text = ValueCodecs.text().codec(String.class);
		assertThat(text.encode("\"é\"")).isEqualTo(ValueCodecsTests.utf8("\"é\""));
		assertThat(text.format()).isEqualTo("text");
		ValueCodec<byte[]> bytes = ValueCodecs.bytes().codec(byte[].class);
		byte[] mine = { 1 };
		byte[] encoded = bytes.encode(mine);
		mine[0] = 2;
		assertThat(encoded).containsExactly(1);
		assertThat(bytes.format()).isEqualTo("bytes");
		for (ValueCodecs plain : List.of(ValueCodecs.text(), ValueCodecs.bytes())) {
			assertThatExceptionOfType(CodecException.class).isThrownBy(() -> plain.codec(List.class))
				.withMessageContaining("java.util.List");
		}
		assertThatExceptionOfType(CodecException.class).isThrownBy(() -> ValueCodecs.text().codec(byte[].class));
	}

	@Test
	void aCodecOfAnApplicationHasAFormatOfItsOwn() {
		ValueCodec<String> own = new ValueCodec<>() {
			@Override
			public byte[] encode(String value) {
				return new byte[0];
			}

			@Override
			public String decode(byte[] bytes) {
				return "";
			}
		};
		assertThat(own.format()).isEqualTo("custom");
	}

	/**
	 * The class path of an application that lacks some classes.
	 */
	private static final class Without extends URLClassLoader {

		private final String missing;

		Without(String missing) {
			super(Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
				.map(Without::url)
				.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
			this.missing = missing;
		}

		private static URL url(String path) {
			try {
				return Path.of(path).toUri().toURL();
			}
			catch (MalformedURLException ex) {
				throw new IllegalArgumentException(path, ex);
			}
		}

		@Override
		protected Class<?> findClass(String name) throws ClassNotFoundException {
			if (name.startsWith(this.missing)) {
				throw new ClassNotFoundException(name);
			}
			return super.findClass(name);
		}

	}

}
