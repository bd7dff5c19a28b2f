// Waiting for something in a unit test ends when it is there. The second that the libraries allow is too short on a machine
// that builds something else meanwhile.

import { configure } from "@testing-library/svelte";
import { vi } from "vitest";

const TIMEOUT_MS = 30_000;

configure({ asyncUtilTimeout: TIMEOUT_MS });
const { waitFor } = vi;
vi.waitFor = (condition, options = TIMEOUT_MS) => waitFor(condition, options);
