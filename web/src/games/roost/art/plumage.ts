// What each species wears: one row per species, whose second name is cut after four letters, with its family, eight colours
// (body, belly, cap, mask, wing, bar, beak, legs) and its marks, each with a colour. Colours have three digits.

import type { Species } from "../../../gen/roost/Species";
import type { FamilyName } from "./families";

/** On the head; on the body; and parts that are not of the colour of the rest. */
const MARKS =
  "crest fan tufts quills stripe brow line moustache cheek bib shield eye collar spots bars streaks patch shoulder tip tail far";
export const markNames: readonly string[] = MARKS.split(" ");
export type Marks = Readonly<Record<string, string>>;

const PARTS = ["body", "belly", "cap", "mask", "wing", "bar", "beak", "legs"] as const;
export type Colours = Record<(typeof PARTS)[number], string>;

/** Colours as in "#fed". */
export interface Plumage {
  family: FamilyName;
  colours: Colours;
  marks: Marks;
}

const ROWS = `
Dendrocopos majo pecker 223 fed b23 fed 223 fff 333 655 line:223 patch:fdd
Sitta euro round 79b ea6 79b fff 68a 579 455 a75 line:223 tail:468
Regulus regu round 9a6 eeb 233 cda 675 eec 333 765 stripe:fb2
Loxia curv finch c43 d65 b32 c54 643 854 554 654
Garrulus glan crow c97 dba ba8 dba 322 4ae 333 a87 moustache:222 tail:222 stripe:865
Strix aluc owl 865 db9 643 eca 542 754 da4 986 eye:432 streaks:643
Buceros bico hornbill 223 fff ed9 223 223 fff fb4 555 tip:fd6 tail:eee collar:ed9
Harpia harp raptor 889 eef bbc bbc 445 667 333 ec4 crest:556 bib:445 eye:fc6
Scolopax rust woodcock a75 dc9 754 ca8 853 532 a87 a87 bars:865 stripe:432
Bonasa umbe grouse a86 edb 875 ca8 975 643 665 987 crest:654 bars:865 tail:b87
Strix nebu owl 998 ccc 887 eee 776 554 dc4 888 eye:fd3 streaks:665
Melanerpes form pecker 223 fff c23 fec 223 445 333 777 eye:fff moustache:223
Bombycilla garr song b98 cba a75 222 887 fd4 333 444 crest:a75 tail:fc3 bib:222
Dryocopus mart pecker 223 334 d23 223 223 334 edb 777 eye:ffc
Pernis apiv raptor 754 edc 889 889 643 421 444 eb4 bars:864 eye:fc3
Steatornis cari oilbird 954 b86 743 864 743 532 da8 ca9 spots:fff
Oriolus orio song fc2 fd5 fc2 fd4 223 fd5 b54 667 line:223
Archilochus colu hummingbird 4a6 eee 4a6 c23 475 688 222 333 far:688 collar:fff
Phylloscopus sibi song 9a5 fff 9a5 ee7 783 cc6 876 ba7 brow:fe6 line:675
Alauda arve song a86 fed 975 dc9 864 ca8 876 b98 crest:975 streaks:754
Perdix perd game 998 bbb a75 d84 865 d95 887 997 patch:743
Crex crex game a86 cb9 975 9ab b63 754 ca8 ca9 streaks:865 brow:9ab
Otis tard bustard b74 fff aab bbc c84 fff 888 887 collar:b63 moustache:fff
Sagittarius serp secretary bbc cde bbc e73 99a 222 778 eb8 quills:222
Athene cuni burrow 976 ec9 865 edc 865 754 cb7 a97 eye:fd3 spots:fed
Tyto alba barn db8 fff ca6 fff ca7 edc dcb cb9 eye:222 spots:876
Upupa epop hoopoe d95 dba d95 d95 222 fff 333 666 fan:d84 tail:222
Coracias garr roller 5bc 7cd 5bc 6bc b63 24a 222 a95 line:234 tail:37a
Lanius coll shrike c87 fdc 9ab 222 953 742 333 444 tail:222
Linaria cann finch a75 edc a98 a97 853 754 666 765 patch:c34 stripe:c34 tail:432
Falco tinn falcon c85 fdb 89a edb b63 532 333 ec4 spots:743 moustache:556 tail:89a
Melopsittacus undu parrot 7c3 8d4 fe4 fe6 9b3 332 ba5 99a cheek:45c tail:359
Sturnella negl starling a87 fd3 754 fe6 876 cb9 888 ca9 bib:222 brow:fe9 streaks:865
Buteo swai raptor 643 fed 543 edb 432 654 444 ec4 bib:743
Bubo scan owl eee fff fff fff ddd aaa 333 eee eye:fc2 bars:aab
Ardea cine heron abb eff 234 eff 789 567 ea3 a98 crest:234 streaks:445
Alcedo atth fisher 28b e73 17a fff 168 5cd 222 d43 cheek:e73
Cinclus cinc dipper 443 743 643 fff 433 544 333 555 bib:fff brow:643
Tachybaptus rufi grebe 543 a87 332 a42 432 654 333 455 cheek:ee6
Pandion hali raptor 754 fff fff 432 543 764 222 9ab eye:fd4 bib:b98
Anas plat duck bba a98 175 175 988 25b eb3 e83 collar:fff tail:eee patch:743
Somateria moll eider fff 222 222 222 eee fff 9a7 987 cheek:9c9 tail:222
Phoenicopterus rose flamingo fbc fcd fbc fbc e78 d45 f9a e78 tip:222 eye:fe6
Thalasseus sand tern eee fff 222 fff bcc 999 222 222 tip:fd4 far:abb crest:222
Fratercula arct puffin 223 fff 223 eee 334 fd6 e63 e73 tip:568
Phalacrocorax carb cormorant 233 344 233 fda 443 221 a98 333 eye:2c9 patch:eee
Botaurus stel bittern b85 dc9 432 ca7 a74 532 a95 9a6 streaks:742
Gallinula chlo grebe 445 556 334 445 543 fff fc3 9a4 shield:d32 tail:eee
Acrocephalus scir warbler a85 edc 975 ca9 864 975 887 998 brow:eda
Panurus biar reedling d95 edc 9ab 9ab c84 fff fb4 333 moustache:222
Haematopus ostr wader 223 fff 223 223 223 fff e52 e89 eye:e33
Balaeniceps rex shoebill 789 9ab 678 789 678 567 ca8 445 eye:ffc tip:985
Circus aeru soar a75 853 ed9 dca 643 aab 333 ec4 tail:aab far:754
Pelecanus occi pelican 987 543 fe9 fff 888 655 ba8 444 tip:d96 eye:cef
Diomedea exul albatross fff fff fff fff 334 889 fba ecc far:445
Buteo bute raptor 643 dcb 643 754 532 754 444 ec4 streaks:643 collar:a86
Turdus phil song 976 fed 865 cb9 865 a97 766 ca9 spots:432
Turdus pila song 9ab fdb 9ab 9ab 853 743 ec4 543 spots:332 tail:222
Carduelis card finch ca7 fed 222 c23 222 fc3 edc ca9 cheek:fff
Sturnus vulg starling 334 335 425 446 343 865 ec5 a76 spots:dca stripe:264
Asio otus owl b86 db9 754 d95 754 654 444 ca8 tufts:543 eye:f83 streaks:643
Caprimulgus euro nightjar 988 aa9 776 ba9 765 dcb 444 444 bars:776
Ciconia cico stork fff fff fff fff eee 222 d42 d42 eye:222
Vanellus vane plover 364 fff 223 eee 375 648 222 b65 crest:223 collar:223
Numenius arqu curlew b97 edc a86 cba a86 765 654 889 streaks:865
Agelaius phoe song 223 223 223 223 223 fc3 333 333 shoulder:d32
Hirundo rust swallow 236 fed 236 b42 225 358 222 222 far:336 collar:236
Bucephala clan duck fff fff 253 253 222 fff 333 ea4 cheek:fff eye:fd3
Aix spon duck 853 eda 264 425 336 fff d54 d95 collar:fff crest:264 eye:d33 brow:fff
Remiz pend round c97 edc ccc 222 a53 dba 444 445 tail:432
Corvus coro crow 223 334 223 223 234 456 222 333
Corvus cora raven 223 334 223 334 224 447 222 333 far:335
Falco pere falcon 678 eee 345 fff 567 456 ec4 ec4 moustache:345 bars:778
Apus apus swift 432 543 432 ba9 321 543 222 222 far:543
Cuculus cano cuckoo 9ab fff 9ab 9ab 789 678 443 ec4 bars:667 eye:fc3 tail:567
Troglodytes trog wren a64 ca8 954 ca8 953 642 876 b87 brow:edb bars:864
Bubo bubo owl a74 ca6 643 b85 742 532 333 a85 tufts:432 eye:f72 streaks:421
Milvus migr kite 643 754 aa9 aa9 532 875 333 ec4 far:532
Melospiza melo finch a86 fee 864 cba 853 975 888 ca9 streaks:743 moustache:743
Cathartes aura soar 322 433 d44 d44 322 bbb edc 988 far:433 tail:655
`;

function parse(row: string): [latin: string, plumage: Plumage] {
  const [genus, species, family, ...rest] = row.split(/\s+/);
  const colours = Object.fromEntries(PARTS.map((part, i) => [part, `#${rest[i]}`])) as Colours;
  const marks: Record<string, string> = {};
  for (const mark of rest.slice(PARTS.length)) {
    const [name, colour] = mark.split(":");
    marks[name!] = `#${colour}`;
  }
  return [`${genus} ${species}`, { family: family as FamilyName, colours, marks }];
}

/** A scientific name as the rows have it. */
export const nameOf = (latin: string): string => latin.replace(/( \w{4}).*/, "$1");

/** By scientific name. */
export const PLUMAGE: ReadonlyMap<string, Plumage> = new Map(ROWS.trim().split("\n").map(parse));
/** The first species of each genus stands for those of other decks. */
const BY_GENUS = new Map([...PLUMAGE].toReversed().map(([latin, plumage]) => [latin.split(" ")[0]!, plumage]));

/** A species of this deck that one of another deck may look like. */
function lookalike({ wingspan_cm, foods, habitats, nest }: Species): string {
  const wet = habitats.includes("wetland");
  if (foods.includes("rodent") && wingspan_cm > 60) return nest === "cavity" ? "Strix aluco" : "Buteo buteo";
  if (wet && foods.includes("fish")) {
    if (wingspan_cm > 110) return "Ardea cinerea";
    return wingspan_cm > 60 ? "Thalasseus sandvicensis" : "Alcedo atthis";
  }
  if (wet && wingspan_cm > 45) return nest === "ground" ? "Numenius arquata" : "Anas platyrhynchos";
  if (nest === "ground" && wingspan_cm > 40) return "Perdix perdix";
  if (wingspan_cm > 80) return "Corvus corone";
  return foods.includes("seed") ? "Linaria cannabina" : "Phylloscopus sibilatrix";
}

/** Returns what a species wears: its own row, that of its genus, or that of a bird that lives as it does. */
export function plumageOf(species: Species): Plumage {
  const of = (latin: string) => PLUMAGE.get(nameOf(latin));
  return of(species.latin) ?? BY_GENUS.get(species.latin.split(" ")[0]!) ?? of(lookalike(species))!;
}
