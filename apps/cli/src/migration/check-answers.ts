import type { Hit } from '@cairn/contracts';
import { CairnClient } from '@cairn/transfer/cairn-client';
import type { CliContext } from '../context/cli-context.ts';
import { localTimeZone } from '../context/parse-options.ts';
import { withRetries } from '@cairn/client';
import { compareAnswers, type AnswersReport, type Ask } from './same-answers.ts';
import { startServerProcess } from '../server/server-process.ts';
import type { StepProgress } from '../terminal/step-progress.ts';
import { waitIndexed, type IndexLag } from '../server/wait-indexed.ts';

const sourceByKind = { memory: 'memories', message: 'messages', note: 'notes' } as const;
const HITS_PER_QUESTION = 10;
const INDEXING_TIMEOUT_MS = 60_000;

export interface CheckOptions {
  readonly dataDir: string;
  /** Address of the cluster. */
  readonly url: string;
  /** Key of the folder. The cluster accepts this key too, since the key was migrated. */
  readonly key: string;
  readonly questions: number;
}

export interface CheckReport extends AnswersReport {
  /** Backlog of the cluster's indexes. */
  readonly index: IndexLag;
}

/**
 * Asks the same questions on both sides: the folder, through a temporary server, and the cluster. The questions are
 * made from words that the folder stores.
 */
export async function checkAnswers(
  context: CliContext,
  options: CheckOptions,
  progress: StepProgress,
): Promise<CheckReport> {
  const { dataDir, url, key } = options;
  const { sampleQuestionsAbout } = await import('@cairn/backends/move-data');
  const questions = sampleQuestionsAbout(dataDir, { key, count: options.questions });
  const server = await startServerProcess(context, dataDir);
  try {
    const [from, to] = [server.url, url].map((address) => new CairnClient({ url: address, key })) as [
      CairnClient,
      CairnClient,
    ];
    const index = await waitForBothIndexes(context, { from, to }, progress);
    const signal = context.interrupted;
    const asks = { from: createAsk(from, signal), to: createAsk(to, signal), signal };
    const onAsked = (asked: number) => progress.at('asking both', asked, questions.length);
    return { ...(await compareAnswers(questions, asks, onAsked)), index };
  } finally {
    await server.stop();
  }
}

async function waitForBothIndexes(
  { interrupted }: CliContext,
  { from, to }: { from: CairnClient; to: CairnClient },
  progress: StepProgress,
): Promise<IndexLag> {
  let most = 0;
  await waitIndexed(from, interrupted);
  return waitIndexed(to, interrupted, ({ pending }) => {
    most = Math.max(most, pending);
    progress.at('indexing in the cluster', most - pending, most);
  });
}

/**
 * Creates a function that asks questions. All questions have the same reference time, so that "last week" means the
 * same on both sides.
 */
function createAsk(client: CairnClient, signal: AbortSignal): Ask {
  const common = { limit: HITS_PER_QUESTION, askedAtMs: QUESTIONS_ASKED_AT, timeZone: localTimeZone() };
  return async ({ kind, query }) => {
    const body = { ...common, query, sources: sourceByKind[kind], includeAssociations: false };
    const { answer } = await withRetries(() => client.call('recall', { body, signal }), {
      patienceMs: INDEXING_TIMEOUT_MS,
      signal,
    });
    const ids = answer.hits.map((hit) => idOf(hit));
    return { ids, isDegraded: answer.degraded.length > 0 };
  };
}

const QUESTIONS_ASKED_AT = Date.now();

function idOf(hit: Hit): string {
  if (hit.kind === 'note') return hit.sectionId;
  return hit.kind === 'memory' ? hit.memoryId : hit.messageId;
}
