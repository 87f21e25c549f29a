import { ask, AT_ONCE, isLeftEmpty, topicalityOf, type Manner } from './ask.ts';
import { auroc } from './auroc.ts';
import type { DataSet } from './data-set.ts';
import type { Asked, ViewResult } from './quality-run.ts';
import { atOnce } from './speed-statistics.ts';
import type { View } from './views.ts';

/** Ability of topicality to distinguish a question to its own conversation from the same question to a foreign one. */
export interface ForeignTopic {
  readonly n: number;
  readonly auroc: number | undefined;
  /** Share of foreign questions without a hit, unless they request the nearest. */
  readonly leftEmpty: number;
  /** Same share for own questions, the cost of the threshold. */
  readonly ownLeftEmpty: number;
}

/** Maps each conversation to the next one by name, the last to the first. Empty for a single one. */
export function neighbours(conversations: Iterable<string>): Map<string, string> {
  const ordered = [...new Set(conversations)].sort();
  if (ordered.length < 2) return new Map();
  return new Map(ordered.map((name, at) => [name, ordered[(at + 1) % ordered.length]!]));
}

/** Session views send the searches of message views, so they are not measured twice. */
export const hasForeign = ({ reach, bySession }: View): boolean => reach === 'own' && !bySession;

/** Asks each question also in the next conversation. Undefined when there is only one. */
export async function measureForeignTopic(
  asked: Asked,
  data: DataSet,
  { answers, judgements }: ViewResult,
  view: View,
  manner: Manner,
): Promise<ForeignTopic | undefined> {
  const next = neighbours(conversationsOf(data, view));
  const own = new Map(answers.map((answer) => [answer.id, answer]));
  const pairs = await atOnce(AT_ONCE, data.queries, async ({ id, query, conversation }) => {
    const answer = own.get(id);
    const neighbour = next.get(conversation);
    if (!answer || neighbour === undefined || !judgements.has(id)) return [];
    const foreign = await ask(asked, query, view, neighbour, manner);
    return {
      home: { topicality: answer.topicality, isEmpty: answer.isLeftEmpty },
      foreign: { topicality: topicalityOf(foreign), isEmpty: isLeftEmpty(foreign) },
    };
  });
  const both = pairs.flat();
  if (both.length === 0) return undefined;
  return foreignTopicOf(
    both.map(({ home }) => home),
    both.map(({ foreign }) => foreign),
  );
}

const conversationsOf = ({ messages, memories }: DataSet, { sources }: View): string[] =>
  [...(sources === 'memories' ? [] : messages.values()), ...(sources === 'messages' ? [] : memories.values())].map(
    ({ conversation }) => conversation,
  );

interface Topicality {
  readonly topicality: number;
  readonly isEmpty: boolean;
}

function foreignTopicOf(home: readonly Topicality[], foreign: readonly Topicality[]): ForeignTopic {
  const valuesOf = (answers: readonly Topicality[]) => answers.map(({ topicality }) => topicality);
  const emptyOf = (answers: readonly Topicality[]) => answers.filter(({ isEmpty }) => isEmpty).length / answers.length;
  return {
    n: home.length,
    auroc: auroc(valuesOf(home), valuesOf(foreign)),
    leftEmpty: emptyOf(foreign),
    ownLeftEmpty: emptyOf(home),
  };
}
