// For tests: the honest server of table.ts with a game of Euchre by the real rules.

import type { TableView } from "../../gen/protocol/TableView";
import type { RulesInstance } from "../../rules-module/instance";
import type { Request } from "../../rules-module/protocol";
import { moduleRules, startModule } from "../../rules-module/testing/module";
import type { Outcome, Step } from "../file";
import { answer, type Luck } from "../luck";
import { type Page, TestTable } from "./table";

interface SentEvent {
  to: { seats: number[]; spectators: boolean };
  event: unknown;
}
interface Turn {
  chance?: Luck;
  seats?: { must: number[]; window: { id: number } };
  over?: Outcome;
}
interface Change {
  events: SentEvent[];
  turn: Turn;
}

export class RealTable extends TestTable {
  override game = "euchre";
  #rules: RulesInstance = startModule();
  #turn: Turn = {};

  /** Two people and two bots, whose moves follow from nothing: only the rules are honest here. */
  constructor({ bots = 0 } = {}) {
    super({ people: 4 - bots, bots });
    this.rules = moduleRules();
    const { options } = this.#ask<{ options: Record<string, unknown> }>({ cmd: "open", game: "euchre", options: { target: 5 } });
    this.options = options;
  }

  #ask<T>(request: Request): T {
    const found = this.#rules.ask(request);
    if ("error" in found) throw new Error(`${JSON.stringify(request)}: ${found.error.text}`);
    return found.ok as T;
  }

  override begin(): void {
    const { turn } = this.#ask<Change>({ cmd: "open", game: "euchre", options: this.options, seats: 4, host: 0 });
    this.#turn = turn;
    const statuses = this.seats.flatMap(({ player_id }, seat): Step[] => (player_id === null ? [{ status: [seat, "bot"] }] : []));
    this.#advance([], statuses);
  }

  /** Plays a step by the rules, with every chance that it leads to. */
  override happen(steps: (Step | Luck)[]): number {
    this.#advance(steps as Step[], []);
    return this.version;
  }

  #advance(before: Step[], after: Step[]): void {
    const play = this.play!;
    this.version += 1;
    const [steps, sent]: [Step[], SentEvent[]] = [[], []];
    const take = (step: Step, request: Request) => {
      const { events, turn } = this.#ask<Change>(request);
      steps.push(step);
      sent.push(...events);
      this.#turn = turn;
    };
    for (const step of before) take(step, requestOf(step));
    while (this.#turn.chance) {
      const luck = this.#turn.chance;
      const drawn = answer(play.keys.luck, play.chances++, luck);
      take({ chance: { luck, drawn } }, { cmd: "chance", drawn });
    }
    for (const step of after) take(step, requestOf(step));
    if (this.#turn.over) {
      this.state = "finished";
      this.outcome = this.#turn.over;
    }
    const act = steps.find((step) => "act" in step);
    this.log(steps, (viewer) => this.#shown(viewer, sent, act ? act.act[0] : null));
  }

  #shown(viewer: number, sent: SentEvent[], acted: number | null): Omit<TableView, "version" | "link"> {
    const isSeat = viewer < this.seats.length;
    const { view } = this.#ask<{ view: { open: { phase: string } } }>({ cmd: "view", viewer: isSeat ? { seat: viewer } : "spectator" });
    const events = sent.filter(({ to }) => (isSeat ? to.seats.includes(viewer) : to.spectators)).map(({ event }) => event);
    return {
      view,
      legal: isSeat ? this.#legal(viewer) : [],
      more: false,
      events,
      acted: events.length > 0 ? acted : null,
      revealed: ["deal_over", "finished"].includes(view.open.phase),
    };
  }
  #legal(seat: number): unknown[] {
    return this.#ask<{ actions: unknown[] }>({ cmd: "legal", seat }).actions;
  }

  /** The time of whoever is asked runs out. */
  timeOut(): void {
    this.happen([{ expire: this.#turn.seats!.window.id }]);
  }
  /** The seat that is asked. */
  get asked(): number {
    return this.#turn.seats!.must[0]!;
  }

  /** Plays on, everybody the first legal move, until the game is over or for `moves` moves. */
  playOn(moves = Infinity): void {
    for (let made = 0; made < moves && this.#turn.seats; made++) {
      const seat = this.#turn.seats.must[0]!;
      const action = this.#legal(seat)[0];
      const page: Page | undefined = this.pages.find((one) => one.seat === seat);
      if (page) page.act(action);
      else this.happen([{ act: [seat, action] }]);
    }
  }
}

function requestOf(step: Step): Request {
  if ("act" in step) return { cmd: "act", seat: step.act[0], action: step.act[1] };
  if ("expire" in step) return { cmd: "expire", window: step.expire };
  if ("status" in step) return { cmd: "status", seat: step.status[0], status: step.status[1] };
  throw new Error(`not for these tests: ${JSON.stringify(step)}`);
}
