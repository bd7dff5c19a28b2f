/** A line of the log. */
export interface Line {
  number: number;
  text: string;
  /** The version to ask about, where somebody may be asked why they did it. */
  why: number | null;
}
