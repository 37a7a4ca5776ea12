// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.campaign;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.github.rediscomponents.lock.HeldLease;
import io.github.rediscomponents.lock.HeldLease.Ending;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.campaign.LeaseLog.Attempt;
import io.github.rediscomponents.test.ChildJvm;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * That the campaign would find what it looks for.
 */
class OverlapCheckTests {

	@TempDir
	Path folder;

	private static HeldLease lease(CampaignTarget target, LockKind kind, int weight, long token, long begun,
			long validAt) {
		return new HeldLease("c", target, kind, weight, token, begun - 5, begun, validAt, validAt, Ending.RELEASED);
	}

	private static HeldLease plain(long token, long begun, long validAt) {
		return lease(CampaignTarget.PLAIN, LockKind.PLAIN, 1, token, begun, validAt);
	}

	private static HeldLease read(long token, long begun, long validAt) {
		return lease(CampaignTarget.READ_WRITE, LockKind.READ, 1, token, begun, validAt);
	}

	private static HeldLease write(long token, long begun, long validAt) {
		return lease(CampaignTarget.READ_WRITE, LockKind.WRITE, CampaignTarget.READ_WRITE.capacity(), token, begun,
				validAt);
	}

	private static HeldLease permits(int n, long token, long begun, long validAt) {
		return lease(CampaignTarget.SEMAPHORE, LockKind.PERMIT, n, token, begun, validAt);
	}

	private static OverlapCheck check(HeldLease... leases) {
		return new OverlapCheck(List.of(leases));
	}

	@Test
	void acceptsLeasesThatFollowEachOther() {
		OverlapCheck check = check(plain(3, 30, 40), plain(1, 10, 19), plain(2, 20, 29));
		assertThat(check.overlaps()).isEmpty();
		assertThat(check.tokens()).isEmpty();
	}

	@Test
	void findsTwoLeasesThatMeetInOneMoment() {
		assertThat(check(plain(1, 10, 20), plain(2, 20, 30)).overlaps()).hasSize(1);
	}

	@Test
	void findsALeaseWithinALongOneThatBeganLongBefore() {
		OverlapCheck check = check(plain(1, 10, 1000), plain(2, 500, 501));
		assertThat(check.overlaps()).singleElement().asString().contains("token 1,", "token 2,");
	}

	@Test
	void doesNotConfuseTargets() {
		HeldLease other = lease(CampaignTarget.FAIR, LockKind.FAIR, 1, 1, 10, 20);
		assertThat(check(plain(1, 10, 20), other).overlaps()).isEmpty();
	}

	@Test
	void ignoresALeaseOfWhichNothingIsCertain() {
		assertThat(check(plain(1, 10, 30), plain(2, 20, 0)).overlaps()).isEmpty();
	}

	@Test
	void acceptsReadersTogetherInWhateverOrderTheirTokensAre() {
		OverlapCheck check = check(read(2, 10, 20), read(1, 12, 30), read(3, 25, 40), write(4, 41, 50));
		assertThat(check.overlaps()).isEmpty();
		assertThat(check.tokens()).isEmpty();
	}

	@Test
	void findsAWriterAmongReaders() {
		assertThat(check(read(1, 10, 20), write(2, 15, 30)).overlaps()).hasSize(1);
		assertThat(check(write(1, 10, 20), read(2, 15, 30)).overlaps()).hasSize(1);
		assertThat(check(write(1, 10, 20), write(2, 15, 30)).overlaps()).hasSize(1);
	}

	@Test
	void findsMorePermitsThanThereAre() {
		assertThat(check(permits(1, 1, 10, 20), permits(2, 2, 12, 30), permits(2, 3, 21, 30)).overlaps()).hasSize(1);
		assertThat(check(permits(1, 1, 10, 20), permits(2, 2, 12, 30), permits(1, 3, 21, 30)).overlaps()).isEmpty();
	}

	@Test
	void findsTokensThatDoNotRiseAmongThoseThatExcludeEachOther() {
		assertThat(check(plain(2, 10, 19), plain(2, 20, 29)).tokens()).hasSize(1);
		assertThat(check(plain(9, 10, 19), plain(10, 20, 29), plain(8, 30, 39)).tokens()).hasSize(1);
		assertThat(check(write(5, 10, 19), read(4, 20, 29)).tokens()).hasSize(1);
		assertThat(check(permits(2, 5, 10, 19), permits(2, 4, 20, 29)).tokens()).hasSize(1);
		assertThat(check(permits(1, 5, 10, 19), permits(2, 4, 20, 29)).tokens()).isEmpty();
	}

	@Test
	void countsWhoHadToWait() {
		assertThat(check(plain(1, 10, 12), plain(2, 20, 29)).contended()).isZero();
		assertThat(check(plain(1, 10, 16), plain(2, 20, 29)).contended()).isOne();
		assertThat(check(read(1, 10, 16), read(2, 20, 29)).contended()).isZero();
		assertThat(check(permits(1, 1, 10, 16), permits(2, 2, 11, 16), permits(1, 3, 20, 30)).contended()).isOne();
	}

	@Test
	void readsWhatAKilledProcessWroteUpToThen() {
		try (RedisServer server = RedisServer.start();
				ChildJvm child = CampaignChild.start(server.uri(), this.folder, "killed", 1, 1000)) {
			child.awaitLine("ready"::equals);
			await().atMost(Duration.ofMinutes(3)).until(() -> CampaignLogs.read(this.folder).leases().size() > 50);
			child.kill();
			CampaignLogs logs = CampaignLogs.read(this.folder);
			assertThat(logs.leases()).hasSizeGreaterThan(50).allSatisfy((lease) -> {
				assertThat(lease.token()).isPositive();
				assertThat(lease.begun()).isGreaterThan(lease.asked());
			});
			assertThat(logs.check().overlaps()).isEmpty();
		}
	}

	@Test
	void writesAndReadsALease() {
		Path file = this.folder.resolve("one.leases");
		LeaseLog log = LeaseLog.create(file, 2);
		log.begin(CampaignTarget.FAIR, LockKind.FAIR, 1, 7, 100, 110);
		log.valid(120);
		log.end(Ending.EXPIRED, 130);
		assertThat(log.isFull()).isFalse();
		log.begin(CampaignTarget.SEMAPHORE, LockKind.PERMIT, 2, 8, 100, 111);
		assertThat(log.isFull()).isTrue();
		log.count(Attempt.CANCELLED);
		LeaseLog read = LeaseLog.open(file);
		assertThat(read.leases()).containsExactly(
				new HeldLease("one", CampaignTarget.FAIR, LockKind.FAIR, 1, 7, 100, 110, 120, 130, Ending.EXPIRED),
				new HeldLease("one", CampaignTarget.SEMAPHORE, LockKind.PERMIT, 2, 8, 100, 111, 0, 0,
						Ending.UNFINISHED));
		assertThat(read.counts()).containsEntry(Attempt.CANCELLED, 1L).containsEntry(Attempt.UNAVAILABLE, 0L);
	}

	/**
	 * The real thing, with the one fault that nobody can survive: Redis forgets.
	 */
	@Test
	void findsTheSecondHolderWhenRedisForgets() {
		try (RedisServer server = RedisServer.start();
				CampaignNode one = new CampaignNode(server.uri(), Duration.ofMinutes(5), CampaignNode.PATIENCE);
				CampaignNode other = new CampaignNode(server.uri(), Duration.ofMinutes(5), CampaignNode.PATIENCE)) {
			LeaseLog first = LeaseLog.create(this.folder.resolve("first.leases"), 1);
			LeaseLog second = LeaseLog.create(this.folder.resolve("second.leases"), 1);
			Lease lease = take(one, first);
			server.flushAll();
			Lease next = take(other, second);
			for (LeaseLog log : List.of(first, second)) {
				long now = System.nanoTime();
				assertThat(lease.isValid() && next.isValid()).isTrue();
				log.valid(now);
			}
			assertThat(CampaignLogs.read(this.folder).check().overlaps()).hasSize(1);
		}
	}

	private static Lease take(CampaignNode node, LeaseLog log) {
		long asked = System.nanoTime();
		Lease lease = node.lock(CampaignTarget.PLAIN, LockKind.PLAIN).tryAcquire().orElseThrow();
		log.begin(CampaignTarget.PLAIN, LockKind.PLAIN, 1, lease.token(), asked, System.nanoTime());
		return lease;
	}

}
