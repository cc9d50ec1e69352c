// 4 at a time: odds
// OpenGL 2.1 has no operators on bits

// 1 at a time: odds.1
// OpenGL 2.1 has no operators on bits

// 1 at a time: odds.2
// OpenGL 2.1 has no operators on bits

