// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.time.Clock;
import java.time.Instant;
import java.util.Calendar;
import java.util.Date;
import java.util.List;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.support.FailureLog;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

@AnalyzeClasses(packages = "io.github.rediscomponents", importOptions = ArchitectureTests.CoreOnly.class)
class ArchitectureTests {

	@ArchTest
	static final ArchRule roomsFormNoCycles = slices().assignedFrom(new Rooms()).should().beFreeOfCycles();

	/** What applications see of locks and semaphores does not show how they are kept. */
	@ArchTest
	static final ArchRule onlyLocksAndSemaphoresKnowTheLeaseEngine = noClasses().that()
		.resideOutsideOfPackages("..lease..", "..lock.*..", "..semaphore..")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("..lease..");

	@ArchTest
	static final ArchRule kindsOfQueuesFormNoCycles = slices().matching("io.github.rediscomponents.queue.(*)..")
		.should()
		.beFreeOfCycles();

	@ArchTest
	static final ArchRule whatQueuesShareKnowsNoKind = noClasses().that()
		.resideInAPackage("io.github.rediscomponents.queue")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("io.github.rediscomponents.queue.*..");

	@ArchTest
	static final ArchRule roomsOfSupportFormNoCycles = slices().matching("io.github.rediscomponents.support.(*)..")
		.should()
		.beFreeOfCycles();

	@ArchTest
	static final ArchRule partsOfCachesFormNoCycles = slices().matching("io.github.rediscomponents.cache.(*)..")
		.should()
		.beFreeOfCycles();

	/** What is in none of its rooms has nothing to do with a connection. */
	@ArchTest
	static final ArchRule supportItselfKnowsNoConnection = noClasses().that()
		.resideInAPackage("io.github.rediscomponents.support")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.github.rediscomponents.support.*..", "io.lettuce..");

	/** The API of caches is one package, because all of its types mention each other. */
	@ArchTest
	static final ArchRule packagesAreSmall = classes().that()
		.areTopLevelClasses()
		.should(haveFewNeighbours(35, "io.github.rediscomponents.cache", 45));

	@ArchTest
	static final ArchRule supportKnowsNoRoom = noClasses().that()
		.resideInAnyPackage("..support..", "..codec..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("..cache..", "..lock..", "..ratelimit..", "..id..", "..queue..", "..limit..", "..topic..",
				"..messaging..", "..social..", "..ranking..", "..autocomplete..", "..counter..", "..geo..",
				"..filter..", "..session..");

	/**
	 * Others would have to know all that a codec of an application may throw. Consumers
	 * of queues do, because they tell it as the reason of a dead letter.
	 */
	@ArchTest
	static final ArchRule valuesAreReadByCodecCalls = noClasses().that()
		.resideOutsideOfPackage("..codec..")
		.and()
		.areNotAssignableTo(ValueCodec.class)
		.and()
		.haveSimpleNameNotStartingWith("HandlerSink")
		.and()
		.haveSimpleNameNotStartingWith("Pollers")
		.should()
		.callMethodWhere(target(nameMatching("decode")).and(target(owner(assignableTo(ValueCodec.class)))));

	/**
	 * The events of the listeners have empty bodies, so that the compiler misses none.
	 */
	@ArchTest
	static final ArchRule metersAndAdaptersForgetNoEvent = classes().that()
		.haveSimpleNameStartingWith("Micrometer")
		.or()
		.haveSimpleName("PermitObserver")
		.should(overrideEveryEvent());

	@ArchTest
	static final ArchRule coreHasNoBoot = noClasses().should()
		.dependOnClassesThat()
		.resideInAnyPackage("org.springframework.boot..");

	@ArchTest
	static final ArchRule onlyTheCodecKnowsJackson = noClasses().that()
		.resideOutsideOfPackage("..codec..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("tools.jackson..", "com.fasterxml.jackson..");

	@ArchTest
	static final ArchRule roomsSeeLettuceOnlyThroughThePort = noClasses().that()
		.resideOutsideOfPackage("..support..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.lettuce.core", "io.lettuce.core.api..", "io.lettuce.core.protocol..",
				"io.lettuce.core.pubsub..");

	@ArchTest
	static final ArchRule implementationsAreHidden = classes().that()
		.haveSimpleNameStartingWith("Redis")
		.and()
		.areNotInterfaces()
		.and()
		.resideOutsideOfPackages("..support..", "..lease..", "..redisson..", "io.github.rediscomponents")
		.should()
		.bePackagePrivate();

	@ArchTest
	static final ArchRule onlyItsEngineKnowsRedisson = noClasses().that()
		.resideOutsideOfPackage("..lock.redisson..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("org.redisson..", "..lock.redisson..");

	@ArchTest
	static final ArchRule theRedissonEngineIsOneFactory = classes().that()
		.resideInAPackage("..lock.redisson..")
		.and()
		.doNotHaveSimpleName("RedissonLocks")
		.should()
		.notBePublic();

	@ArchTest
	static final ArchRule loggersArePrivate = fields().that()
		.haveRawType("org.slf4j.Logger")
		.and()
		.areNotDeclaredIn(FailureLog.class)
		.should()
		.bePrivate()
		.andShould()
		.beStatic();

	@ArchTest
	static final ArchRule queuesReadNoClockOfTheirOwn = noClasses().that()
		.resideInAPackage("..queue..")
		.should()
		.callMethod(System.class, "currentTimeMillis")
		.orShould()
		.callMethod(Instant.class, "now")
		.orShould()
		.dependOnClassesThat()
		.areAssignableTo(Clock.class);

	@ArchTest
	static final ArchRule nobodyUsesTimerOrThreadSleep = noClasses().should()
		.callMethod(Thread.class, "sleep", long.class)
		.orShould()
		.dependOnClassesThat()
		.haveFullyQualifiedName("java.util.Timer");

	/** So that clients whose clocks differ by any time see the same. */
	@ArchTest
	static final ArchRule messagesKnowNoClientsClock = noClasses().that()
		.resideInAPackage("..messaging..")
		.should()
		.callMethodWhere(JavaCall.Predicates.target(nameMatching("now|currentTimeMillis|nanoTime|systemUTC")))
		.orShould()
		.dependOnClassesThat()
		.belongToAnyOf(Clock.class, Date.class, Calendar.class);

	private static ArchCondition<JavaClass> overrideEveryEvent() {
		return ArchCondition
			.from(DescribedPredicate.describe("override every event of their interfaces",
					(JavaClass type) -> type.getAllRawInterfaces()
						.stream()
						.flatMap((events) -> events.getMethods().stream())
						.filter((event) -> !event.getModifiers().contains(JavaModifier.STATIC))
						.allMatch((event) -> type.tryGetMethod(event.getName(),
								event.getRawParameterTypes().stream().map(JavaClass::getName).toArray(String[]::new))
							.isPresent())));
	}

	private static ArchCondition<JavaClass> haveFewNeighbours(int most, String large, int mostOfLarge) {
		return new ArchCondition<>("be in a package of at most " + most) {

			@Override
			public void check(JavaClass type, ConditionEvents events) {
				List<String> files = type.getPackage()
					.getClasses()
					.stream()
					.filter((file) -> file.isTopLevelClass() && !file.isArray())
					.map(JavaClass::getSimpleName)
					.filter((name) -> !name.equals("package-info"))
					.sorted()
					.toList();
				int bound = type.getPackageName().equals(large) ? mostOfLarge : most;
				events.add(new SimpleConditionEvent(type, files.size() <= bound,
						"%s has %s files: %s".formatted(type.getPackageName(), files.size(), files)));
			}

		};
	}

	/**
	 * The first part of a package's name, but each package of locks by itself: their API
	 * is below the engine of leases, their engines are above it.
	 */
	private static final class Rooms implements SliceAssignment {

		@Override
		public SliceIdentifier getIdentifierOf(JavaClass type) {
			String room = type.getPackageName().replaceFirst("^io\\.github\\.rediscomponents\\.?", "");
			if (room.isEmpty()) {
				return SliceIdentifier.ignore();
			}
			return SliceIdentifier.of(room.startsWith("lock") ? room : room.replaceFirst("\\..*", ""));
		}

		@Override
		public String getDescription() {
			return "rooms";
		}

	}

	static final class CoreOnly implements ImportOption {

		@Override
		public boolean includes(Location location) {
			return location.contains("redis-components-core") && !location.contains("test-classes");
		}

	}

}
