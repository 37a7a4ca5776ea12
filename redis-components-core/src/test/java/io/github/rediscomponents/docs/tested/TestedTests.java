// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs.tested;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.github.rediscomponents.docs.tested.TestedCell.Part;
import io.github.rediscomponents.test.RedisBinary;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The table in the README of what was run is the one of the runs, and on versions that
 * the poms have.
 */
class TestedTests {

	@Test
	void theReadmeHasTheTableOfTheRuns() throws IOException {
		TestedTable table = new TestedTable(Path.of(".."));
		assertThat(Files.readString(table.readme())).contains(TestedTable.BEGIN + table.markdown() + TestedTable.END);
		assertThat(Files.readAllLines(table.data())).isNotEmpty()
			.allMatch((line) -> TestedCell.of(line).line().equals(line))
			.hasSameSizeAs(table.cells());
	}

	@Test
	void theSentenceAboutCompatibilityNamesTheVersionsOfTheRuns() throws IOException {
		TestedTable table = new TestedTable(Path.of(".."));
		String readme = Files.readString(table.readme());
		String compatibility = readme.substring(readme.indexOf("## Compatibility"), readme.indexOf(TestedTable.BEGIN));
		assertThat(table.boots()).hasSize(3)
			.allSatisfy((boot) -> assertThat(compatibility).contains(boot.replaceFirst("\\.\\d+$", "")));
	}

	@ParameterizedTest
	@CsvSource({ "io.github.rediscomponents.RedisComponentsTests[1], ONE_SERVER",
			"io.github.rediscomponents.RedisComponentsTests[2], CLUSTER",
			"io.github.rediscomponents.id.IdWorkerTests[3], REPLICATION",
			"io.github.rediscomponents.lock.MultiLockTests[2], CLUSTER",
			"io.github.rediscomponents.id.IdWorkerSentinelFailoverTests, SENTINEL",
			"io.github.rediscomponents.ClusterReshardingFailoverTests, CLUSTER_FAILOVER",
			"io.github.rediscomponents.lock.LockCostTests, ONE_SERVER",
			"io.github.rediscomponents.codec.ValueCodecsTests[2], ONE_SERVER",
			"io.github.rediscomponents.autoconfigure.RefreshTests, AUTO_CONFIGURATION" })
	void aTestCountsForItsTopology(String testClass, Part part) {
		assertThat(SurefireReports.part(testClass)).isEqualTo(part);
	}

	@Test
	void aRunReplacesTheNumbersOfAnEarlierOne(@TempDir Path root) throws IOException {
		Files.createDirectories(root.resolve("docs"));
		Files.writeString(root.resolve("pom.xml"), "<spring-boot3.version>3.5.16</spring-boot3.version>");
		String server = RedisBinary.embedded().product();
		TestedTable table = new TestedTable(root);
		Files.writeString(table.readme(), "before\n" + TestedTable.BEGIN + "old\n" + TestedTable.END + "after\n");
		Files.writeString(table.data(),
				"3.5.16\t17\t" + server + "\tONE_SERVER\t9\t0\t0\t2026-01-01\n3.4.0\t17\tRedis 1\tCLUSTER\t9\t0\t0\td\n"
						+ "3.5.16\t17\t" + server + "\tSENTINEL\t1234\t0\t0\t2026-01-01\n");
		List<TestedCell> run = SurefireReports.read(reports(root), "2026-01-02");
		table.add(run);
		assertThat(run).containsExactlyInAnyOrder(
				new TestedCell("3.5.16", 17, server, Part.ONE_SERVER, 4, 2, 1, "2026-01-02"),
				new TestedCell("3.5.16", 17, server, Part.CLUSTER, 1, 0, 0, "2026-01-02"));
		assertThat(table.cells()).hasSize(3);
		assertThat(Files.readString(table.readme())).startsWith("before\n" + TestedTable.BEGIN + "| Spring Boot, Java")
			.doesNotContain("old\n", "Redis 1", "auto-configuration")
			.contains("| " + server + ", one server | 1, **2 failed**, 1 skipped | – |\n")
			.contains("| " + server + ", Cluster | 1 | – |\n")
			.contains("| " + server + ", Sentinel | 1,234 | – |\n")
			.contains("Run from 2026-01-01 to 2026-01-02.\n" + TestedTable.END + "after\n");
	}

	private static Path reports(Path root) throws IOException {
		Path directory = Files.createDirectories(root.resolve("reports"));
		String test = "io.github.rediscomponents.RedisComponentsTests";
		Files.writeString(directory.resolve("TEST-" + test + ".xml"), """
				<testsuite name="a"><properties>
				<property name="redis-components.test.spring-boot" value="3.5.16"/>
				<property name="redis-components.test.server" value=""/>
				<property name="java.specification.version" value="17"/>
				</properties>
				<testcase name="passes" classname="%1$s[1]"/>
				<testcase name="passes" classname="%1$s[2]"/>
				<testcase name="fails" classname="%1$s[1]"><failure>no</failure></testcase>
				<testcase name="breaks" classname="%1$s[1]"><error>no</error></testcase>
				<testcase name="skips" classname="%1$s[1]"><skipped message="why"/></testcase>
				</testsuite>
				""".formatted(test));
		return directory;
	}

}
