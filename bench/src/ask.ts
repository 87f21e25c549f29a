import type { Explanation, Flag, Hit, RetrieverName, Principal, RecipeName, RouteInput } from '@cairn/contracts';
import type { RouteCaller } from '@cairn/ports';
import type { Query } from './data-set.ts';
import type { View } from './views.ts';

/** How every question of a run is put. */
export interface Manner {
  readonly recipe: RecipeName;
  readonly explain: boolean;
}

/** A recall's or a message search's answer, as far as both say the same. */
export interface Answered {
  readonly hits: readonly Hit[];
  readonly confidence: number;
  readonly degraded: readonly RetrieverName[];
  readonly flags: readonly Flag[];
  readonly reason?: string | undefined;
  readonly explain?: Explanation | undefined;
}

/** As deep as the product answers. */
export const DEPTH = 100;

/** Questions under way at once: stores and model work on threads of their own. Answers do not depend on it. */
export const AT_ONCE = 4;

/** The conversation that a question may reach in a view, or undefined for every one. */
export const reachOf = (query: Query, { reach }: View): string | undefined =>
  reach === 'own' ? query.conversation : undefined;

/**
 * Puts a question to the product as its users do: messages alone by message search, all else by recall. A retriever that did
 * not answer ends the run, since its figures would be wrong.
 */
export async function ask(
  { api, principal }: { readonly api: RouteCaller; readonly principal: Principal },
  text: string,
  { over }: Pick<View, 'over'>,
  channel: string | undefined,
  manner: Manner,
): Promise<Answered> {
  const asked = { query: text, channel, limit: DEPTH, minScore: 0, ...manner };
  const answered =
    over === 'messages'
      ? await searchMessages(api, principal, asked)
      : await api.call('recall', principal, { body: { ...asked, over } });
  if (answered.degraded.length > 0) throw new Error(`no answer from ${answered.degraded.join(' and ')} to: ${text}`);
  return answered;
}

async function searchMessages(
  api: RouteCaller,
  principal: Principal,
  body: RouteInput<'searchMessages'>['body'],
): Promise<Answered> {
  const { results, ...rest } = await api.call('searchMessages', principal, { body });
  return { hits: results, ...rest };
}

/** How far anything stored is about what was asked, 0-1: what `explain` says, which also counts what was left out. */
export const topicalityOf = ({ explain, hits }: Answered): number => explain?.topicality ?? hits[0]?.similarity ?? 0;

/** Whether nobody would get a hit: the bench asks for the nearest even of a foreign topic, which is flagged then. */
export const isLeftEmpty = ({ hits, flags }: Answered): boolean =>
  hits.length === 0 || flags.some(({ code }) => code === 'foreign-topic');
