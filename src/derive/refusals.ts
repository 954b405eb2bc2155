/** Whose requests were refused: people first, as their mistakes are what is looked for among the retries of controllers. */
import type { ApiServerAnswer } from '../protocol/protocol.ts';

type RefusedClient = ApiServerAnswer['refusedBy'][number];

/** Programs of the control plane and of nodes; whoever else asks is a person, or stands for one. */
const isPerson = (client: string): boolean => !/^(?:kube-|kubelet\b)/.test(client);

/** People first, then who was refused most. @param chosen is listed even where it has none; "" = nobody is */
export function refusedClients(counts: readonly RefusedClient[], chosen: string): readonly RefusedClient[] {
  const missing = chosen !== '' && !counts.some(({ client }) => client === chosen);
  return [...counts, ...(missing ? [{ client: chosen, count: 0 }] : [])].sort(
    (a, b) => Number(isPerson(b.client)) - Number(isPerson(a.client)) || b.count - a.count,
  );
}

/** Of this client only, while an answer about everybody still stands. @param client "" = all */
export function refusedTo(answer: ApiServerAnswer, client: string): ApiServerAnswer {
  if (client === '') return answer;
  return { ...answer, conflicts: answer.conflicts.filter((row) => row.client === client) };
}

/** How many refusals a client had. @param client "" = all */
export const refusedCountOf = ({ refused, refusedBy }: ApiServerAnswer, client: string): number =>
  client === '' ? refused : (refusedBy.find((row) => row.client === client)?.count ?? 0);
