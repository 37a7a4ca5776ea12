// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.entry;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
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
				T.Line[amount:long, names:java.lang.String[]]
				T.Size[M, S]""".replace("T.", ShapeTests.class.getName() + '$'));
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

	@Test
	void doesNotChangeWithTheOrderOfTheSource() {
		assertThat(nameless(Two.class)).isEqualTo(nameless(Swapped.class)).contains("Line[", "Pet[");
	}

	@Test
	void changesWithAGetterOrASetterOfAnotherName() {
		assertThat(List.of(Bean.class, RenamedGetter.class, RenamedSetter.class, Computed.class)
			.stream()
			.map(ShapeTests::nameless)).doesNotHaveDuplicates();
	}

	@Test
	void changesWithWhatJacksonIsTold() {
		assertThat(List.of(A.class, Ignored.class, Formatted.class, OtherFormat.class, AsArray.class, Renamed.class)
			.stream()
			.map(ShapeTests::nameless)).doesNotHaveDuplicates();
		assertThat(Shape.describe(ByFactory.class)).contains("of[java.lang.String[@", "JsonProperty[value=title]");
		assertThat(Shape.describe(ByConstructor.class)).contains("new[java.lang.String[@");
	}

	@Test
	void goesIntoTheSubtypesThatAnnotationsName() {
		assertThat(Shape.describe(new TypeRef<List<Vehicle>>() {
		}.type())).contains("Car[doors:int", "Ship[masts:int", "name=car", "property=kind");
	}

	@Test
	void goesIntoTheBoundsOfVariables() {
		assertThat(Shape.describe(Box.class)).contains("Line[amount:long");
		assertThat(Shape.describe(new TypeRef<Box<? super Line>>() {
		}.type())).contains("Line[amount:long");
		assertThat(Shape.describe(SelfBound.class)).contains("self:T");
	}

	@Test
	void goesIntoTypesThatInterfacesExtend() {
		assertThat(Shape.describe(Special.class)).contains("extends", "price():long", "offer():java.lang.String");
	}

	@Test
	void goesIntoWhatMapsAndListsHold() {
		assertThat(Shape.describe(LinesByName.class)).contains("Line[amount:long");
		assertThat(Shape.describe(new TypeRef<Map<String, List<Line[]>>>() {
		}.type())).contains("Line[amount:long");
	}

	@Test
	void changesWithTheConstantsOfAnEnumerationAndWhatIsWrittenForThem() {
		assertThat(nameless(Size.class)).isNotEqualTo(nameless(LargerSize.class));
		assertThat(nameless(Size.class)).isNotEqualTo(nameless(NamedSize.class));
		assertThat(nameless(Size.class)).isEqualTo(nameless(SizeInAnotherOrder.class));
		assertThat(Shape.describe(OfSize.class)).contains("Size[M, S]");
	}

	@Test
	void doesNotGoIntoTheBodiesOfConstants() {
		assertThat(Shape.describe(WithBodies.class)).contains("FIRST", "SECOND").doesNotContain("permits");
	}

	@Test
	void enumerationsOfThePlatformCountByTheirName() {
		assertThat(Shape.describe(java.util.concurrent.TimeUnit.class)).isEqualTo("java.util.concurrent.TimeUnit");
	}

	@Test
	void isTheSameAtEachCall() {
		for (Class<?> type : List.of(Order.class, Animal.class, Vehicle.class, ByFactory.class, Bean.class)) {
			assertThat(Shape.describe(type)).isEqualTo(Shape.describe(type));
		}
	}

	private static String nameless(Class<?> type) {
		return Shape.describe(type).replace(type.getName(), "");
	}

	record Two(Line line, Pet pet) {
	}

	record Swapped(Pet pet, Line line) {
	}

	static class Bean {

		private String name = "";

		public String getName() {
			return this.name;
		}

		public void setName(String name) {
			this.name = name;
		}

	}

	static class RenamedGetter {

		private String name = "";

		public String getTitle() {
			return this.name;
		}

		public void setName(String name) {
			this.name = name;
		}

	}

	static class RenamedSetter {

		private String name = "";

		public String getName() {
			return this.name;
		}

		public void setTitle(String name) {
			this.name = name;
		}

	}

	static class Computed extends Bean {

		public int getLength() {
			return getName().length();
		}

	}

	record Ignored(@JsonIgnore String name) {
	}

	record Formatted(@JsonFormat(pattern = "dd/MM/yyyy") String name) {
	}

	record OtherFormat(@JsonFormat(pattern = "MM/dd/yyyy") String name) {
	}

	record AsArray(@JsonFormat(shape = JsonFormat.Shape.ARRAY) String name) {
	}

	record Renamed(@JsonProperty("title") String name) {
	}

	record ByFactory(String name) {

		@JsonCreator
		static ByFactory of(@JsonProperty("title") String name) {
			return new ByFactory(name);
		}

	}

	static class ByConstructor {

		final String name;

		ByConstructor(@JsonProperty("title") String name) {
			this.name = name;
		}

	}

	@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
	@JsonSubTypes({ @JsonSubTypes.Type(value = Car.class, name = "car"), @JsonSubTypes.Type(Ship.class) })
	interface Vehicle {

	}

	record Car(int doors) implements Vehicle {
	}

	record Ship(int masts) implements Vehicle {
	}

	record Box<T extends Line>(T content) {
	}

	record SelfBound<T extends Comparable<T>>(T self) {
	}

	interface Priced {

		long price();

	}

	interface Special extends Priced {

		String offer();

	}

	static class LinesByName extends HashMap<String, Line> {

	}

	enum LargerSize {

		S, M, L

	}

	enum SizeInAnotherOrder {

		M, S

	}

	enum NamedSize {

		S, @JsonProperty("medium")
		M

	}

	enum WithBodies {

		FIRST {
			@Override
			int weight() {
				return 1;
			}
		},
		SECOND {
			@Override
			int weight() {
				return 2;
			}
		};

		abstract int weight();

	}

	record OfSize(Size size) {
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
