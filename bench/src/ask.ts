import type { Explanation, Flag, Hit, RetrieverName, RecipeName, RouteInput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import type { RouteCaller } from '@cairn/ports';
import type { Query } from './data-set.ts';
import type { View } from './views.ts';

/** Options of every question in a run. */
export interface Manner {
  readonly recipe: RecipeName;
  readonly explain: boolean;
}

/** Common fields of the answers of recall and message search. */
export interface Answered {
  readonly hits: readonly Hit[];
  readonly confidence: number;
  readonly degraded: readonly RetrieverName[];
  readonly flags: readonly Flag[];
  readonly reason?: string | undefined;
  readonly explain?: Explanation | undefined;
}

/** Maximum depth of the product's answers. */
export const DEPTH = 100;

/** Number of parallel questions: stores and model use threads of their own. Answers do not depend on it. */
export const AT_ONCE = 4;

/** Conversation to which a view restricts a question; undefined for all. */
export const reachOf = (query: Query, { reach }: View): string | undefined =>
  reach === 'own' ? query.conversation : undefined;

/**
 * Asks the product as its users do: by message search for messages alone, else by recall. A retriever that did not answer
 * ends the run, since its figures would be wrong.
 */
export async function ask(
  { api, principal }: { readonly api: RouteCaller; readonly principal: Principal },
  text: string,
  { sources }: Pick<View, 'sources'>,
  channel: string | undefined,
  manner: Manner,
): Promise<Answered> {
  const asked = { query: text, channel, limit: DEPTH, minScore: 0, ...manner };
  const answered =
    sources === 'messages'
      ? await searchMessages(api, principal, asked)
      : await api.call('recall', principal, { body: { ...asked, sources } });
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

/** Topic relevance of the stored texts, 0-1, as `explain` reports it, including left-out hits. */
export const topicalityOf = ({ explain, hits }: Answered): number => explain?.topicality ?? hits[0]?.similarity ?? 0;

/** True if a user would get no hit: the bench asks for the nearest hits even of a foreign topic, which are then flagged. */
export const isLeftEmpty = ({ hits, flags }: Answered): boolean =>
  hits.length === 0 || flags.some(({ code }) => code === 'foreign-topic');
