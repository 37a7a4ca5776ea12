// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Nothing in the components is synchronized: on Java 21 to 23 a virtual thread that waits
 * inside of a monitor keeps its carrier.
 */
class MonitorTests {

	@Test
	void nothingIsSynchronized() throws IOException {
		for (Path folder : BuiltModules.folders("core", "autoconfigure", "boot3", "boot4")) {
			List<String> monitors = new ArrayList<>();
			for (Path file : classes(folder)) {
				new ClassReader(Files.readAllBytes(file)).accept(new Monitors(monitors),
						ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
			}
			assertThat(monitors).as("%s", folder).isEmpty();
		}
	}

	@Test
	void bothFormsAreSeen() throws IOException {
		List<String> found = new ArrayList<>();
		String file = Sample.class.getName().replace('.', '/') + ".class";
		new ClassReader(Path.of("target/test-classes", file).toUri().toURL().openStream()).accept(new Monitors(found),
				0);
		assertThat(found).containsExactlyInAnyOrder(Sample.class.getName() + ".method",
				Sample.class.getName() + ".block");
	}

	private static List<Path> classes(Path folder) throws IOException {
		try (Stream<Path> files = Files.walk(folder)) {
			List<Path> classes = files.filter((file) -> file.toString().endsWith(".class")).toList();
			assertThat(classes).as("classes in %s", folder).isNotEmpty();
			return classes;
		}
	}

	/** Collects the methods that enter a monitor. */
	private static final class Monitors extends ClassVisitor {

		private final List<String> found;

		private String type = "";

		Monitors(List<String> found) {
			super(SpringAsmInfo.ASM_VERSION);
			this.found = found;
		}

		@Override
		public void visit(int version, int access, String name, String signature, String superName,
				String[] interfaces) {
			this.type = name.replace('/', '.');
		}

		@Override
		public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
				String[] exceptions) {
			String method = this.type + '.' + name;
			if (Modifier.isSynchronized(access)) {
				this.found.add(method);
			}
			List<String> all = this.found;
			return new MethodVisitor(SpringAsmInfo.ASM_VERSION) {

				@Override
				public void visitInsn(int opcode) {
					if (opcode == Opcodes.MONITORENTER) {
						all.add(method);
					}
				}

			};
		}

	}

	/** Has both forms. */
	private static final class Sample {

		private int number;

		synchronized void method() {
			this.number++;
		}

		void block() {
			synchronized (this) {
				this.number++;
			}
		}

	}

}
