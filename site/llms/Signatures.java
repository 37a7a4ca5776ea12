// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;

/**
 * Prints the public signatures of source files, each file after a line with {@code ==} and its path, with the first
 * sentences of their Javadoc as comments: {@code java Signatures.java <file>...}.
 */
class Signatures {

	private final DocTrees docs;

	private final List<String> lines = new ArrayList<>();

	private TreePath unit;

	Signatures(DocTrees docs) {
		this.docs = docs;
	}

	public static void main(String[] files) throws IOException {
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
		try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
			JavacTask task = (JavacTask) compiler.getTask(null, manager, null, List.of("-proc:none"), null,
					manager.getJavaFileObjects(files));
			for (CompilationUnitTree unit : task.parse()) {
				Signatures signatures = new Signatures(DocTrees.instance(task));
				signatures.print(unit);
				out.println("== " + Path.of(unit.getSourceFile().toUri()));
				signatures.lines.forEach(out::println);
			}
		}
		out.flush();
	}

	private void print(CompilationUnitTree compiled) {
		this.unit = new TreePath(compiled);
		this.lines.add("package " + compiled.getPackageName() + ";");
		for (Tree type : compiled.getTypeDecls()) {
			if (type instanceof ClassTree declared && declared.getModifiers().getFlags().contains(Modifier.PUBLIC)) {
				this.lines.add("");
				printType(new TreePath(this.unit, type), declared, "");
			}
		}
	}

	private void printType(TreePath path, ClassTree type, String indent) {
		comment(path, indent);
		this.lines.add(indent + header(type) + " {");
		List<String> constants = new ArrayList<>();
		for (Tree member : type.getMembers()) {
			TreePath inner = new TreePath(path, member);
			if (member instanceof MethodTree method && isPublic(method.getModifiers(), type) && !isCompact(method, type)) {
				comment(inner, indent + "\t");
				this.lines.add(indent + "\t" + method(method, type) + ";");
			}
			else if (member instanceof ClassTree nested && isPublic(nested.getModifiers(), type)) {
				printType(inner, nested, indent + "\t");
			}
			else if (member instanceof VariableTree constant && isConstantOf(constant, type)) {
				constants.add(constant.getName().toString());
			}
		}
		if (!constants.isEmpty()) {
			this.lines.add(indent + "\t" + String.join(", ", constants));
		}
		this.lines.add(indent + "}");
	}

	private static String header(ClassTree type) {
		String kind = switch (type.getKind()) {
			case INTERFACE -> "interface ";
			case ANNOTATION_TYPE -> "@interface ";
			case ENUM -> "enum ";
			case RECORD -> "record ";
			default -> "class ";
		};
		String header = kind + type.getSimpleName() + parameters(type.getTypeParameters());
		if (type.getKind() == Tree.Kind.RECORD) {
			header += type.getMembers()
				.stream()
				.filter((member) -> member instanceof VariableTree field
						&& !field.getModifiers().getFlags().contains(Modifier.STATIC))
				.map((field) -> variable((VariableTree) field))
				.collect(Collectors.joining(", ", "(", ")"));
		}
		if (type.getKind() == Tree.Kind.INTERFACE) {
			return header + list(" extends ", type.getImplementsClause());
		}
		return header + ((type.getExtendsClause() != null) ? " extends " + type.getExtendsClause() : "")
				+ list(" implements ", type.getImplementsClause());
	}

	private static String method(MethodTree method, ClassTree type) {
		Stream<String> flags = method.getModifiers()
			.getFlags()
			.stream()
			.filter((flag) -> flag == Modifier.STATIC || flag == Modifier.DEFAULT)
			.map((flag) -> flag + " ");
		String name = (method.getReturnType() != null) ? method.getReturnType() + " " + method.getName()
				: type.getSimpleName().toString();
		String generic = method.getTypeParameters().isEmpty() ? "" : parameters(method.getTypeParameters()) + " ";
		String value = (method.getDefaultValue() != null) ? " default " + method.getDefaultValue() : "";
		return flags.collect(Collectors.joining()) + nullable(method.getModifiers()) + generic + name
				+ method.getParameters().stream().map(Signatures::variable).collect(Collectors.joining(", ", "(", ")"))
				+ list(" throws ", method.getThrows()) + value;
	}

	private static String variable(VariableTree variable) {
		return nullable(variable.getModifiers()) + variable.getType() + " " + variable.getName();
	}

	/** An annotation that stands before a method or parameter belongs to its type. */
	private static String nullable(ModifiersTree modifiers) {
		boolean nullable = modifiers.getAnnotations()
			.stream()
			.anyMatch((annotation) -> annotation.getAnnotationType().toString().endsWith("Nullable"));
		return nullable ? "@Nullable " : "";
	}

	private static String parameters(List<? extends Tree> parameters) {
		return parameters.isEmpty() ? "" : join(parameters, "<", ">");
	}

	private static String list(String start, List<? extends Tree> types) {
		return types.isEmpty() ? "" : join(types, start, "");
	}

	private static String join(List<? extends Tree> trees, String start, String end) {
		return trees.stream().map(Tree::toString).collect(Collectors.joining(", ", start, end));
	}

	private static boolean isPublic(ModifiersTree modifiers, ClassTree type) {
		boolean inInterface = type.getKind() == Tree.Kind.INTERFACE || type.getKind() == Tree.Kind.ANNOTATION_TYPE;
		return modifiers.getFlags().contains(Modifier.PUBLIC)
				|| (inInterface && !modifiers.getFlags().contains(Modifier.PRIVATE));
	}

	/** The constructor of a record that has no parameters of its own. */
	private static boolean isCompact(MethodTree method, ClassTree type) {
		return type.getKind() == Tree.Kind.RECORD && method.getReturnType() == null;
	}

	private static boolean isConstantOf(VariableTree field, ClassTree type) {
		return type.getKind() == Tree.Kind.ENUM && field.getModifiers().getFlags().contains(Modifier.STATIC)
				&& field.getModifiers().getFlags().contains(Modifier.PUBLIC)
				&& field.getType().toString().equals(type.getSimpleName().toString());
	}

	private void comment(TreePath path, String indent) {
		DocCommentTree comment = this.docs.getDocCommentTree(path);
		if (comment == null || comment.getFirstSentence().isEmpty()) {
			return;
		}
		String sentence = comment.getFirstSentence()
			.stream()
			.map(Object::toString)
			.collect(Collectors.joining())
			.replaceAll("\\{@(?:link|linkplain)\\s+[^\\s}(]+(?:\\([^)]*\\))?\\s+([^}]*)}", "$1")
			.replaceAll("\\{@\\w+\\s+#?([^}]*)}", "$1")
			.replaceAll("</?\\w+>", "")
			.replaceAll("(?<=\\w)#(?=\\w)", ".")
			.replaceAll("\\s+", " ")
			.strip();
		this.lines.add(indent + "// " + sentence);
	}

}
