package later;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/** What Java got between 18 and 25. */
final class Later {
  sealed interface Shape permits Circle, Square, Group {}

  record Circle(double radius) implements Shape {}

  record Square(double side, String name) implements Shape {
    Square {
      if (side < 0) {
        throw new IllegalArgumentException(name + " has a negative side");
      }
      name = name.strip();
    }
  }

  record Group(List<Shape> parts, Pair<Integer, String> label) implements Shape {}

  record Pair<A, B>(A first, B second) {
    <C> Pair<A, C> with(Function<? super B, ? extends C> change) {
      return new Pair<>(first, change.apply(second));
    }
  }

  static double area(Shape shape) {
    return switch (shape) {
      case Circle(double radius) -> Math.PI * radius * radius;
      case Square(double side, _) when side > 100 -> {
        double large = side / 10;
        yield large * large * 100;
      }
      case Square square -> square.side() * square.side();
      case Group(List<Shape> parts, Pair<Integer, String>(var count, String label)) -> {
        double sum = 0;
        for (Shape part : parts) {
          sum += area(part);
        }
        yield label.isEmpty() ? sum : sum * count;
      }
    };
  }

  static String describe(Object value) {
    String text =
        switch (value) {
          case null -> "nothing";
          case Integer number when number > 10 -> "many: " + number;
          case Integer number -> "few: " + Integer.toString(number);
          case String string -> string.formatted().repeat(2);
          case int[] numbers -> "numbers " + numbers.length;
          case Pair<?, ?>(String left, var right) -> left + "/" + right;
          default -> value.getClass().getSimpleName();
        };
    if (value instanceof Pair<?, ?>(Pair<?, ?>(var inner, _), String outer) && inner != null) {
      return outer.concat(inner.toString());
    }
    return text;
  }

  private static final Comparator<Shape> BY_AREA =
      new Comparator<>() {
        @Override
        public int compare(Shape left, Shape right) {
          return Double.compare(area(left), area(right));
        }
      };

  private final String title;
  private final int size;

  Later(String title, int size) {
    // Statements may stand before the call of another constructor.
    int checked = Math.max(size, 1);
    String shown = title == null ? "untitled" : title;
    this.size = checked;
    super();
    this.title = shown;
  }

  Later(List<String> words) {
    var first = words.isEmpty() ? "none" : words.getFirst();
    this(first, words.size());
  }

  List<Shape> sorted(Map<String, ? extends Shape> shapes) {
    List<Shape> all = new ArrayList<>();
    for (var _ : shapes.keySet()) {
      all.addFirst(new Circle(size));
    }
    BiFunction<String, Shape, Integer> count = (_, shape) -> shape instanceof Circle _ ? 1 : 0;
    int circles = 0;
    for (Map.Entry<String, ? extends Shape> entry : shapes.entrySet()) {
      circles += count.apply(entry.getKey(), entry.getValue());
    }
    try {
      Integer.parseInt(title);
    } catch (NumberFormatException _) {
      all.add(new Square(circles, title));
    }
    all.sort(BY_AREA.reversed());
    return all.reversed();
  }
}
