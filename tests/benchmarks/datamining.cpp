// Data Mining? as a good contestant would send it: clear every safe cell in turn, follow both rules
// with a work queue, print the least number of covered safe cells. Reads boards in the judge format.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int rows, cols;
vector<string> board;
vector<int> mines, flags, covered;  // per cell: how many of its neighbours
vector<char> mark;                  // 0 covered, 1 cleared, 2 flagged
vector<int> work;                   // cleared cells whose rules are to be tried

void settle(int cell, char how) {
    mark[cell] = how;
    int r = cell / cols, c = cell % cols;
    for (int y = max(r - 1, 0); y <= min(r + 1, rows - 1); y++)
        for (int x = max(c - 1, 0); x <= min(c + 1, cols - 1); x++) {
            int n = y * cols + x;
            covered[n]--;
            if (how == 2) flags[n]++;
            if (mark[n] == 1) work.push_back(n);
        }
}

int remaining(int start, int safe, const vector<int>& around) {
    fill(mark.begin(), mark.end(), 0);
    fill(flags.begin(), flags.end(), 0);
    covered = around;
    work.clear();
    settle(start, 1);
    safe--;
    while (!work.empty()) {
        int cell = work.back();
        work.pop_back();
        bool clear = flags[cell] == mines[cell];
        if (!covered[cell] || (!clear && flags[cell] + covered[cell] != mines[cell])) continue;
        int r = cell / cols, c = cell % cols;
        for (int y = max(r - 1, 0); y <= min(r + 1, rows - 1); y++)
            for (int x = max(c - 1, 0); x <= min(c + 1, cols - 1); x++)
                if (int n = y * cols + x; !mark[n]) {
                    settle(n, clear ? 1 : 2);
                    safe -= clear;
                }
    }
    return safe;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    while (cin >> rows >> cols && rows) {
        board.resize(rows);
        for (string& line : board) cin >> line;
        int cells = rows * cols, safe = 0;
        vector<int> around(cells);
        mines.assign(cells, 0);
        flags.resize(cells);
        mark.resize(cells);
        for (int cell = 0; cell < cells; cell++) {
            int r = cell / cols, c = cell % cols;
            safe += board[r][c] != 'M';
            for (int y = max(r - 1, 0); y <= min(r + 1, rows - 1); y++)
                for (int x = max(c - 1, 0); x <= min(c + 1, cols - 1); x++) {
                    around[cell]++;
                    if (board[y][x] == 'M') mines[cell]++;
                }
        }
        int best = safe;
        for (int cell = 0; cell < cells; cell++)
            if (board[cell / cols][cell % cols] != 'M') best = min(best, remaining(cell, safe, around));
        cout << best << '\n';
    }
}
