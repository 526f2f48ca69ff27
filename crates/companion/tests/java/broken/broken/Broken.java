package broken;

final class Broken {
  int number = "not a number";
}
