// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs.tested;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.rediscomponents.docs.tested.TestedCell.Part;

/**
 * The table in the README that states what was run: of the reports of the runs, which
 * {@code .ci/cell} collects in a file beside the guide.
 */
final class TestedTable {

	static final String BEGIN = "<!-- written by .ci/cell -->\n";

	static final String END = "<!-- end of what .ci/cell writes -->\n";

	private static final List<Integer> JAVA = List.of(17, 25);

	private static final Pattern BOOT = Pattern.compile("<spring-boot\\d+\\.version>([\\d.]+)<");

	private static final String NOT_RUN = "–";

	private final Path root;

	/**
	 * A table of a project.
	 * @param root its directory
	 */
	TestedTable(Path root) {
		this.root = root;
	}

	/**
	 * Adds the reports of a run to the table.
	 * @param args the directories of the reports, relative to the one of the project,
	 * which is the working directory
	 */
	public static void main(String[] args) throws IOException {
		TestedTable table = new TestedTable(Path.of(""));
		String day = LocalDate.now(ZoneOffset.UTC).toString();
		List<TestedCell> run = new ArrayList<>();
		for (String directory : args) {
			run.addAll(SurefireReports.read(Path.of(directory), day));
		}
		table.add(run);
		run.forEach((cell) -> System.out.println(cell.line()));
	}

	/** Returns what was run and is not of a version that the poms have left behind. */
	List<TestedCell> cells() throws IOException {
		List<String> boots = boots();
		return Files.readAllLines(data())
			.stream()
			.map(TestedCell::of)
			.filter((cell) -> boots.contains(cell.boot()))
			.toList();
	}

	/** Returns the versions of Spring Boot on which the poms run the tests. */
	List<String> boots() throws IOException {
		Matcher matcher = BOOT.matcher(Files.readString(this.root.resolve("pom.xml")));
		return matcher.results().map((found) -> found.group(1)).sorted().toList();
	}

	/** Writes the data and the table. */
	void add(List<TestedCell> run) throws IOException {
		List<TestedCell> cells = Stream
			.concat(cells().stream().filter((known) -> run.stream().noneMatch((cell) -> cell.replaces(known))),
					run.stream())
			.sorted(Comparator.comparing(TestedCell::line))
			.toList();
		Files.write(data(), cells.stream().map(TestedCell::line).toList());
		String text = Files.readString(readme());
		Files.writeString(readme(), text.substring(0, text.indexOf(BEGIN) + BEGIN.length()) + markdown()
				+ text.substring(text.indexOf(END)));
	}

	Path readme() {
		return this.root.resolve("README.md");
	}

	Path data() {
		return this.root.resolve("docs/tested.tsv");
	}

	/** Returns the table as it is in the README. */
	String markdown() throws IOException {
		List<TestedCell> cells = cells();
		List<String> boots = boots();
		StringBuilder table = new StringBuilder("| Spring Boot, Java |");
		boots.forEach((boot) -> JAVA.forEach((java) -> table.append(" %s, %d |".formatted(boot, java))));
		table.append("\n|---").append("|---".repeat(boots.size() * JAVA.size())).append("|\n");
		for (String server : cells.stream().map(TestedCell::server).collect(Collectors.toCollection(TreeSet::new))) {
			for (Part part : parts(cells, server)) {
				table.append("| %s, %s |".formatted(server, part.title()));
				boots.forEach((boot) -> JAVA.forEach((java) -> table
					.append(" %s |".formatted(text(cells, new TestedCell(boot, java, server, part, 0, 0, 0, ""))))));
				table.append('\n');
			}
		}
		return cells.isEmpty() ? table.toString() : table + "\nRun " + days(cells) + ".\n";
	}

	/** Returns those that were run on a server on any combination. */
	private static Set<Part> parts(List<TestedCell> cells, String server) {
		return cells.stream()
			.filter((cell) -> cell.server().equals(server))
			.map(TestedCell::part)
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private static String days(List<TestedCell> cells) {
		List<String> days = cells.stream().map(TestedCell::day).sorted().toList();
		String first = days.get(0);
		String last = days.get(days.size() - 1);
		return first.equals(last) ? "on " + first : "from " + first + " to " + last;
	}

	private static String text(List<TestedCell> cells, TestedCell place) {
		return cells.stream().filter(place::replaces).map(TestedCell::text).findFirst().orElse(NOT_RUN);
	}

}
