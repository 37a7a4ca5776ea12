// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The rules of {@code docs/api.md} that can be checked.
 */
class ApiTests {

	/** Thrown by applications, or by what is no failure of Redis. */
	private static final Set<String> OTHER_EXCEPTIONS = Set.of("DeadLetterException", "BloomFilterMismatchException");

	private static final JavaClasses ALL = new ClassFileImporter().withImportOption(new ArchitectureTests.CoreOnly())
		.importPackages("io.github.rediscomponents");

	private static final List<JavaClass> API = ALL.stream()
		.filter(ApiTests::isPublic)
		.filter((type) -> !isInternal(type))
		.toList();

	private static boolean isPublic(JavaClass type) {
		return type.getModifiers().contains(JavaModifier.PUBLIC)
				&& type.getEnclosingClass().map(ApiTests::isPublic).orElse(true);
	}

	private static boolean isInternal(JavaClass type) {
		return type.getPackageName()
			.matches(".*\\.(support|lease|kept|engine|node|entry|flight|bus|local|load|store|write|lettuce)(\\..*)?");
	}

	@Test
	void noPublicSignatureNeedsATypeOfSupport() {
		assertThat(names((type) -> Stream
			.concat(type.getMethods().stream().map(JavaCodeUnit.class::cast), type.getConstructors().stream())
			.filter((unit) -> unit.getModifiers().contains(JavaModifier.PUBLIC)
					|| unit.getModifiers().contains(JavaModifier.PROTECTED))
			.flatMap((unit) -> Stream
				.of(unit.getReturnType().getAllInvolvedRawTypes().stream(),
						unit.getParameterTypes().stream().flatMap((one) -> one.getAllInvolvedRawTypes().stream()),
						unit.getExceptionTypes().stream())
				.flatMap((types) -> types))
			.anyMatch(ApiTests::isInternal)
				|| Stream.concat(type.getRawInterfaces().stream(), type.getRawSuperclass().stream())
					.anyMatch(ApiTests::isInternal)))
			.isEmpty();
	}

	@Test
	void registriesAreInterfacesThatGiveInstancesByGet() {
		List<Class<?>> registries = Stream.of(RedisComponents.class.getMethods())
			.filter((method) -> method.getName()
				.matches(".*(Queues|topics|Indexes|Lists|Filters|Sets|Chats|mailboxes|Codes)"))
			.<Class<?>>map(Method::getReturnType)
			.toList();
		assertThat(registries).hasSize(12);
		assertThat(registries.stream()
			.filter((type) -> !type.isInterface()
					|| Arrays.stream(type.getMethods()).noneMatch((method) -> method.getName().equals("get")))
			.map(Class::getSimpleName)).isEmpty();
	}

	@Test
	void settingsAreMadeByDefaultsAndChangedByWith() {
		List<Class<?>> settings = API.stream()
			.filter((type) -> type.getSimpleName().endsWith("Settings") && !type.isEquivalentTo(LiveSettings.class))
			.<Class<?>>map(JavaClass::reflect)
			.toList();
		assertThat(settings).hasSizeGreaterThan(20).allSatisfy((type) -> {
			assertThat(type).isInterface();
			List<Method> methods = List.of(type.getDeclaredMethods());
			assertThat(methods).as(type.getName())
				.anyMatch((method) -> Modifier.isStatic(method.getModifiers()) && method.getReturnType() == type);
			// Some values are changed together, such as a window and a number.
			List<Method> withs = methods.stream().filter((method) -> method.getName().startsWith("with")).toList();
			assertThat(withs).as(type.getName()).isNotEmpty().allMatch((with) -> with.getReturnType() == type);
			assertThat(withs.stream().mapToInt(Method::getParameterCount).sum()).as(type.getName())
				.isGreaterThanOrEqualTo((int) methods.stream()
					.filter((method) -> Modifier.isAbstract(method.getModifiers()) && method.getParameterCount() == 0)
					.count());
		});
	}

	@Test
	void whatHearsIsAnObserver() {
		assertThat(names((type) -> type.isInterface() && !type.isAnnotation()
				&& type.getSimpleName().matches(".*(Listener|Metrics|Callback)")))
			.isEmpty();
		assertThat(API.stream().filter((type) -> type.getSimpleName().startsWith("Micrometer")))
			.allSatisfy((type) -> assertThat(type.getRawInterfaces())
				.allMatch((implemented) -> ("Micrometer" + implemented.getSimpleName()).equals(type.getSimpleName())));
	}

	@Test
	void exceptionsAreThoseOfTheComponents() {
		assertThat(names(
				(type) -> type.isAssignableTo(Throwable.class) && !type.isAssignableTo(RedisComponentsException.class)))
			.isSubsetOf(OTHER_EXCEPTIONS);
	}

	@Test
	void noTwoTypesHaveOneName() {
		Set<String> seen = new TreeSet<>();
		assertThat(API.stream()
			.filter(JavaClass::isTopLevelClass)
			.map(JavaClass::getSimpleName)
			.filter((name) -> !name.equals("package-info") && !seen.add(name))).isEmpty();
	}

	@Test
	void everyPublicTypeSaysSinceWhen() throws IOException {
		try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
			assertThat(files.filter((file) -> API.stream().anyMatch((type) -> isOf(type, file))))
				.hasSizeGreaterThan(100)
				.allSatisfy((file) -> assertThat(Files.readString(file)).contains("\n * @since 1."));
		}
	}

	private static boolean isOf(JavaClass type, Path file) {
		return type.isTopLevelClass() && !type.getSimpleName().equals("package-info")
				&& file.endsWith(type.getName().replace('.', '/') + ".java");
	}

	@Test
	void theGuideNamesEveryInternalPackage() throws IOException {
		String guide = Files.readString(Path.of("../docs/api.md"));
		List<String> internal = ALL.stream()
			.filter((type) -> isPublic(type) && isInternal(type))
			.map((type) -> type.getPackageName().substring("io.github.rediscomponents.".length()))
			.distinct()
			.toList();
		assertThat(internal).hasSizeGreaterThan(10).allSatisfy((name) -> assertThat(guide).contains('`' + name + '`'));
	}

	private static Set<String> names(Predicate<JavaClass> rule) {
		return API.stream().filter(rule).map(JavaClass::getSimpleName).collect(Collectors.toCollection(TreeSet::new));
	}

}
