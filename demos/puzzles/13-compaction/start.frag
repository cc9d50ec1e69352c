input float records;
input float ranks;
output float kept;

void main() {
    kept = fetch(records, here());
}
