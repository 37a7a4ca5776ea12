// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslStoreBundle;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.autoconfigure.TestContexts;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application starts with each block of YAML of the guide, and every other property in
 * it is one of Spring Boot.
 */
class YamlBlocksTests {

	private static final Path ROOT = Path.of("..");

	private static final Pattern BLOCK = Pattern.compile("^ *```ya?ml\\n(.*?)^ *```",
			Pattern.DOTALL | Pattern.MULTILINE);

	/** Types of an application, which are not there. */
	private static final Pattern TYPE = Pattern.compile("com\\.example\\.\\w+");

	/** The settings of a cache, without their place. */
	private static final Pattern PART = Pattern.compile("^local:");

	/**
	 * How the start of an application without a library fails that the block is about.
	 */
	private static final Pattern LIBRARY = Pattern
		.compile("without jackson-dataformat-cbor on the class path|the application has no RedissonClient bean"
				+ "|needs the dependency io.github.redis-components:redis-components-console");

	@ParameterizedTest(name = "{0} {1}")
	@MethodSource("blocks")
	void anApplicationStartsWithTheYaml(Path page, int number, String yaml) {
		EnumerablePropertySource<?> properties = load(yaml);
		TestContexts.runner()
			.withBean("hotRedis", LettuceConnectionFactory.class, LettuceConnectionFactory::new,
					(definition) -> definition.setAutowireCandidate(false))
			.withBean(SslBundles.class, () -> new DefaultSslBundleRegistry("redis", SslBundle.of(SslStoreBundle.NONE)))
			// The page of the sample on Nacos changes a part of this policy.
			.withPropertyValues("REDIS_PASSWORD=secret", "redis-components.rate-limit.policies.seckill.period=1s",
					"redis-components.rate-limit.policies.seckill.limit=1")
			.withInitializer((context) -> context.getEnvironment().getPropertySources().addFirst(properties))
			.run((context) -> {
				if (yaml.contains("codec: binary") || yaml.contains("engine: redisson") || yaml.contains("console:")) {
					assertThat(context).getFailure().rootCause().hasMessageFindingMatch(LIBRARY.pattern());
				}
				else {
					assertThat(context).hasNotFailed();
				}
			});
	}

	@ParameterizedTest(name = "{0} {1}")
	@MethodSource("blocks")
	void everyOtherPropertyIsOneOfSpringBoot(Path page, int number, String yaml) throws IOException {
		Set<String> known = known();
		assertThat(load(yaml).getPropertyNames()).filteredOn((name) -> !name.startsWith("redis-components."))
			.filteredOn((name) -> known.stream().noneMatch((one) -> isBelow(name, one)))
			.isEmpty();
	}

	@Test
	void aMistypedPropertyIsNoticed() {
		TestContexts.runner()
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addLast(load("redis-components:\n  lock: { leas: 30s }\n")))
			.run((context) -> assertThat(context).hasFailed());
	}

	private static EnumerablePropertySource<?> load(String yaml) {
		try {
			return (EnumerablePropertySource<?>) new YamlPropertySourceLoader()
				.load("page", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))
				.get(0);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Returns each block with its page and its number on the page. */
	private static List<Arguments> blocks() throws IOException {
		List<Arguments> blocks = new ArrayList<>();
		for (Path page : pages()) {
			List<String> yaml = BLOCK.matcher(Files.readString(page)).results().map((block) -> block.group(1)).toList();
			for (int i = 0; i < yaml.size(); i++) {
				blocks.add(Arguments.of(ROOT.relativize(page), i + 1, whole(yaml.get(i))));
			}
		}
		assertThat(blocks).hasSizeGreaterThan(55);
		return blocks;
	}

	private static String whole(String yaml) {
		String typed = TYPE.matcher(yaml).replaceAll("java.util.LinkedHashMap");
		return PART.matcher(typed).find() ? "redis-components:\n  cache:\n    caches:\n      shop:\n" + typed.indent(8)
				: typed;
	}

	private static List<Path> pages() throws IOException {
		try (Stream<Path> guide = Files.walk(ROOT.resolve("docs"))) {
			// The Chinese pages have the same blocks, see ChineseDocsTests.
			return Stream.concat(Stream.of(ROOT.resolve("README.md")), guide)
				.filter((file) -> file.toString().endsWith(".md") && !file.startsWith(ROOT.resolve("docs/zh")))
				.sorted()
				.toList();
		}
	}

	/** Whether a property is a described one, or an entry of a described map or list. */
	private static boolean isBelow(String name, String known) {
		String plain = name.replaceAll("\\[\\d+\\]", "");
		return plain.equals(known) || plain.startsWith(known + ".");
	}

	private static Set<String> known() throws IOException {
		Set<String> names = new TreeSet<>();
		for (URL metadata : Collections
			.list(YamlBlocksTests.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
			try (InputStream content = metadata.openStream()) {
				Map<String, Object> all = JsonParserFactory.getJsonParser()
					.parseMap(new String(content.readAllBytes(), StandardCharsets.UTF_8));
				((List<?>) all.get("properties"))
					.forEach((property) -> names.add(String.valueOf(((Map<?, ?>) property).get("name"))));
			}
		}
		return names;
	}

}
