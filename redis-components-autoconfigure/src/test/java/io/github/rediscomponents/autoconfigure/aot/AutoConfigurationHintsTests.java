// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.aot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.FieldHint;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeHint;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.util.ClassUtils;

import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.console.ConsoleProperties;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the auto-configuration binds, looks up by name and creates by reflection is found
 * in its classes and sources, and each finding is held against the metadata.
 */
class AutoConfigurationHintsTests {

	private static final ClassLoader LOADER = AutoConfigurationHintsTests.class.getClassLoader();

	/** Compared with the names of classes that are there. */
	private static final Set<String> COMPARED = Set.of("org.reactivestreams.Publisher",
			"org.springframework.scheduling.annotation.Async");

	/** Registered and tested by modules that are not on this class path. */
	private static final Set<String> ELSEWHERE = Set.of(ConsoleProperties.MODULE,
			"io.github.rediscomponents.boot3.ConnectionDetailsReader",
			"io.github.rediscomponents.boot4.ConnectionDetailsReader", "org.redisson.config.NameMapper");

	private static final List<JavaClass> TYPES = new ClassFileImporter().importPath(Path.of("target/classes"))
		.stream()
		.toList();

	private final RuntimeHints hints = hints();

	private static RuntimeHints hints() {
		RuntimeHints hints = new RuntimeHints();
		SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories", LOADER)
			.load(RuntimeHintsRegistrar.class)
			.stream()
			.filter((registrar) -> registrar.getClass().getName().startsWith(TestContexts.class.getPackageName()))
			.forEach((registrar) -> registrar.registerHints(hints, LOADER));
		return hints;
	}

	@Test
	void allPropertiesCanBeBoundAndTheirNamesRead() {
		List<Class<?>> properties = TYPES.stream()
			.filter((type) -> type.isRecord() && type.getSimpleName().endsWith("Properties"))
			.<Class<?>>map(JavaClass::reflect)
			.toList();
		assertThat(properties).hasSizeGreaterThan(40).allSatisfy((type) -> {
			TypeHint hint = this.hints.reflection().getTypeHint(type);
			assertThat(hint).as(type.getName()).isNotNull();
			assertThat(hint.constructors()).as(type.getName()).isNotEmpty();
			assertThat(hint.getMemberCategories()).as(type.getName()).contains(MemberCategory.INVOKE_PUBLIC_METHODS);
			assertThat(hint.fields().map(FieldHint::getName)).as(type.getName())
				.containsAll(Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName).toList());
		});
	}

	@Test
	void everyClassThatIsLookedUpByNameIsRegistered() throws IOException {
		Set<String> names = new TreeSet<>();
		try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
			files.filter((file) -> file.toString().endsWith(".java") && !file.toString().contains("/aot/"))
				.forEach((file) -> addNames(file, names));
		}
		names.removeAll(COMPARED);
		assertThat(names).hasSizeGreaterThan(3);
		assertThat(names.stream().filter((name) -> !ClassUtils.isPresent(name, LOADER))).isSubsetOf(ELSEWHERE);
		assertThat(names.stream().filter((name) -> ClassUtils.isPresent(name, LOADER))).isNotEmpty()
			.allSatisfy(
					(name) -> assertThat(RuntimeHintsPredicates.reflection().onType(TypeReference.of(name))).as(name)
						.accepts(this.hints));
	}

	private static void addNames(Path file, Set<String> names) {
		try {
			// Conditions and orders are evaluated at the time of the build.
			String code = Files.readString(file).replaceAll("@\\w+\\((?:[^()]|\\([^()]*\\))*\\)", "");
			Matcher matcher = Pattern.compile("\"((?:org|com|io)(?:\\.[a-z0-9]+)+\\.[A-Z]\\w+)\"").matcher(code);
			while (matcher.find()) {
				names.add(matcher.group(1));
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Test
	void everyRegistrarThatReadsTheEnvironmentIsRepeatedByTheRun() throws NoSuchMethodException {
		List<Class<?>> registrars = TYPES.stream()
			.filter((type) -> type
				.isAssignableTo("org.springframework.context.annotation.ImportBeanDefinitionRegistrar"))
			.filter((type) -> type.getConstructors().stream().anyMatch((one) -> !one.getRawParameterTypes().isEmpty()))
			.<Class<?>>map(JavaClass::reflect)
			.toList();
		assertThat(registrars).hasSizeGreaterThan(3);
		for (Class<?> registrar : registrars) {
			assertThat(RunRegistrar.class).isAssignableFrom(registrar);
			assertThat(registrar.getDeclaredConstructor(Environment.class)).isNotNull();
		}
	}

	@Test
	void everyTypeWhoseDefinitionsDependOnTheRunCanBeCreated() {
		List<JavaClass> marked = TYPES.stream()
			.filter((type) -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
			.filter((type) -> type.getMethodCallsFromSelf()
				.stream()
				.anyMatch((call) -> call.getTargetOwner().isEquivalentTo(RunRegistrar.class)
						&& call.getName().equals("ofRun")))
			.toList();
		assertThat(marked).extracting(JavaClass::getSimpleName)
			.containsExactlyInAnyOrder("DeclaredBeans", "BloomEngineCheck", "ServerBeans");
		for (String created : List.of("DeclaredInstances", "filter.BloomEngineCheck", "Servers")) {
			assertThat(RuntimeHintsPredicates.reflection()
				.onType(TypeReference.of(TestContexts.class.getPackageName() + "." + created))
				.withMemberCategories(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS,
						MemberCategory.INVOKE_DECLARED_METHODS))
				.as(created)
				.accepts(this.hints);
		}
	}

}
