package features;

import static java.lang.Math.max;
import static java.util.Map.entry;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

class Base {
  protected int size = 1;
  private String secret = "base";

  protected Base() {}

  protected Base(int size) {
    this.size = size;
  }

  protected String name(Object... parts) {
    return secret + parts.length;
  }

  static class Nested {
    int depth;

    Nested deeper() {
      Nested result = new Nested();
      result.depth = depth + 1;
      return result;
    }
  }

  class Member {
    int twice() {
      return size * 2;
    }
  }
}

interface Greeter {
  String greet(String name);

  default String greetAll(Collection<? extends CharSequence> names) {
    StringBuilder all = new StringBuilder();
    for (CharSequence name : names) {
      if (all.length() > 0) all.append(", ");
      all.append(greet(name.toString()));
    }
    return all.toString();
  }

  static Greeter polite() {
    return name -> "Dear " + name;
  }
}

final class Classes extends Base implements Greeter {
  private static final Map<String, Integer> SIZES;
  private final int[] cells;
  private final String label;
  private Base.Nested nested = new Base.Nested();

  static {
    Map<String, Integer> sizes = new LinkedHashMap<>();
    sizes.put("one", 1);
    SIZES = Collections.unmodifiableMap(sizes);
  }

  Classes(String label) {
    super(label.length());
    int count = max(size, 3);
    cells = new int[count];
    this.label = label;
  }

  Classes() {
    this("default");
  }

  @Override
  protected String name(Object... parts) {
    String own = super.name(parts, size);
    return own.concat(label);
  }

  @Override
  public String greet(String name) {
    final String greeting;
    if (name == null) {
      greeting = "Hello";
    } else {
      greeting = String.format("Hello %s%n", name);
    }
    return greeting;
  }

  String both() {
    String first = Greeter.super.greetAll(SIZES.keySet());
    Greeter anonymous =
        new Greeter() {
          private int greeted;

          @Override
          public String greet(String name) {
            greeted++;
            String text = Classes.this.greet(name) + greeted;
            return text + count(name);
          }

          private int count(String name) {
            return name.length() + cells.length;
          }
        };
    return first + anonymous.greet("you");
  }

  int members() {
    Base.Member member = this.new Member();
    Classes other = new Classes("other");
    int sum = other.new Member().twice() + member.twice();
    nested = nested.deeper().deeper();
    sum += nested.depth;
    sum -= -cells[0] + +size;
    cells[sum & 1] += sum++ % 7;
    Map.Entry<String, Integer> pair = entry("key", sum);
    return pair.getValue().intValue() > 0 ? pair.getKey().hashCode() : ~sum;
  }

  Object generic(Map<? super String, ? extends Collection<Integer>> input) {
    Collection<Integer> numbers = input.get("numbers");
    Iterable<? extends Number> iterable = numbers;
    for (Number number : iterable) {
      double value = number.doubleValue();
      if (value != value || value > 1e3f) {
        return Double.valueOf(value);
      }
    }
    Class<?> type = input.getClass();
    Object array = new String[][] {{"a", label}, {}};
    boolean same = type == Map.class | array instanceof Object[];
    char letter = same ? 'x' : '\u0041';
    return letter + "" + (char) (letter + 1) + null;
  }

  static long factorial(int n) {
    if (n <= 1) return 1;
    long result = n * factorial(n - 1);
    if (result < 0) throw new ArithmeticException("overflow at " + n);
    return result;
  }
}
