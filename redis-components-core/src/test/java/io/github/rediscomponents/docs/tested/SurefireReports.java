// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs.tested;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.commons.support.AnnotationSupport;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

import io.github.rediscomponents.docs.tested.TestedCell.Part;
import io.github.rediscomponents.test.RedisBinary;

/**
 * The reports that Surefire writes of a run of the tests.
 */
final class SurefireReports {

	private static final String BOOT = "redis-components.test.spring-boot";

	private static final String JAVA = "java.specification.version";

	/** A class, and which of its invocations if it has several. */
	private static final Pattern CLASS = Pattern.compile("([\\w.]+)(?:\\[(\\d+)\\])?.*");

	private final String day;

	/** By what was run: tests, failures, skipped. */
	private final Map<String, int[]> counts = new TreeMap<>();

	private final Map<String, String> servers = new TreeMap<>();

	private SurefireReports(String day) {
		this.day = day;
	}

	/**
	 * Reads all reports of a directory.
	 * @param day of the run
	 */
	static List<TestedCell> read(Path directory, String day) throws IOException {
		SurefireReports reports = new SurefireReports(day);
		try (Stream<Path> files = Files.list(directory)) {
			for (Path file : files.filter((path) -> path.getFileName().toString().matches("TEST-.*\\.xml")).toList()) {
				reports.add(document(file));
			}
		}
		return reports.cells();
	}

	private static Document document(Path file) throws IOException {
		try {
			return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
		}
		catch (ParserConfigurationException | SAXException ex) {
			throw new IOException(file + " is no report", ex);
		}
	}

	private void add(Document report) {
		String run = property(report, BOOT) + '\t' + property(report, JAVA) + '\t'
				+ this.servers.computeIfAbsent(property(report, RedisBinary.PROPERTY), SurefireReports::product);
		for (Element test : elements(report, "testcase")) {
			int[] count = this.counts.computeIfAbsent(run + '\t' + part(test.getAttribute("classname")),
					(added) -> new int[3]);
			count[0]++;
			count[1] += has(test, "failure") || has(test, "error") ? 1 : 0;
			count[2] += has(test, "skipped") ? 1 : 0;
		}
	}

	private static boolean has(Element test, String child) {
		return test.getElementsByTagName(child).getLength() > 0;
	}

	private List<TestedCell> cells() {
		return this.counts.entrySet()
			.stream()
			.map((entry) -> TestedCell.of(entry.getKey() + '\t' + entry.getValue()[0] + '\t' + entry.getValue()[1]
					+ '\t' + entry.getValue()[2] + '\t' + this.day))
			.toList();
	}

	private static String property(Document report, String name) {
		return elements(report, "property").stream()
			.filter((property) -> property.getAttribute("name").equals(name))
			.map((property) -> property.getAttribute("value"))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("The report has no property " + name));
	}

	private static String product(String server) {
		RedisBinary binary = switch (server) {
			case "" -> RedisBinary.embedded();
			case "PATH" -> RedisBinary.onPath();
			default -> RedisBinary.ofPath(Path.of(server));
		};
		return binary.product();
	}

	private static List<Element> elements(Document report, String name) {
		NodeList nodes = report.getElementsByTagName(name);
		List<Element> elements = new ArrayList<>();
		for (int i = 0; i < nodes.getLength(); i++) {
			elements.add((Element) nodes.item(i));
		}
		return elements;
	}

	/** A test counts for the topology that its class, or the invocation of it, names. */
	static Part part(String testClass) {
		Matcher matcher = CLASS.matcher(testClass);
		if (!matcher.matches()) {
			throw new IllegalStateException("No class: " + testClass);
		}
		String name = matcher.group(1);
		if (name.startsWith("io.github.rediscomponents.autoconfigure.")) {
			return Part.AUTO_CONFIGURATION;
		}
		if (name.matches(".*\\.Cluster\\w*FailoverTests")) {
			return Part.CLUSTER_FAILOVER;
		}
		String invocation = (matcher.group(2) != null) ? invocation(name, Integer.parseInt(matcher.group(2))) : name;
		String topology = invocation.toUpperCase(Locale.ROOT);
		return Stream.of(Part.CLUSTER, Part.REPLICATION, Part.SENTINEL)
			.filter((part) -> topology.contains(part.name()))
			.findFirst()
			.orElse(Part.ONE_SERVER);
	}

	/** Returns the constant that an invocation of a class has, if it names the enum. */
	private static String invocation(String testClass, int number) {
		EnumSource source = AnnotationSupport.findAnnotation(type(testClass), EnumSource.class).orElse(null);
		if (source == null || source.value().getEnumConstants().length == 0) {
			return testClass;
		}
		boolean excludes = source.mode() == EnumSource.Mode.EXCLUDE;
		List<String> names = List.of(source.names());
		return Arrays.stream(source.value().getEnumConstants())
			.map(Enum::name)
			.filter((constant) -> names.isEmpty() || names.contains(constant) != excludes)
			.toList()
			.get(number - 1);
	}

	private static Class<?> type(String name) {
		try {
			return Class.forName(name, false, SurefireReports.class.getClassLoader());
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException("There is no class " + name, ex);
		}
	}

}
