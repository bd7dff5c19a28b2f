export type LessonNow = "read" | "try" | "watch" | "done";
