package user;

import greeter.inner.Words;

final class User {
  final String text = Words.hello(Words.Kind.LONG);
}
