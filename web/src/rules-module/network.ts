/** What browsers that tell say about the network. */
export interface Network {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether a megabyte more is all right. A browser that does not tell is taken at its best. */
export function isGoodConnection({ saveData = false, effectiveType = "4g" }: Network = {}): boolean {
  return !saveData && effectiveType === "4g";
}
