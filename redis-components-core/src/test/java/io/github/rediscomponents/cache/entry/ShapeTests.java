// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.entry;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.codec.TypeRef;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What counts as another shape. The names of the types are taken out, because two
 * releases of one type cannot stand in one test.
 */
class ShapeTests {

	@Test
	void isTheNameForTypesOfThePlatform() {
		for (Type type : List.<Type>of(String.class, byte[].class, Long.class, new TypeRef<Map<String, List<Long>>>() {
		}.type())) {
			CRC32 crc = new CRC32();
			crc.update(type.getTypeName().getBytes(UTF_8));
			assertThat(Shape.fingerprint(type)).isEqualTo((int) crc.getValue());
		}
	}

	@Test
	void namesFieldsAndTheirTypesDownToThePlatform() {
		assertThat(Shape.describe(new TypeRef<List<Order>>() {
		}.type())).isEqualTo("""
				java.util.List<T.Order>
				T.Order[lines:java.util.List<T.Line>, next:T.Order, size:T.Size]
				T.Line[amount:long, names:java.lang.String[]]""".replace("T.", ShapeTests.class.getName() + '$'));
	}

	@Test
	void changesWithAFieldItsNameAndItsType() {
		assertThat(List.of(A.class, B.class, C.class, D.class, E.class, F.class).stream().map(ShapeTests::nameless))
			.doesNotHaveDuplicates();
	}

	@Test
	void doesNotChangeWithWhatIsNotStored() {
		assertThat(nameless(G.class)).isEqualTo(nameless(A.class));
	}

	@Test
	void goesIntoSealedTypesAndParents() {
		assertThat(Shape.describe(Animal.class)).contains("Animal[kind():java.lang.String, permits",
				"Cat[kind:java.lang.String, lives:int]", "Dog[age:int, extends", "Pet[owner:java.lang.String]");
	}

	private static String nameless(Class<?> type) {
		return Shape.describe(type).replace(type.getName(), "");
	}

	enum Size {

		S, M

	}

	record Line(long amount, String[] names) {
	}

	record Order(List<Line> lines, Size size, @Nullable Order next) {
	}

	record A(String name) {
	}

	record B(String title) {
	}

	record C(Long name) {
	}

	record D(String name, int more) {
	}

	record E(@Named("title") String name) {
	}

	record F(List<String> name) {
	}

	static class G {

		static int counter;

		String name = "";

		transient int hash;

		String upper() {
			return this.name;
		}

	}

	@Retention(RetentionPolicy.RUNTIME)
	@interface Named {

		String value();

	}

	sealed interface Animal permits Cat, Dog {

		String kind();

	}

	record Cat(int lives, String kind) implements Animal {
	}

	static final class Dog extends Pet implements Animal {

		int age;

		@Override
		public String kind() {
			return "";
		}

	}

	static class Pet {

		String owner = "";

	}

}
