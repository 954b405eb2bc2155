/** Throws when something that must hold does not. The message is for the developer who reads the report. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`);
}
