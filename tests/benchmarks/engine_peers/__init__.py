"""Who plays in the benchmark of the rules: Gatepress and its peers, each by the calls of its own library.

Every loop has the same shape: ask for the moves, count a decision if there are two or more, choose one with
``moves[int(random() * len(moves))]``, make it. What a library does not ask of its users is not done for it.
"""
