#!/usr/bin/env python3
"""Plays Euchre hands between `aboveboard` and OpenSpiel's tree search, with OpenSpiel as the referee.

Every deal is played twice, so that each side gets each pair of hands. OpenSpiel deals, says whose turn it is, what is
legal and what the hand was worth; `aboveboard engine` is given the same hand and chooses for its seats from their views.

    python3 -m venv venv && venv/bin/pip install open_spiel
    cargo build --release
    venv/bin/python bench/referee/euchre_match.py --level hard --simulations 1000 --deals 500

The opponent is OpenSpiel's own search, whose worlds keep the true kitty. `--opponent "ismcts_euchre fair 1000 1"` plays
against another program that answers a line of OpenSpiel's actions with the next one; `ismcts_euchre.cc` beside this file
is such a program, the same search in worlds that the seat cannot tell apart. `build_ismcts.sh` builds it.

Prints the mean of our points per hand, with its 95 % interval over deals, as JSON in the last line.
"""

import argparse
import json
import math
import random
import shlex
import subprocess
import sys
import time

from euchre_openspiel import Disagreement, Engine, action_number, deal_ours, deal_theirs, must_equal, pyspiel, RANKS, SUITS


class OwnSearch:
    """OpenSpiel's search as it comes: it knows the kitty and the dealer's discard."""

    def __init__(self, simulations, seed):
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        most_visited = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        self.bot = pyspiel.ISMCTSBot(seed, evaluator, 2.0, simulations, -1, most_visited, False, False)
        self.name = f"OpenSpiel ISMCTS, {simulations} simulations"

    def choose(self, state):
        return self.bot.step(state)


class Program:
    """Another program, asked line by line."""

    def __init__(self, command):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.name = command

    def choose(self, state):
        self.process.stdin.write(" ".join(map(str, state.history())) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"{self.name} has ended")
        return int(answer)


def play(engine, game, opponent, level, dealer, deal, ours, rng):
    """One hand, `ours` being seats 0 and 2 or 1 and 3; returns our points less theirs."""
    answer = deal_ours(engine, {}, dealer, deal)
    state = deal_theirs(game, dealer, deal)
    up_card = RANKS[deal[20] // 4] + SUITS[deal[20] % 4]
    while not state.is_terminal():
        (seat,) = answer["turn"]["seats"]["must"]
        must_equal("player", seat, state.current_player())
        listed = {action_number(action, up_card): action for action in engine.ask(cmd="legal", seat=seat)["actions"]}
        must_equal("legal actions", sorted(listed), sorted(state.legal_actions()))
        if len(listed) == 1:
            (choice,) = listed
        elif seat % 2 == ours:
            chosen = engine.ask(cmd="choose", seat=seat, level=level, seed=rng.getrandbits(48))
            choice = action_number(chosen["action"], up_card)
        else:
            choice = opponent.choose(state)
        answer = engine.ask(cmd="act", seat=seat, action=listed[choice])
        state.apply_action(choice)
    return state.returns()[ours]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--engine", default="target/release/aboveboard", help="the binary (default: %(default)s)")
    parser.add_argument("--level", default="hard", help="the level of our bot (default: %(default)s)")
    parser.add_argument("--simulations", type=int, default=1000, help="of OpenSpiel's search, per decision (default: %(default)s)")
    parser.add_argument("--opponent", metavar="COMMAND", help="another program instead of OpenSpiel's own search")
    parser.add_argument("--deals", type=int, default=100, help="each is played twice (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same deals")
    parser.add_argument("--csv", metavar="FILE", help="write both results of every deal")
    args = parser.parse_args()
    if args.deals < 2:
        parser.error("--deals must be at least 2")

    engine = Engine(args.engine)
    game = pyspiel.load_game("euchre")
    opponent = Program(args.opponent) if args.opponent else OwnSearch(args.simulations, args.seed)
    rng = random.Random(f"match {args.seed}")
    csv = open(args.csv, "w", encoding="utf-8") if args.csv else None
    total = squares = 0.0
    began = told = time.monotonic()
    for number in range(1, args.deals + 1):
        dealer = rng.randrange(4)
        deal = rng.sample(range(24), 24)
        try:
            first, second = (play(engine, game, opponent, args.level, dealer, deal, ours, rng) for ours in (0, 1))
        except Disagreement as reason:
            sys.exit(f"deal {number}: {reason}\n  " + "\n  ".join(engine.requests))
        mean_of_deal = (first + second) / 2
        total += mean_of_deal
        squares += mean_of_deal**2
        if csv:
            csv.write(f"{number},{first:g},{second:g}\n")
            csv.flush()
        if time.monotonic() - told > 20 or number == args.deals:
            told = time.monotonic()
            mean = total / number
            error = math.sqrt(max(squares / number - mean**2, 0) / number)
            print(f"{number} of {args.deals} deals, {mean:+.3f} ±{1.96 * error:.3f}, {told - began:.0f} s", file=sys.stderr)
    engine.close()
    print(
        json.dumps(
            {"a": args.level, "b": opponent.name, "deals": args.deals, "seed": args.seed, "mean": round(mean, 4), "ci95": round(1.96 * error, 4)}
        )
    )


if __name__ == "__main__":
    main()
