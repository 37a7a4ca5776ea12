// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import javax.imageio.ImageIO;

import io.github.rediscomponents.sample.load.guide.Application;
import io.github.rediscomponents.sample.load.guide.OwnInstances;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Short forms of the scenarios, on two instances in processes of their own.
 */
class LoadDriverTests {

	/** These tests count; a busy machine shall not make the cache go on without Redis. */
	private static final List<String> PATIENT = List.of("redis-components.command-timeout=20s",
			"redis-components.cache.caches.shop.command-timeout=20s",
			"redis-components.cache.caches.shop.wait-timeout=20s", "spring.data.redis.timeout=20s",
			"spring.datasource.hikari.connection-timeout=20000");

	@TempDir
	private static Path folder;

	private static OwnInstances guides;

	private static List<URI> instances;

	@BeforeAll
	static void start() throws InterruptedException {
		guides = new OwnInstances(application(), folder);
		instances = guides.start("guide", 2, PATIENT);
	}

	@AfterAll
	static void stop() throws InterruptedException {
		guides.close();
	}

	private static Application application() {
		String classPath = System.getProperty("sample-load.classes") + System.getProperty("path.separator")
				+ System.getProperty("java.class.path");
		// Processes as short as these never get back what the second compiler costs.
		return new Application(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath,
				"io.github.rediscomponents.sample.SampleApplication"));
	}

	@Test
	void aSaleSellsWhatThereIs() throws IOException {
		Drive drive = drive("sale", "--buyers", "60", "--stock", "20", "--clients", "30");
		assertThat(drive.findings()).contains("held: every buyer heard a clear yes or no (60 of 60)",
				"held: as many orders are accepted as there are pieces or buyers (20 accepted, 20 expected, 0 in doubt)",
				"held: one order per user, with an id of its own (20 ids, 20 different, 0 users with several)",
				"held: the buyers own as many orders as were to be had (20 of 20)",
				"held: the stock is what was not sold (0 of 20 left)")
			.hasSize(8);
		assertHeld(drive);
		assertPicture("load-sale.png", 2);
		assertThat(folder.resolve("load-sale.txt")).content().contains("Sale: 60 buyers, 20 in stock");
	}

	@Test
	void aSaleWithEnoughForAllSellsOneToEach() {
		Drive drive = drive("sale", "--buyers", "10", "--stock", "15", "--attempts", "5");
		assertThat(drive.findings()).contains(
				"held: as many orders are accepted as there are pieces or buyers (10 accepted, 10 expected, 0 in doubt)",
				"held: the stock is what was not sold (5 of 15 left)");
		assertHeld(drive);
	}

	@Test
	void aColdShopIsLoadedOnce() throws IOException {
		Drive drive = drive("cold-key", "--readers", "100", "--rounds", "3");
		assertThat(drive.findings())
			.contains("held: every reader gets the shop as it was changed last (300 of 300)",
					"held: a cold shop costs one load (100 reads each time, loads: [1, 1, 1])",
					"held: what is known to be absent costs none (100 reads each time, loads: [0, 0, 0])")
			.hasSize(5);
		assertHeld(drive);
		assertPicture("load-cold-key.png", 2);
	}

	@Test
	void readingIsFastAndSavesLoads() throws IOException, InterruptedException {
		List<String> settings = new ArrayList<>(PATIENT);
		settings.addAll(Target.KEEPS_NOTHING);
		List<URI> uncached = guides.start("uncached", 1, settings);
		Drive drive = drive("reads", "--duration", "2s", "--clients", "20", "--p99", "30s", "--uncached",
				text(uncached));
		assertThat(drive.findings()).anyMatch((line) -> line.startsWith("held: each shop is loaded at most once ("))
			.anyMatch((line) -> line.startsWith("held: the cache saves database loads ("))
			.hasSize(4);
		assertHeld(drive);
		assertPicture("load-reads.png", 3);
	}

	@Test
	void aFeedHasEachPostOnce() throws IOException {
		Drive drive = drive("feed", "--followers", "40", "--posts", "2", "--depth", "22", "--scrollers", "5",
				"--clients", "20", "--within", "60s");
		assertThat(drive.findings())
			.anyMatch((line) -> line.startsWith("held: every follower has every post (40 of 40"))
			.contains("held: a scroll shows each post once, newest first, while 10 are published and 10 deleted "
					+ "(15 scrolls of 12 posts: 0 posts missing, 0 repeated, 0 out of order)")
			.hasSize(6);
		// The time in which publishing answers is not asserted on a busy machine.
		assertThat(drive.findings()).filteredOn((line) -> line.startsWith("BROKEN: "))
			.allMatch((line) -> line.startsWith("BROKEN: publishing answers at once"));
		assertPicture("load-feed.png", 2);
	}

	private static Drive drive(String... args) {
		List<String> all = new ArrayList<>(List.of(args));
		all.addAll(List.of("--instances", text(instances), "--output", folder.toString(), "--quiet"));
		return Drive.of(all.toArray(String[]::new));
	}

	private static String text(List<URI> some) {
		return some.stream().map(URI::toString).collect(Collectors.joining(","));
	}

	private static void assertHeld(Drive drive) {
		assertThat(drive.err()).isEmpty();
		assertThat(drive.findings()).isNotEmpty().allMatch((line) -> line.startsWith("held: "));
		assertThat(drive.exitCode()).isZero();
	}

	/** As many diagrams below each other, with something drawn in them. */
	private static void assertPicture(String name, int diagrams) throws IOException {
		BufferedImage picture = ImageIO.read(folder.resolve(name).toFile());
		assertThat(picture.getWidth()).isEqualTo(900);
		assertThat(picture.getHeight()).isEqualTo(diagrams * 280);
		int height = picture.getHeight();
		assertThat(picture.getRGB(0, 0, 900, height, null, 0, 900)).contains(0xFF0072B2);
	}

}
