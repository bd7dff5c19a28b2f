#!/usr/bin/env python3
"""Replays random Euchre hands in `aboveboard engine` and in OpenSpiel, and compares every step.

Two programs that share no line of code are given the same deals and the same random legal actions. At
every step the player to act, the phase and the set of legal actions must agree, and at the end the points.
docs/engine.md describes how the two write cards and actions.

    python3 -m venv venv && venv/bin/pip install open_spiel
    cargo build --release
    venv/bin/python bench/referee/euchre_openspiel.py --hands 2000

Exit code 0: all hands agree. 1: some do not; each disagreement is printed with the requests that lead to it.
2: wrong arguments. OpenSpiel is used as a referee of rules only.
"""

import argparse
import json
import random
import subprocess
import sys
import time

try:
    import pyspiel
except ImportError:
    sys.exit("OpenSpiel is not installed: pip install open_spiel")

RANKS = ["9", "10", "J", "Q", "K", "A"]
SUITS = "cdhs"

# Ours over the preset `openspiel`; theirs as parameters of the game.
VARIANTS = {
    "openspiel": ({}, {}),
    "stick_the_dealer=off": ({"stick_the_dealer": "off"}, {"stick_the_dealer": False}),
    "defend_alone=any": ({"defend_alone": "any"}, {"allow_lone_defender": True}),
}

PHASES = {
    "bid1": "BIDDING",
    "bid2": "BIDDING",
    "discard": "DISCARD",
    "alone_choice": "GO_ALONE",
    "defend_choice": "GO_ALONE",
    "trick": "PLAY",
}


class Disagreement(Exception):
    """The two programs say different things about one hand."""


class Engine:
    """One `aboveboard engine`, spoken to in JSON lines."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self.requests = []

    def ask(self, **request):
        line = json.dumps(request)
        self.requests.append(line)
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "ok" not in answer:
            raise Disagreement(f"the engine refuses {line}: {answer['error']}")
        return answer["ok"]

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def card_number(card):
    return RANKS.index(card[:-1]) * 4 + SUITS.index(card[-1])


def action_number(action, up_card):
    """Our action as OpenSpiel's integer."""
    if action == "pass":
        return 24
    (kind, fields), = action.items()
    if kind in ("play", "discard"):
        return card_number(fields["card"])
    if kind == "order":
        return 25 + SUITS.index(up_card[-1])
    if kind == "name":
        return 25 + SUITS.index(fields["suit"])
    if kind in ("alone", "defend"):
        return 29 if fields["yes"] else 30
    raise Disagreement(f"an action without a number: {action}")


def deal_ours(engine, options, dealer, deal):
    engine.requests.clear()
    engine.ask(cmd="open", game="euchre", preset="openspiel", options=options)
    engine.ask(cmd="chance", drawn={"roll": [dealer]})
    return engine.ask(cmd="chance", drawn={"shuffle": deal})


def deal_theirs(game, dealer, deal):
    state = game.new_initial_state()
    state.apply_action(dealer)
    for card in deal[:21]:
        state.apply_action(card)
    return state


def points(events):
    """What the deal brought to seats 0+2 and 1+3, once it is over; `None` while it runs."""
    for told in events:
        event = told["event"]
        if event == "redeal":
            return [0, 0]
        if isinstance(event, dict) and "scored" in event:
            scored = event["scored"]
            return [scored["points"] if side == scored["side"] else 0 for side in (0, 1)]
    return None


def must_equal(what, ours, theirs):
    if ours != theirs:
        raise Disagreement(f"{what}: ours {ours}, theirs {theirs}")


def replay(engine, game, options, rng):
    """One hand in both programs; returns it as a record."""
    dealer = rng.randrange(4)
    deal = rng.sample(range(24), 24)
    answer = deal_ours(engine, options, dealer, deal)
    state = deal_theirs(game, dealer, deal)
    up_card = RANKS[deal[20] // 4] + SUITS[deal[20] % 4]
    hand = {"dealer": dealer, "deal": deal, "players": [], "phases": [], "legal": [], "actions": []}
    scored = None
    while not state.is_terminal():
        must_equal("the hand is over", scored is not None, False)
        (seat,) = answer["turn"]["seats"]["must"]
        must_equal("player", seat, state.current_player())
        phase = engine.ask(cmd="view", viewer="spectator")["view"]["open"]["phase"]
        must_equal(f"phase ({phase})", PHASES[phase], state.current_phase().name)
        listed = engine.ask(cmd="legal", seat=seat)
        must_equal("list", listed["listed"], "all")
        ours = {action_number(action, up_card): action for action in listed["actions"]}
        must_equal("number of actions", len(listed["actions"]), len(ours))
        theirs = sorted(state.legal_actions())
        must_equal("legal actions", sorted(ours), theirs)
        choice = rng.choice(theirs)
        answer = engine.ask(cmd="act", seat=seat, action=ours[choice])
        state.apply_action(choice)
        scored = points(answer["events"])
        for key, value in [("players", seat), ("phases", phase), ("legal", theirs), ("actions", choice)]:
            hand[key].append(value)
    returns = [int(r) for r in state.returns()]
    # Zero-sum for them; for us the side that scored has its points and the other side none.
    must_equal("points", scored, [max(returns[0], 0), max(returns[1], 0)])
    hand["returns"] = returns
    return hand


def compare(engine, name, hands, seed, write):
    options, parameters = VARIANTS[name]
    game = pyspiel.load_game("euchre", parameters)
    rng = random.Random(f"{seed} {name}")
    wrong = steps = 0
    clock = time.monotonic()
    for number in range(hands):
        try:
            hand = replay(engine, game, options, rng)
        except Disagreement as reason:
            wrong += 1
            print(f"{name}, hand {number}: {reason}")
            if wrong <= 3:
                print("  " + "\n  ".join(engine.requests))
            continue
        steps += len(hand["actions"])
        if write:
            write.write(json.dumps({"variant": name, "options": options, **hand}, separators=(",", ":")) + "\n")
    seconds = time.monotonic() - clock
    print(f"{name}: {hands - wrong} of {hands} hands agree ({steps} steps, {seconds:.1f} s)")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--engine", default="target/release/aboveboard", help="the binary (default: %(default)s)")
    parser.add_argument("--hands", type=int, default=2000, help="hands per variant (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same hands")
    parser.add_argument("--variant", action="append", choices=list(VARIANTS), help="default: all of them")
    parser.add_argument("--write", metavar="FILE", help="write every hand that agrees as a line of JSON")
    args = parser.parse_args()
    if args.hands < 1:
        parser.error("--hands must be at least 1")

    engine = Engine(args.engine)
    variants = args.variant or list(VARIANTS)
    write = open(args.write, "w", encoding="utf-8") if args.write else None
    wrong = sum(compare(engine, name, args.hands, args.seed, write) for name in variants)
    engine.close()
    if write:
        write.close()
    total = args.hands * len(variants)
    print(f"{total} hands agree" if wrong == 0 else f"{wrong} of {total} hands disagree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
