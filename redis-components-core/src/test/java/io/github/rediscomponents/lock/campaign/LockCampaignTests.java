// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.campaign;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contenders in four processes of which one is this JVM want a handful of locks and
 * semaphores, while one thing after the other breaks: connections, messages, replies,
 * scripts, the server, and processes. Two leases that exclude each other are never valid
 * together, nobody is stuck, and nothing is left behind.
 *
 * <p>
 * Ten seconds, or more where few faults fit into these; with {@code -Dcampaign.scale=N}
 * as long as ten thousand times N contended acquisitions take. {@code -Dcampaign.seed}
 * repeats the choices of a run.
 */
class LockCampaignTests {

	private static final int SCALE = Integer.getInteger("campaign.scale", 1);

	private static final long SEED = Long.getLong("campaign.seed", new SplittableRandom().nextLong(1L << 40));

	private static final Duration SHORT = Duration.ofSeconds(10);

	private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);

	private static final int EACH = 10_000;

	private static final int NODES = 4;

	private static final int THREADS = 3;

	private static final int CHILDREN = 3;

	/** What the longest fault, a lease and a few polls take, on a busy machine. */
	private static final Duration PAUSE = Duration.ofSeconds(20);

	@TempDir
	Path folder;

	private final SplittableRandom random = new SplittableRandom(SEED);

	private final RedisServer server = RedisServer.builder()
		.setting("appendonly", "yes")
		.setting("appendfsync", "always")
		// Or else each restart takes longer than the one before.
		.setting("auto-aof-rewrite-min-size", "1mb")
		.start();

	private final RedisProxy proxy = RedisProxy.to(this.server);

	private final List<CampaignNode> nodes = new ArrayList<>();

	@AfterEach
	void close() {
		this.nodes.forEach(CampaignNode::close);
		this.proxy.close();
		this.server.close();
	}

	@Test
	void neverGivesOutWhatSomebodyHasWhateverBreaks() throws Exception {
		System.out.println("Lock campaign: seed " + SEED + ", scale " + SCALE);
		long began = System.nanoTime();
		try (CampaignChildren children = new CampaignChildren(CHILDREN, this.server.uri(), this.folder, EACH * SCALE,
				this.random.split())) {
			children.awaitReady();
			contend();
			CampaignFaults faults = new CampaignFaults(this.server, this.proxy, children, (SCALE > 1) ? 1000 : 300,
					this.random.nextLong());
			breakThings(faults, children);
			this.nodes.forEach(CampaignNode::stop);
			children.stop();
			for (CampaignNode node : this.nodes) {
				node.finish();
			}
			children.finish();
			CampaignReport report = new CampaignReport(SEED, SCALE, CampaignLogs.read(this.folder), faults,
					children.started(), System.nanoTime() - began);
			report.print();
			report.verify(PAUSE);
		}
		everythingIsFree();
	}

	private void contend() {
		for (int i = 0; i < NODES; i++) {
			String uri = (i % 2 == 0) ? this.server.uri() : this.proxy.uri();
			CampaignNode node = new CampaignNode(uri, Duration.ofMillis(this.random.nextInt(500, 1000)),
					CampaignNode.SHORT);
			this.nodes.add(node);
			node.contend(THREADS, this.folder, "node" + i, this.random.split(), EACH * SCALE);
		}
	}

	private void breakThings(CampaignFaults faults, CampaignChildren children) throws Exception {
		AtomicBoolean over = new AtomicBoolean();
		FutureTask<?> breaking = new FutureTask<>(() -> {
			faults.run(over::get);
			return null;
		});
		Thread thread = new Thread(breaking, "faults");
		thread.setDaemon(true);
		thread.start();
		try {
			boolean enough = false;
			while (!enough) {
				enough = ended(breaking, (SCALE > 1) ? BETWEEN_LOOKS : SHORT);
				this.nodes.forEach(CampaignNode::check);
				children.check();
				OverlapCheck check = CampaignLogs.read(this.folder).check();
				enough |= (SCALE <= 1 && faults.done().size() >= CampaignReport.FEWEST_FAULTS)
						|| check.contended() >= (long) EACH * SCALE || !check.overlaps().isEmpty();
			}
		}
		finally {
			over.set(true);
			// The last fault may wait for a process that was just started.
			breaking.get(3, TimeUnit.MINUTES);
		}
	}

	/** Waits a while. Faults end early only by failing. */
	private static boolean ended(FutureTask<?> breaking, Duration wait) throws Exception {
		try {
			breaking.get(wait.toMillis(), TimeUnit.MILLISECONDS);
			return true;
		}
		catch (TimeoutException ex) {
			return false;
		}
	}

	private void everythingIsFree() throws InterruptedException {
		try (CampaignNode node = new CampaignNode(this.server.uri(), Duration.ofSeconds(5), CampaignNode.PATIENCE)) {
			for (CampaignTarget target : CampaignTarget.values()) {
				LockKind kind = (target == CampaignTarget.READ_WRITE) ? LockKind.WRITE : target.kind(this.random);
				CampaignAccess all = node.access(target, kind, target.capacity(), LockOptions.defaults());
				assertThat(all.within(CampaignNode.PATIENCE)).as(() -> "seed " + SEED + ": " + target)
					.get()
					.satisfies((lease) -> assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED));
			}
			node.finish();
		}
	}

}
