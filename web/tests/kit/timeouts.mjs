// Timeouts that follow the speed of the machine. A fixed piece of work is timed at the start and again every few seconds
// while journeys run, so a build that starts later makes the journeys wait longer instead of making them fail.

/** How long the fixed work takes on the machine that the base values below were chosen on, in milliseconds. */
const NOMINAL_MS = 12;
/** No page takes longer to show that it has felt a press. */
const BASE_REACTION_MS = 5_000;
const BASE_SHORT_MS = 20_000;
const BASE_LONG_MS = 60_000;
/** How often the machine is measured again. */
const INTERVAL_MS = 3_000;
/** How many measurements count. */
const KEPT = 20;

/** A machine that is slower than this is not waited for. */
const MOST = 10;

const measured = [];
const followers = new Set();
let worst = 1;
let timer;

/** Runs the fixed work and returns how long it took. */
function measure() {
  const began = performance.now();
  let sum = 0;
  for (let i = 0; i < 6_000_000; i += 1) sum = (sum * 31 + i) | 0;
  const took = performance.now() - began;
  // The sum is used, or an optimiser could leave the work out.
  return took + (sum === 0.5 ? 1 : 0);
}

function remember(took) {
  measured.push(took / NOMINAL_MS);
  if (measured.length > KEPT) measured.shift();
  worst = Math.max(worst, timeout.factor);
  for (const follow of followers) follow();
}

export const timeout = {
  /** How much slower the machine is than the nominal one; never less than 1. */
  get factor() {
    if (measured.length === 0) return 1;
    // The mean of the slower half: one measurement alone may have been unlucky.
    const slow = measured.toSorted((a, b) => b - a).slice(0, Math.ceil(measured.length / 2));
    return Math.min(MOST, Math.max(1, slow.reduce((sum, one) => sum + one, 0) / slow.length));
  },
  /** The largest factor so far. */
  get worst() {
    return worst;
  },
  /** For the first sign of a reaction to a press. */
  get reaction() {
    return Math.round(BASE_REACTION_MS * this.factor);
  },
  /** For something that follows at once on an idle machine. */
  get short() {
    return Math.round(BASE_SHORT_MS * this.factor);
  },
  /** For something that takes seconds on an idle machine: a game clock, an analysis. */
  get long() {
    return Math.round(BASE_LONG_MS * this.factor);
  },
};

/** Measures the machine now, and from now on until `stop`. Returns the factor at the start. */
export function calibrate() {
  measure();
  for (let i = 0; i < 5; i += 1) remember(measure());
  let due = performance.now() + INTERVAL_MS;
  timer = setInterval(() => {
    // A timer that comes late is a sign of a busy machine, too.
    const late = Math.max(0, performance.now() - due) / 1000;
    due = performance.now() + INTERVAL_MS;
    remember(measure() + late * NOMINAL_MS);
  }, INTERVAL_MS);
  timer.unref();
  return timeout.factor;
}

export const stop = () => clearInterval(timer);

/** Calls `set` with the short timeout now and whenever it changes. Returns a function that ends this. */
export function follow(set) {
  const update = () => set(timeout.short);
  followers.add(update);
  update();
  return () => followers.delete(update);
}
