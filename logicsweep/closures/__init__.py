"""Where a player ends, without a trace: the casual closure from one start, every start, many boards."""
