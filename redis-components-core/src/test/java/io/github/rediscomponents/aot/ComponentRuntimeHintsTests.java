// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.aot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.ExecutableHint;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import io.github.rediscomponents.autocomplete.PrefixIndex;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.messaging.GroupChat;
import io.github.rediscomponents.messaging.Mailbox;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.topic.Topic;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the components load by name or use by reflection is found in their classes,
 * sources and files, and each finding is held against the metadata.
 */
class ComponentRuntimeHintsTests {

	private static final Path SOURCES = Path.of("src/main/java");

	/** The types of fields whose last type argument is written as JSON. */
	private static final Set<Class<?>> WRITING = Set.of(DelayQueue.class, GroupChat.class, LimitQueue.class,
			Mailbox.class, PrefixIndex.class, StreamQueue.class, TaskQueue.class, Topic.class, TypedCache.class,
			ValueCodec.class);

	private final RuntimeHints hints = hints();

	private static RuntimeHints hints() {
		RuntimeHints hints = new RuntimeHints();
		ClassLoader loader = ComponentRuntimeHintsTests.class.getClassLoader();
		List<RuntimeHintsRegistrar> registrars = SpringFactoriesLoader
			.forResourceLocation("META-INF/spring/aot.factories", loader)
			.load(RuntimeHintsRegistrar.class)
			.stream()
			.filter((registrar) -> registrar.getClass().getName().startsWith("io.github.rediscomponents."))
			.toList();
		assertThat(registrars).isNotEmpty();
		registrars.forEach((registrar) -> registrar.registerHints(hints, loader));
		return hints;
	}

	@Test
	void everyScriptIsAResource() throws IOException {
		Path classes = Path.of("target/classes");
		Set<String> scripts = new TreeSet<>();
		try (Stream<Path> files = Files.walk(classes)) {
			files.filter((file) -> file.toString().endsWith(".lua"))
				.forEach((file) -> scripts.add(classes.relativize(file).toString()));
		}
		assertThat(scripts).hasSizeGreaterThan(150)
			.allSatisfy((script) -> assertThat(RuntimeHintsPredicates.resource().forResource(script)).as(script)
				.accepts(this.hints));
	}

	@Test
	void everyObserverThatIsComposedIsAProxyWhoseMethodsAreInvoked() throws IOException {
		Set<String> composed = found("Listeners\\s*\\.(?:all|quiet)\\(\\s*(\\w+)\\.class");
		composed.addAll(found("observer\\(\\s*(\\w+Observer)\\.class"));
		assertThat(composed).hasSizeGreaterThan(9);
		assertThat(types().filter((type) -> composed.contains(type.getSimpleName())))
			.allSatisfy((type) -> assertProxied(type.reflect()));
	}

	@Test
	void everyAnnotationIsAProxyWhoseMethodsAreInvoked() {
		List<JavaClass> annotations = types().filter(JavaClass::isAnnotation).toList();
		assertThat(annotations).hasSizeGreaterThan(4).allSatisfy((type) -> assertProxied(type.reflect()));
	}

	@Test
	void everyClassThatIsNamedByATextIsRegistered() throws IOException {
		assertThat(found("\"((?:org|com|tools|io)(?:\\.[a-z0-9]+)+\\.[A-Z]\\w+)\"").stream()
			.filter((name) -> ClassUtils.isPresent(name, getClass().getClassLoader()))).hasSizeGreaterThan(3)
			.allSatisfy(
					(name) -> assertThat(RuntimeHintsPredicates.reflection().onType(TypeReference.of(name))).as(name)
						.accepts(this.hints));
	}

	@Test
	void everyValueThatTheComponentsWriteThemselvesIsRegistered() {
		Set<Class<?>> values = types().flatMap((type) -> Arrays.stream(type.reflect().getDeclaredFields()))
			.map(Field::getGenericType)
			.filter(ParameterizedType.class::isInstance)
			.map(ParameterizedType.class::cast)
			.filter((type) -> WRITING.contains(type.getRawType()))
			.map((type) -> type.getActualTypeArguments()[type.getActualTypeArguments().length - 1])
			.filter(Class.class::isInstance)
			.<Class<?>>map(Class.class::cast)
			.filter((type) -> !type.isArray() && !type.getName().startsWith("java."))
			.collect(Collectors.toSet());
		assertThat(values).isNotEmpty().allSatisfy((type) -> {
			assertThat(this.hints.reflection().getTypeHint(type)).as(type.getName()).isNotNull();
			assertThat(this.hints.reflection().getTypeHint(type).methods().map(ExecutableHint::getName))
				.as(type.getName())
				.containsAll(Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName).toList());
		});
	}

	@Test
	void everyFieldOfAnUpdaterIsRegistered() throws IOException {
		Pattern updater = Pattern.compile("newUpdater\\(\\s*(\\w+)\\.class,(?:\\s*\\w+\\.class,)?\\s*\"(\\w+)\"\\)");
		List<MatchResult> updaters = matches(updater);
		assertThat(updaters).hasSizeGreaterThan(3);
		for (MatchResult one : updaters) {
			Class<?> type = types().filter((candidate) -> candidate.getSimpleName().equals(one.group(1)))
				.findFirst()
				.orElseThrow()
				.reflect();
			assertThat(this.hints.reflection().getTypeHint(type)).as(type.getName()).isNotNull();
			assertThat(this.hints.reflection().getTypeHint(type).fields())
				.anyMatch((field) -> field.getName().equals(one.group(2)));
		}
	}

	@Test
	void everyGeneratedClassOfCaffeineIsRegistered() throws IOException {
		// One for each call of newBuilder, with the same features.
		assertThat(matches(Pattern.compile("Caffeine\\.newBuilder\\(\\)"))).hasSize(7);
		Caffeine<Object, Object> sized = Caffeine.newBuilder().maximumSize(1);
		Caffeine<Object, Object> weighed = Caffeine.newBuilder().maximumWeight(1).weigher((key, value) -> 1);
		List<Cache<?, ?>> caches = List.of(sized.build(), weighed.build(),
				Caffeine.newBuilder().maximumSize(1).expireAfterAccess(Duration.ofSeconds(1)).build(),
				Caffeine.newBuilder().maximumSize(1).expireAfterWrite(Duration.ofSeconds(1)).build());
		for (Cache<?, ?> cache : caches) {
			Object bounded = field(cache, "cache");
			Object nodes = field(bounded, "nodeFactory");
			for (Object generated : List.of(bounded, nodes)) {
				assertThat(RuntimeHintsPredicates.reflection()
					.onType(generated.getClass())
					.withMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS)).as(generated.getClass().getName())
					.accepts(this.hints);
			}
		}
	}

	@Test
	void everyRegisteredTypeAndFieldExists() {
		assertThat(this.hints.reflection().typeHints()).isNotEmpty().allSatisfy((hint) -> {
			Class<?> type = ClassUtils.resolveClassName(hint.getType().getName(), getClass().getClassLoader());
			assertThat(hint.fields().map((field) -> field.getName()).filter((name) -> !name.equals("FACTORY")))
				.isSubsetOf(Arrays.stream(type.getDeclaredFields())
					.filter((field) -> Modifier.isVolatile(field.getModifiers()))
					.map(Field::getName)
					.toList());
		});
	}

	private void assertProxied(Class<?> type) {
		assertThat(RuntimeHintsPredicates.proxies().forInterfaces(type)).as(type.getName()).accepts(this.hints);
		assertThat(RuntimeHintsPredicates.reflection()
			.onType(type)
			.withMemberCategory(MemberCategory.INVOKE_PUBLIC_METHODS)).as(type.getName()).accepts(this.hints);
	}

	private static Object field(Object owner, String name) {
		Field field = ReflectionUtils.findField(owner.getClass(), name);
		assertThat(field).as(name).isNotNull();
		field.setAccessible(true);
		return ReflectionUtils.getField(field, owner);
	}

	private static Stream<JavaClass> types() {
		return Holder.TYPES.stream();
	}

	private static Set<String> found(String pattern) throws IOException {
		return matches(Pattern.compile(pattern)).stream()
			.map((match) -> match.group(1))
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private static List<MatchResult> matches(Pattern pattern) throws IOException {
		try (Stream<Path> files = Files.walk(SOURCES)) {
			return files.filter((file) -> file.toString().endsWith(".java"))
				.filter((file) -> !file.toString().contains("/aot/"))
				.map(ComponentRuntimeHintsTests::read)
				.map(pattern::matcher)
				.flatMap(Matcher::results)
				.toList();
		}
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static final class Holder {

		static final List<JavaClass> TYPES = new ClassFileImporter()
			.withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
			.withImportOption((location) -> location.contains("redis-components-core"))
			.importPackages("io.github.rediscomponents")
			.stream()
			.toList();

	}

}
