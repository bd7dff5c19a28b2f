#!/bin/sh
# Builds ismcts_euchre.cc with the few parts of OpenSpiel that it needs.
#
#     build_ismcts.sh SOURCE TARGET
#
# SOURCE: OpenSpiel 2.0.2, unpacked (pip download --no-deps --no-binary :all: open_spiel==2.0.2, or its repository with
# the abseil-cpp and json it asks for in place). TARGET: a folder for what is built. Needs g++ and a few minutes.
set -eu
[ $# -eq 2 ] || { echo "usage: build_ismcts.sh SOURCE TARGET" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$1" && pwd)
spiel=$source/open_spiel
abseil=$spiel/abseil-cpp
[ -f "$spiel/algorithms/is_mcts.cc" ] || { echo "there is no OpenSpiel in $source" >&2; exit 2; }
mkdir -p "$2"
cd "$2"

# 1 FILE: compiles it unless it is there.
compile() {
  object=$(echo "${1#"$spiel"/}" | tr / _).o
  [ -f "$object" ] || g++ -std=c++17 -O3 -DNDEBUG -I"$source" -I"$abseil" -I"$spiel/json/include" -c "$1" -o "$object"
}

parts="spiel game_parameters spiel_utils spiel_bots observer action_view policy simultaneous_move_game matrix_game
  tensor_game canonical_game_strings utils/usage_logging utils/status utils/file algorithms/is_mcts algorithms/mcts
  games/euchre/euchre"
for part in $parts; do compile "$spiel/$part.cc"; done
folders="base strings hash random synchronization time numeric debugging container crc types status profiling"
for folder in $folders; do
  find "$abseil/absl/$folder" -name '*.cc' | grep -v -E 'test|benchmark|mock|gentables|scoped_set_env|matchers'
done > abseil.txt
while read -r file; do compile "$file"; done < abseil.txt
rm -f libspiel.a
ar rcs libspiel.a ./*.cc.o
g++ -std=c++17 -O3 -DNDEBUG -I"$source" -I"$abseil" -I"$spiel/json/include" "$here/ismcts_euchre.cc" \
  -Wl,--whole-archive libspiel.a -Wl,--no-whole-archive -lpthread -o ismcts_euchre
echo "$(pwd)/ismcts_euchre"
