import type { LessonNow } from "./LessonNow";
export type LessonView = { told: string[], steps: number, now: LessonNow, };
