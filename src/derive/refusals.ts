/** Whose requests were refused: people first, as their mistakes are what is looked for among the retries of controllers. */
import type { ApiServerAnswer, ConflictRow } from '../protocol/protocol.ts';

export interface RefusedClient {
  readonly client: string;
  /** Of the refusals that the room has. */
  readonly count: number;
}

/** Programs of the control plane and of nodes; whoever else asks is a person, or stands for one. */
const isPerson = (client: string): boolean => !/^(?:kube-|kubelet\b)/.test(client);

/** People first, then who was refused most. @param chosen is listed even where it has none; "" = nobody is */
export function refusedClients(conflicts: readonly ConflictRow[], chosen: string): readonly RefusedClient[] {
  const counts = new Map<string, number>(chosen === '' ? [] : [[chosen, 0]]);
  for (const { client } of conflicts) counts.set(client, (counts.get(client) ?? 0) + 1);
  return [...counts]
    .map(([client, count]) => ({ client, count }))
    .sort((a, b) => Number(isPerson(b.client)) - Number(isPerson(a.client)) || b.count - a.count);
}

/** @param client "" = all */
export function refusedTo(answer: ApiServerAnswer, client: string): ApiServerAnswer {
  if (client === '') return answer;
  return { ...answer, conflicts: answer.conflicts.filter((row) => row.client === client) };
}
