// level_counted: level, for devices whose loops cannot end early.
bool higher = true;
for (index k = 0; k < 13; k++) {
    higher = higher && here() >= first + level;
    first += higher ? level : 0;
    level = higher ? quotient(level + 3, 4) : level;
    elements *= higher ? 4 : 1;
}
