package features;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;

sealed interface Shape permits Circle, Square, Group {
  double area();

  default Shape doubled() {
    Group group = new Group(List.of(this, this));
    return group;
  }
}

record Circle(double radius) implements Shape {
  static final Circle UNIT = new Circle(1);

  Circle {
    if (radius < 0) {
      throw new IllegalArgumentException("radius " + radius);
    }
  }

  @Override
  public double area() {
    double squared = radius * radius;
    return Math.PI * squared;
  }
}

record Square(double side) implements Shape {
  Square(int side) {
    this((double) side);
  }

  @Override
  public double area() {
    return side() * side;
  }
}

record Group(List<Shape> members) implements Shape {
  @Override
  public double area() {
    double sum = 0;
    for (Shape member : members) {
      sum += member.area();
    }
    return sum;
  }
}

enum Level {
  LOW(1) {
    @Override
    int weight(int factor) {
      int product = base * factor;
      return product;
    }
  },
  HIGH(10);

  final int base;

  Level(int base) {
    this.base = base;
  }

  int weight(int factor) {
    return switch (this) {
      case LOW -> factor;
      case HIGH -> {
        int doubled = factor * 2;
        yield doubled + base;
      }
    };
  }
}

abstract class Modern<K, V extends Number> implements Iterable<V>, Closeable {
  private static int opened;
  protected final K key;
  private final List<V> values;

  Modern(K key, List<V> values) {
    this.key = Objects.requireNonNull(key);
    this.values = new ArrayList<>(values);
    opened++;
  }

  Modern(K key) {
    this(key, List.of());
  }

  abstract V parse(String text) throws NumberFormatException;

  static String classify(Object value, Level level) {
    if (value instanceof String text && !text.isBlank()) {
      return text.strip();
    }
    if (!(value instanceof Shape shape)) {
      return "other";
    }
    String size =
        switch (level) {
          case LOW -> "low " + shape.area();
          case HIGH -> {
            if (shape instanceof Circle circle) {
              yield "circle " + circle.radius();
            }
            yield "high";
          }
        };
    var block = """
        shape "%s"
          of size \
        %s
        """;
    return block.formatted(shape, size);
  }

  int read(Reader source) throws IOException {
    int lines = 0;
    try (BufferedReader reader = new BufferedReader(source);
        Closeable other = () -> opened--) {
      String line;
      while ((line = reader.readLine()) != null) {
        if (line.startsWith("#")) continue;
        values.add(parse(line));
        lines++;
      }
      other.close();
    } catch (NumberFormatException | IllegalStateException failure) {
      throw new IOException("line " + lines, failure);
    } finally {
      opened = Math.max(opened, 0);
    }
    return lines;
  }

  @Override
  public Iterator<V> iterator() {
    return new Iterator<V>() {
      private int next = 0;

      @Override
      public boolean hasNext() {
        int size = values.size();
        return next < size && peek().isPresent();
      }

      private Optional<V> peek() {
        V value = values.get(next);
        return Optional.ofNullable(value);
      }

      @Override
      public V next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return values.get(next++);
      }
    };
  }

  long total(int[][] table, char kind) {
    long total = 0L;
    outer:
    for (int[] row : table) {
      for (int i = 0, last = row.length - 1; i <= last; i++) {
        if (row[i] < 0) {
          break outer;
        } else if (row[i] == 0) {
          continue outer;
        }
        total += (long) row[i] << 1;
      }
    }
    switch (kind) {
      case 'a':
      case 'b':
        total = -total;
        break;
      case 'c': {
        int bits = 0x1F & (int) total;
        total ^= ~bits >>> 2;
      }
      default:
        total = total > 0 ? total : 0;
    }
    do {
      total--;
    } while (total > 1_000_000L);
    return total;
  }

  Modern<K, Integer> nested(K other) {
    record Pair<A, B>(A first, B second) {
      static <A> Pair<A, A> twice(A value) {
        return new Pair<>(value, value);
      }
    }
    class Inner extends Modern<K, Integer> {
      private final Pair<K, K> pair;

      Inner(K key) {
        super(key);
        pair = new Pair<>(key, Modern.this.key);
      }

      @Override
      Integer parse(String text) {
        K first = pair.first();
        return Integer.valueOf(text) + first.hashCode() + Modern.this.values.size();
      }

      @Override
      public void close() {
        synchronized (Modern.this) {
          opened -= Pair.twice(1).second();
        }
      }
    }
    Modern<K, Integer> inner = new Inner(other);
    try {
      inner.read(new StringReader("1\n2"));
    } catch (IOException | RuntimeException e) {
      throw new AssertionError(e.getMessage(), e);
    }
    return inner;
  }

  @SafeVarargs
  static <E> List<E> listOf(E first, E... rest) {
    List<E> list = new ArrayList<E>(rest.length + 1);
    list.add(first);
    for (E element : rest) list.add(element);
    int count = rest.length;
    Object[] copy = count > 0 ? rest.clone() : new Object[] {first, count};
    return copy instanceof String[] ? List.of() : list;
  }
}
