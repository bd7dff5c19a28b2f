// OpenSpiel's information-set tree search as a Euchre player for bench/referee/euchre_match.py.
//
// OpenSpiel's own worlds keep the true kitty and the dealer's true discard. With `fair` the search is the same, but its
// worlds are drawn from what the seat can know: all deals and discards that explain what was seen are equally likely.
//
//     ismcts_euchre fair|kitty SIMULATIONS SEED
//
// One request a line: the hand so far as OpenSpiel's actions, chance included. The answer: the action of whose turn it is.
// build_ismcts.sh builds it.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "open_spiel/algorithms/is_mcts.h"
#include "open_spiel/algorithms/mcts.h"
#include "open_spiel/spiel.h"

namespace {

using open_spiel::Action;
using open_spiel::Game;
using open_spiel::Player;
using open_spiel::State;

constexpr int kSeats = 4;
constexpr int kHand = 5;
constexpr int kCards = 24;
constexpr int kUp = 1 + kSeats * kHand;  // The up-card's place in the history, after the dealer and the hands.
constexpr int kFirstSuit = 25;           // Calling clubs, diamonds, hearts, spades.
constexpr int kJack = 2;
constexpr int kNobody = -1;

int Suit(int card, int trump) {
  const bool left_bower = card / 4 == kJack && card % 4 == 3 - trump;
  return left_bower ? trump : card % 4;
}

// What one seat knows in the middle of a hand.
struct Knowledge {
  int dealer = 0;
  int up = 0;
  int trump = kNobody;
  bool picked_up = false;
  int discard_at = kNobody;              // Its place in the history.
  std::array<int, kCards> dealt{};       // To whom, where this seat knows it.
  std::array<int, kSeats> hidden{};      // How many cards in each seat's hand are unknown.
  std::array<std::array<bool, 4>, kSeats> lacks{};
  bool up_with_dealer = false;           // Picked up and not seen since.
};

// Reads only what `seat` may see: its own cards, the up-card, the calls and the cards on the table.
Knowledge Look(const std::vector<Action>& history, Player seat) {
  Knowledge known;
  known.dealer = static_cast<int>(history[0]);
  known.dealt.fill(kNobody);
  for (int i = 1; i < kUp; ++i) {
    const int to = (known.dealer + i - 1) % kSeats;
    if (to == seat) known.dealt[history[i]] = to;
  }
  known.up = static_cast<int>(history[kUp]);

  const size_t begin = kUp + 1;
  size_t at = begin;
  while (at < history.size() && history[at] < kFirstSuit) ++at;  // Passes.
  for (int p = 0; p < kSeats; ++p) known.hidden[p] = p == seat ? 0 : kHand;
  if (at == history.size()) return known;

  known.trump = static_cast<int>(history[at]) - kFirstSuit;
  const int maker = (known.dealer + 1 + static_cast<int>(at - begin)) % kSeats;
  known.picked_up = at - begin < kSeats;
  known.up_with_dealer = known.picked_up && known.dealer != seat;
  ++at;
  if (known.picked_up) known.discard_at = static_cast<int>(at++);
  if (at >= history.size()) return known;
  const int out = history[at++] == 29 ? (maker + 2) % kSeats : kNobody;  // Alone.

  int turn = (known.dealer + 1) % kSeats;
  if (turn == out) turn = (turn + 1) % kSeats;
  const int table = out == kNobody ? kSeats : kSeats - 1;
  std::vector<std::pair<int, int>> trick;  // Seats and their cards.
  const auto strength = [&](int card, int led) {
    const int rank = card / 4;
    if (rank == kJack && card % 4 == known.trump) return 100;
    if (rank == kJack && Suit(card, known.trump) == known.trump) return 99;
    if (card % 4 == known.trump) return 50 + rank;
    return card % 4 == led ? rank : -1;
  };
  for (; at < history.size(); ++at) {
    const int card = static_cast<int>(history[at]);
    if (turn != seat) {
      --known.hidden[turn];
      if (known.picked_up && card == known.up) known.up_with_dealer = false;
      else known.dealt[card] = turn;
    }
    if (!trick.empty()) {
      const int led = Suit(trick[0].second, known.trump);
      if (Suit(card, known.trump) != led) known.lacks[turn][led] = true;
    }
    trick.emplace_back(turn, card);
    if (static_cast<int>(trick.size()) == table) {
      const int led = Suit(trick[0].second, known.trump);
      turn = std::max_element(trick.begin(), trick.end(), [&](auto a, auto b) {
               return strength(a.second, led) < strength(b.second, led);
             })->first;
      trick.clear();
    } else {
      do turn = (turn + 1) % kSeats; while (turn == out);
    }
  }
  return known;
}

// A world: all unseen cards placed at random where they can be, until no seat holds a suit it lacks.
std::unique_ptr<State> FairWorld(const Game& game, const std::vector<Action>& history, Player seat, std::mt19937& rng) {
  const Knowledge known = Look(history, seat);
  const bool discard_hidden = known.discard_at != kNobody && known.dealer != seat &&
                              known.discard_at < static_cast<int>(history.size());
  std::vector<int> unseen;
  for (int card = 0; card < kCards; ++card) {
    const bool with_dealer = card == known.up && known.up_with_dealer && discard_hidden;
    if (known.dealt[card] == kNobody && (card != known.up || with_dealer)) unseen.push_back(card);
  }
  std::array<int, kCards> dealt;
  int discard = kNobody;
  for (bool found = false; !found;) {
    std::shuffle(unseen.begin(), unseen.end(), rng);
    dealt = known.dealt;
    found = true;
    size_t next = 0;
    for (int p = 0; p < kSeats; ++p) {
      for (int i = 0; i < known.hidden[p]; ++i) {
        const int card = unseen[next++];
        if (known.trump != kNobody && known.lacks[p][Suit(card, known.trump)]) found = false;
        if (card == known.up) {
          if (p != known.dealer) found = false;
        } else {
          dealt[card] = p;
        }
      }
    }
    if (discard_hidden) {
      discard = unseen[next++];
      if (discard == known.up) found = false;
      dealt[discard] = known.dealer;
    }
    // The rest is the kitty, where the up-card cannot be.
    for (; next < unseen.size(); ++next) {
      if (unseen[next] == known.up) found = false;
    }
  }

  std::array<std::vector<int>, kSeats> hands;
  for (int card = 0; card < kCards; ++card) {
    if (dealt[card] != kNobody) hands[dealt[card]].push_back(card);
  }
  std::unique_ptr<State> world = game.NewInitialState();
  world->ApplyAction(known.dealer);
  for (int i = 0; i < kSeats * kHand; ++i) {
    auto& hand = hands[(known.dealer + i) % kSeats];
    world->ApplyAction(hand.back());
    hand.pop_back();
  }
  for (size_t i = kUp; i < history.size(); ++i) {
    world->ApplyAction(discard_hidden && static_cast<int>(i) == known.discard_at ? discard : history[i]);
  }
  return world;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string worlds = argc == 4 ? argv[1] : "";
  if (worlds != "fair" && worlds != "kitty") {
    std::cerr << "usage: ismcts_euchre fair|kitty SIMULATIONS SEED\n";
    return 2;
  }
  const int simulations = std::atoi(argv[2]);
  const int seed = std::atoi(argv[3]);
  std::shared_ptr<const Game> game = open_spiel::LoadGame("euchre");
  auto playouts = std::make_shared<open_spiel::algorithms::RandomRolloutEvaluator>(1, seed);
  open_spiel::algorithms::ISMCTSBot bot(seed, playouts, 2.0, simulations, open_spiel::algorithms::kUnlimitedNumWorldSamples,
                                        open_spiel::algorithms::ISMCTSFinalPolicyType::kMaxVisitCount, false, false);
  std::mt19937 rng(seed);
  int drawn = 0;
  if (worlds == "fair") {
    bot.SetResampler([&](const State& state, Player seat, std::function<double()>) {
      auto world = FairWorld(*game, state.History(), seat, rng);
      // Sometimes only: checking every world would take longer than searching it.
      if (++drawn % 64 == 0 && world->InformationStateString(seat) != state.InformationStateString(seat)) {
        std::cerr << "a world that the seat can tell from the truth:\n" << state.ToString() << "\n" << world->ToString();
        std::abort();
      }
      return world;
    });
  }
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream actions(line);
    auto state = game->NewInitialState();
    for (Action action; actions >> action;) state->ApplyAction(action);
    std::cout << bot.Step(*state) << std::endl;
  }
}
