package outside;

import com.sun.tools.javac.comp.Insider;

final class Outsider {
  final Class<?> insider = Insider.class;
}
