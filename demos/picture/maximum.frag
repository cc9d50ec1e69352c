input float light;
output float largest;

void main() {
  index x = 2 * here_x();
  index y = 2 * here_y();
  float a = clamped(light, x, y);
  float b = clamped(light, x + 1, y);
  float c = clamped(light, x, y + 1);
  float d = clamped(light, x + 1, y + 1);
  largest = max(max(a, b), max(c, d));
}
