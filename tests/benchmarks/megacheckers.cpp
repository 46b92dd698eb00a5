// MegaCheckers as contestants send it: plain backtracking over the jumps of every own piece.
// The yardstick of bench_puzzles.py; reads the statement's input, prints its output.
#include <algorithm>
#include <cstdio>

static int rows, cols, piece[64][64];

static bool inside(int row, int col) { return 0 <= row && row < rows && 0 <= col && col < cols; }

static int captures(int row, int col) {
    int best = 0;
    for (int dr = -1; dr <= 1; dr += 2)
        for (int dc = -1; dc <= 1; dc += 2) {
            int land_row = row + 2 * dr, land_col = col + 2 * dc;
            if (!inside(land_row, land_col) || piece[land_row][land_col] != 0) continue;
            int &over = piece[row + dr][col + dc];
            if (over != 2) continue;
            over = 3;
            best = std::max(best, 1 + captures(land_row, land_col));
            over = 2;
        }
    return best;
}

int main() {
    while (std::scanf("%d %d", &rows, &cols) == 2 && rows) {
        for (int row = 0; row < rows; row++)
            for (int col = row % 2; col < cols; col += 2)
                if (std::scanf("%d", &piece[row][col]) != 1) return 1;
        int best = 0;
        for (int row = 0; row < rows; row++)
            for (int col = row % 2; col < cols; col += 2)
                if (piece[row][col] == 1) {
                    piece[row][col] = 0;
                    best = std::max(best, captures(row, col));
                    piece[row][col] = 1;
                }
        std::printf("%d\n", best);
    }
}
