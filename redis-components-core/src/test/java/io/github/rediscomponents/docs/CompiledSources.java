// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sources that are compiled, in which the Java of the guide has to stand.
 */
final class CompiledSources {

	private static final String OURS = "io.github.rediscomponents.";

	/** All lines with code, and the same without packages and imports. */
	private final String lines;

	private final String code;

	private CompiledSources(String sources) {
		this.lines = "\n" + normalized(sources) + "\n";
		this.code = "\n" + withoutHeader(sources) + "\n";
	}

	static CompiledSources in(Path... folders) throws IOException {
		return new CompiledSources(read(folders));
	}

	static String read(Path... folders) throws IOException {
		StringBuilder all = new StringBuilder();
		for (Path folder : folders) {
			try (Stream<Path> files = Files.walk(folder)) {
				for (Path file : files.filter((path) -> path.toString().endsWith(".java")).toList()) {
					all.append(Files.readString(file)).append('\n');
				}
			}
		}
		return all.toString();
	}

	/**
	 * Verifies that each Java block stands here line by line, apart from its package and
	 * its imports, and that each import stands here or names a type of this project.
	 */
	void assertContain(List<GuidePage> pages) throws IOException {
		for (GuidePage page : pages) {
			for (String block : page.java()) {
				assertThat(hasLines(block)).as("%s: compiled source of%n%s", page.file(), block).isTrue();
				for (String line : imports(block)) {
					assertThat(this.lines.contains("\n" + line + "\n") || namesTypeOfThisProject(line))
						.as("%s: type of %s", page.file(), line)
						.isTrue();
				}
			}
		}
	}

	/** Whether the block stands here in whole lines. */
	boolean hasLines(String block) {
		String lines = withoutHeader(block);
		return !lines.isEmpty() && this.code.contains("\n" + lines + "\n");
	}

	private static String normalized(String code) {
		return String.join("\n", code.lines().map(String::strip).filter((line) -> !line.isEmpty()).toList());
	}

	private static String withoutHeader(String code) {
		List<String> lines = new ArrayList<>(normalized(code).lines().toList());
		lines.removeIf((line) -> isImport(line) || isPackage(line));
		return String.join("\n", lines);
	}

	private static List<String> imports(String code) {
		return normalized(code).lines().filter(CompiledSources::isImport).toList();
	}

	private static boolean isImport(String line) {
		return line.startsWith("import ") && line.endsWith(";");
	}

	private static boolean isPackage(String line) {
		return line.startsWith("package ") && line.endsWith(";");
	}

	private static boolean namesTypeOfThisProject(String line) throws IOException {
		String type = line.substring("import ".length(), line.length() - 1).strip();
		if (!type.startsWith(OURS)) {
			return false;
		}
		try (Stream<Path> modules = Files.list(Path.of(".."))) {
			return modules.map((module) -> module.resolve("src/main/java"))
				.anyMatch((sources) -> Files.isRegularFile(sources.resolve(type.replace('.', '/') + ".java")));
		}
	}

}
