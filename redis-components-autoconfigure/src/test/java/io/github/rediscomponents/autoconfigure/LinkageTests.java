// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.Set;
import java.util.TreeSet;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The classes are compiled with one generation of Spring Boot and run on each: every
 * method and field that they use exists, with the same signature, on the class path of
 * the generation on which the tests run.
 */
class LinkageTests {

	@Test
	void whatIsUsedExistsOnThisGeneration() {
		JavaClasses classes = new ClassFileImporter().withImportOption(LinkageTests::isOurs)
			.importPackages("io.github.rediscomponents");
		Set<String> missing = new TreeSet<>();
		for (JavaClass type : classes) {
			for (JavaAccess<?> access : type.getAccessesFromSelf()) {
				if (isForeign(access.getTargetOwner()) && !links(access.getTarget())) {
					missing.add(type.getName() + " uses " + access.getTarget().getFullName());
				}
			}
		}
		assertThat(classes).hasSizeGreaterThan(800);
		assertThat(missing).isEmpty();
	}

	private static boolean isOurs(Location location) {
		return location.contains("redis-components-core/target/classes/") || location.contains("redis-components-core-")
				|| location.contains("redis-components-autoconfigure/target/classes/");
	}

	/** Redisson is optional, and an older one is refused. */
	private static boolean isForeign(JavaClass owner) {
		String name = owner.getName();
		return owner.isFullyImported() && !owner.isArray() && !name.startsWith("java.")
				&& !name.startsWith("io.github.rediscomponents.") && !name.startsWith("org.redisson.");
	}

	private static boolean links(AccessTarget target) {
		JavaMember member = target.resolveMember().orElse(null);
		if (member == null) {
			return false;
		}
		return !(target instanceof AccessTarget.MethodCallTarget call) || !(member instanceof JavaMethod method)
				|| call.getRawReturnType().getName().equals(method.getRawReturnType().getName())
				|| hasBridge(method, call);
	}

	private static boolean hasBridge(JavaMethod method, AccessTarget.MethodCallTarget call) {
		return method.getOwner()
			.getAllMethods()
			.stream()
			.anyMatch((other) -> other.getName().equals(call.getName())
					&& other.getRawReturnType().getName().equals(call.getRawReturnType().getName())
					&& other.getRawParameterTypes().size() == call.getRawParameterTypes().size());
	}

}
