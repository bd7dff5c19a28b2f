// The pages about what was played, fetched together: each is small.

import type { Component } from "svelte";
import HistoryPage from "./HistoryPage.svelte";
import LeaderboardPage from "./LeaderboardPage.svelte";
import PrivacyPage from "./PrivacyPage.svelte";

export const pages: Record<"history" | "leaderboard" | "privacy", Component> = {
  history: HistoryPage,
  leaderboard: LeaderboardPage,
  privacy: PrivacyPage,
};
