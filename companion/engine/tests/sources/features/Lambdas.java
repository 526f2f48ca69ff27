package features;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

class Lambdas<T extends Comparable<T>> {
  private final List<T> items = new ArrayList<>();
  private Function<T, String> naming = item -> item.toString();
  private int counter;

  /** The values of fields hold blocks, too. */
  private static final Comparator<String> BY_LENGTH =
      new Comparator<String>() {
        private final int weight = 2;

        @Override
        public int compare(String left, String right) {
          int difference = left.length() - right.length();
          return difference == 0 ? BY_LENGTH.hashCode() % weight : difference * weight;
        }
      }.reversed();

  private final Function<List<T>, String> shown =
          list -> {
            StringBuilder text = new StringBuilder();
            for (T item : list) {
              text.append(this.naming.apply(item)).append(counter++);
            }
            return text.toString();
          },
      other = list -> "other";

  {
    String title = shown.apply(items);
    counter = title.length() + BY_LENGTH.compare(title, "title");
  }

  interface Visitor<R> {
    R visit(Lambdas<?> node, int depth) throws Exception;
  }

  static void run(Consumer<String> consumer) {
    consumer.accept("plain");
  }

  static int run(Function<String, Integer> function) {
    return function.apply("plain");
  }

  static <A, B> B convert(A value, Function<? super A, ? extends B> by) {
    return by.apply(value);
  }

  Map<String, List<T>> grouped(Predicate<? super T> wanted) {
    Map<String, List<T>> groups = new HashMap<>();
    items.stream()
        .filter(wanted.and(item -> item != null))
        .forEach(
            item -> groups.computeIfAbsent(naming.apply(item), key -> new ArrayList<>()).add(item));
    return groups;
  }

  List<String> sorted() {
    Comparator<T> order = (left, right) -> left.compareTo(right);
    return items.stream()
        .sorted(order.reversed().thenComparing(Comparator.naturalOrder()))
        .map(T::toString)
        .map(text -> {
          String trimmed = text.trim();
          if (trimmed.isEmpty()) {
            return "empty";
          }
          counter++;
          return trimmed + counter;
        })
        .collect(Collectors.toList());
  }

  int submit(ExecutorService executor) throws Exception {
    executor.submit(() -> {
      counter++;
      return;
    });
    int answer = executor.submit(() -> {
      int local = counter + 1;
      return local * 2;
    }).get();
    Callable<Integer> later = () -> answer;
    Runnable nothing = () -> {};
    nothing.run();
    return later.call();
  }

  void overloads() {
    run(text -> {
      String copy = text;
      System.out.println(copy.length());
    });
    int length = run(text -> {
      int size = text.length();
      return size + 1;
    });
    run((String text) -> text.length() > length ? 1 : 0);
    BiFunction<Integer, Integer, Integer> sum = (a, b) -> a + b;
    Function<Integer, Function<Integer, Integer>> curried = a -> b -> sum.apply(a, b);
    counter += curried.apply(1).apply(length);
    Supplier<Supplier<String>> nested = () -> () -> "deep" + counter;
    String deep = nested.get().get();
    Object boxed = (Runnable & java.io.Serializable) () -> counter--;
    assert boxed != null : deep;
  }

  <R> R walk(Visitor<R> visitor, boolean twice) throws Exception {
    R first = visitor.visit(this, 0);
    Visitor<R> again = twice ? (node, depth) -> visitor.visit(node, depth + 1) : null;
    return again == null ? first : again.visit(this, counter);
  }

  Comparator<Map.Entry<String, T>> byValue() {
    return Map.Entry.<String, T>comparingByValue().reversed();
  }

  static String describe(Map<String, ? extends List<? super Integer>> map) {
    StringBuilder out = new StringBuilder();
    map.forEach((key, list) -> out.append(key).append('=').append(list.size()).append('\n'));
    for (Map.Entry<String, ? extends List<? super Integer>> entry : map.entrySet()) {
      Object first = entry.getValue().isEmpty() ? null : entry.getValue().get(0);
      String shown = convert(first, value -> value == null ? "none" : value.getClass().getName());
      out.append(shown);
    }
    return out.toString();
  }

  Supplier<int[]> arrays() {
    Function<Integer, int[]> make = int[]::new;
    Supplier<ArrayList<T>> list = ArrayList::new;
    int size = list.get().size();
    return () -> {
      int[] numbers = make.apply(size + 3);
      numbers[0] = size;
      return numbers;
    };
  }
}
