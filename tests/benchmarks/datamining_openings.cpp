// Data Mining? as a careful contestant would send it: one run from each opening, and an opening that an
// earlier run cleared is passed over, since it can do no better. A run is undone by what it settled, so it
// costs its own size, not the board's. Reads boards in the judge format, prints what remains.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int rows, cols;
string mined;                         // per cell: 'M' or '.'
vector<int> mines, flags, covered;    // per cell: how many of its neighbours
vector<char> mark;                    // 0 covered, 1 cleared, 2 flagged
vector<int> work, trail;              // cleared cells whose rules are to be tried; cells settled

template <class Do>
void around(int cell, Do visit) {
    int r = cell / cols, c = cell % cols;
    for (int y = max(r - 1, 0); y <= min(r + 1, rows - 1); y++)
        for (int x = max(c - 1, 0); x <= min(c + 1, cols - 1); x++)
            if (int n = y * cols + x; n != cell) visit(n);
}

void settle(int cell, char how) {
    mark[cell] = how;
    trail.push_back(cell);
    if (how == 1) work.push_back(cell);
    around(cell, [&](int n) {
        covered[n]--;
        if (how == 2) flags[n]++;
        if (mark[n] == 1) work.push_back(n);
    });
}

void undo() {
    for (int cell : trail) {
        bool flag = mark[cell] == 2;
        mark[cell] = 0;
        around(cell, [&](int n) {
            covered[n]++;
            if (flag) flags[n]--;
        });
    }
}

int cleared_from(int start) {
    int cleared = 1;
    work.clear();
    trail.clear();
    settle(start, 1);
    while (!work.empty()) {
        int cell = work.back();
        work.pop_back();
        bool clear = flags[cell] == mines[cell];
        if (!covered[cell] || (!clear && flags[cell] + covered[cell] != mines[cell])) continue;
        around(cell, [&](int n) {
            if (mark[n]) return;
            settle(n, clear ? 1 : 2);
            cleared += clear;
        });
    }
    return cleared;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    while (cin >> rows >> cols && rows) {
        mined.clear();
        for (int r = 0; r < rows; r++) {
            string line;
            cin >> line;
            mined += line;
        }
        int cells = rows * cols, safe = count(mined.begin(), mined.end(), '.'), best = min(safe, 1);
        mines.assign(cells, 0);
        covered.assign(cells, 0);
        flags.assign(cells, 0);
        mark.assign(cells, 0);
        for (int cell = 0; cell < cells; cell++)
            around(cell, [&](int n) {
                covered[cell]++;
                mines[cell] += mined[n] == 'M';
            });
        vector<char> passed(cells);
        for (int cell = 0; cell < cells; cell++) {
            if (mined[cell] == 'M' || mines[cell] || passed[cell]) continue;
            best = max(best, cleared_from(cell));
            undo();
            for (int one : trail) passed[one] = 1;
        }
        cout << safe - best << '\n';
    }
}
