// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.topology;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which topology follows from the reports of several nodes.
 */
class ClusterViewTests {

	private static final String HALF = "0-8191";

	private static final String REST = "8192-16383";

	private final Partitions known = report("a", node("a", "master", 1, HALF), node("b", "master", 2, REST),
			replica("c", "a", 1), replica("d", "b", 2));

	@Test
	void aPromotedReplicaHasTheSlotsOfItsMasterWhenOneNodeReportsIt() {
		Partitions stale = report("b", node("a", "master", 1, HALF), node("b", "master", 2, REST),
				replica("c", "a", 1));
		Partitions fresh = report("c", node("a", "master", 1, ""), node("b", "master", 2, REST),
				node("c", "master", 3, HALF));
		assertThat(owners(stale, fresh)).containsExactly("c", "b");
		assertThat(owners(fresh, stale)).containsExactly("c", "b");
	}

	@Test
	void aMasterThatComesBackHasNotTheSlotsThatItStillClaims() {
		Partitions back = report("a", node("a", "master", 1, HALF), node("b", "master", 2, REST), replica("c", "a", 1));
		Partitions fresh = report("b", node("a", "master,fail", 1, ""), node("b", "master", 2, REST),
				node("c", "master", 3, HALF));
		assertThat(owners(back, fresh)).containsExactly("c", "b");
	}

	@Test
	void aNodeDecidesItselfWhichSlotsItClaims() {
		Partitions giver = report("a", node("a", "master", 1, ""), node("b", "master", 5, "0-16383"));
		Partitions stale = report("d", node("a", "master", 9, HALF), node("b", "master", 2, REST),
				replica("d", "b", 2));
		assertThat(owners(giver, stale)).containsExactly("b", "b");
	}

	@Test
	void aSingleReportIsBelievedIfItsNodeIsKnown() {
		assertThat(owners(report("a", node("a", "master", 1, HALF), node("b", "master", 2, REST)))).containsExactly("a",
				"b");
		assertThat(ClusterView.of(this.known, List.of(report("z", node("z", "master", 1, "0-16383"))))).isEmpty();
	}

	@Test
	void aNodeThatTheOthersHaveRemovedIsNoMember() {
		Partitions first = report("a", node("a", "master", 1, HALF), node("b", "master", 2, REST));
		Partitions second = report("b", node("a", "master", 1, HALF), node("b", "master", 2, REST));
		Partitions removed = report("c", node("a", "master", 1, HALF), node("b", "master", 2, REST),
				node("c", "master", 9, HALF));
		assertThat(owners(first, second, removed)).containsExactly("a", "b");
		assertThat(view(first, second, removed).member("c")).isNull();
	}

	@Test
	void nodesThatWereRemovedTogetherDoNotBringOldOwnersBack() {
		this.known.reload(report("a", node("a", "master", 7, HALF), node("b", "master", 8, REST),
				node("c", "master", 3, ""), replica("d", "c", 3))
			.getPartitions());
		Partitions first = report("c", node("a", "master", 1, REST), node("b", "master", 2, HALF),
				node("c", "master", 3, ""), replica("d", "c", 3));
		Partitions second = report("d", node("a", "master", 1, REST), node("b", "master", 2, HALF),
				node("c", "master", 3, ""), replica("d", "c", 3));
		assertThat(owners(first, second)).containsExactly("a", "b");
	}

	@Test
	void aNodeOfAnotherClusterAtAKnownAddressIsIgnored() {
		Partitions own = report("a", node("a", "master", 1, HALF), node("b", "master", 2, REST));
		Partitions other = report("b", node("a", "master", 1, HALF), node("b", "master", 2, REST));
		Partitions foreign = report("z", node("z", "master", 99, "0-16383"));
		assertThat(owners(own, other, foreign)).containsExactly("a", "b");
		assertThat(view(own, other, foreign).members()).extracting(RedisClusterNode::getNodeId)
			.containsExactlyInAnyOrder("a", "b");
	}

	@Test
	void nothingIsKnownWithoutReportsOrSlots() {
		assertThat(ClusterView.of(this.known, List.of())).isEmpty();
		this.known.reload(report("a", node("a", "master", 1, "")).getPartitions());
		assertThat(ClusterView.of(this.known, List.of(report("a", node("a", "master", 1, ""))))).isEmpty();
	}

	@Test
	void failuresAreThoseOfNodesThatDidNotAnswer() {
		Partitions first = report("a", node("a", "master", 1, HALF), node("b", "master,fail", 2, REST),
				node("c", "master,fail?", 3, ""));
		Partitions second = report("b", node("a", "master,fail?", 1, HALF), node("b", "master", 2, REST));
		ClusterView view = view(first, second);
		assertThat(view.members()).filteredOn(view::isFailed).isEmpty();
		assertThat(view.members()).filteredOn(view::isDoubted)
			.extracting(RedisClusterNode::getNodeId)
			.containsExactly("c");
		assertThat(view.members()).filteredOn(view::hasAnswered)
			.extracting(RedisClusterNode::getNodeId)
			.containsExactlyInAnyOrder("a", "b");
	}

	@Test
	void aNewAddressIsUsedOnceNoReportHasTheOldOne() {
		Partitions first = report("a", node("a", "master", 1, HALF), moved("b", 2, REST), replica("c", "a", 1));
		assertThat(port(view(first), "b")).isEqualTo(7000);
		Partitions second = report("c", node("a", "master", 1, HALF), node("b", "master", 2, REST),
				replica("c", "a", 1));
		assertThat(port(view(first, second), "b")).isEqualTo('b');
	}

	private static int port(ClusterView view, String id) {
		return view.members()
			.stream()
			.filter((node) -> node.getNodeId().equals(id))
			.findFirst()
			.orElseThrow()
			.getUri()
			.getPort();
	}

	private ClusterView view(Partitions... reports) {
		return ClusterView.of(this.known, Arrays.asList(reports)).orElseThrow();
	}

	/** The owners of the first and the last slot. */
	private List<String> owners(Partitions... reports) {
		ClusterView view = view(reports);
		return Stream.of(0, 16383)
			.map((slot) -> view.members()
				.stream()
				.filter((node) -> node.hasSlot(slot))
				.map(RedisClusterNode::getNodeId)
				.collect(Collectors.joining()))
			.toList();
	}

	private static Partitions report(String by, String... nodes) {
		return ClusterPartitionParser.parse(Stream.of(nodes)
			.map((node) -> node.startsWith(by + " ") ? node.replaceFirst(" (master|slave)", " myself,$1") : node)
			.collect(Collectors.joining("\n")));
	}

	private static String node(String id, String flags, int epoch, String slots) {
		return id + " 127.0.0.1:" + (int) id.charAt(0) + "@1 " + flags + " - 0 0 " + epoch + " connected " + slots;
	}

	private static String moved(String id, int epoch, String slots) {
		return id + " 127.0.0.1:7000@1 master - 0 0 " + epoch + " connected " + slots;
	}

	private static String replica(String id, String of, int epoch) {
		return id + " 127.0.0.1:" + (int) id.charAt(0) + "@1 slave " + of + " 0 0 " + epoch + " connected";
	}

}
