// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.acl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rights of a component as listed in its line of the table in {@code docs/acl.md}.
 *
 * @param commands the commands, with subcommands behind a bar
 * @param keys patterns of keys behind the prefix
 * @param channels patterns of channels behind the prefix
 */
record AclRights(List<String> commands, List<String> keys, List<String> channels) {

	/** What every application needs. */
	static final String CONNECTION = "every application";

	private static final Path PAGE = Path.of("../docs/acl.md");

	private static final Pattern CODE = Pattern.compile("`([^`]+)`");

	/** The rights of each component. */
	static Map<String, AclRights> documented() throws IOException {
		return section("## Rights of each component");
	}

	/** The rights of some set-ups; a line may be that of several components. */
	static Map<String, AclRights> ofSetUps() throws IOException {
		return section("## Rights for some set-ups");
	}

	/** The commands of the rule at the beginning of the page. */
	static Set<String> completeRule() throws IOException {
		Set<String> rules = new TreeSet<>();
		for (String line : between("```", "```")) {
			for (String word : line.replace("'", "").split(" ")) {
				if (word.startsWith("+")) {
					rules.add(word.substring(1));
				}
			}
		}
		return rules;
	}

	/** The commands that the server may refuse. */
	static Set<String> optional() throws IOException {
		Set<String> commands = new TreeSet<>();
		for (String line : between("## Rights that may be refused", "## ")) {
			if (line.startsWith("| `+")) {
				codes(line.substring(0, line.indexOf("` |") + 1)).stream()
					.filter((code) -> code.startsWith("+"))
					.forEach((code) -> commands.add(code.substring(1)));
			}
		}
		return commands;
	}

	private static List<String> between(String first, String next) throws IOException {
		return Files.readAllLines(PAGE)
			.stream()
			.dropWhile((line) -> !line.equals(first))
			.skip(1)
			.takeWhile((line) -> !line.startsWith(next))
			.toList();
	}

	private static Map<String, AclRights> section(String heading) throws IOException {
		Map<String, AclRights> rights = new LinkedHashMap<>();
		for (String line : between(heading, "## ")) {
			String[] cells = line.split("(?<!\\\\)\\|", -1);
			if (line.startsWith("| ") && cells.length == 6 && cells[2].contains("`")) {
				String name = cells[1].replace("`", "").strip();
				rights.put(name, new AclRights(codes(cells[2]), codes(cells[3]), codes(cells[4])));
			}
		}
		return rights;
	}

	private static List<String> codes(String cell) {
		List<String> codes = new ArrayList<>();
		Matcher matcher = CODE.matcher(cell.replace("\\|", "|"));
		while (matcher.find()) {
			codes.add(matcher.group(1));
		}
		return codes;
	}

	AclRights with(AclRights other) {
		return new AclRights(join(this.commands, other.commands), join(this.keys, other.keys),
				join(this.channels, other.channels));
	}

	AclRights withoutCommand(String command) {
		return new AclRights(without(this.commands, command), this.keys, this.channels);
	}

	/**
	 * The arguments of ACL SETUSER.
	 */
	List<String> rules(String prefix) {
		List<String> rules = new ArrayList<>(List.of("resetkeys", "resetchannels", "-@all"));
		this.commands.forEach((command) -> rules.add("+" + command));
		this.keys.forEach((key) -> rules.add("~" + prefix + key));
		this.channels.forEach((channel) -> rules.add("&" + prefix + channel));
		return rules;
	}

	private static List<String> join(List<String> some, List<String> others) {
		List<String> all = new ArrayList<>(some);
		others.stream().filter((other) -> !all.contains(other)).forEach(all::add);
		return all;
	}

	private static List<String> without(List<String> all, String one) {
		return all.stream().filter((other) -> !other.equals(one)).toList();
	}

}
