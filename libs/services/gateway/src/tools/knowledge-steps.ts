import type { KnowledgeImportRequest, KnowledgeImportResponse } from '@cairn/contracts';
import type { Call, ReportProgress } from './tool.ts';

/**
 * Number of chunks that are stored between two progress reports. A document with more chunks is still stored in one step.
 */
const STEP_CHUNKS = 10;

interface Step {
  /** Positions of the step's chunks in the arguments of the call. */
  readonly places: readonly number[];
  readonly answer: KnowledgeImportResponse;
}

/** Imports document by document, so that the client receives progress. */
export async function importInSteps(
  call: Call,
  { query, body: request }: { readonly query: { readonly overwrite?: 'true' }; readonly body: KnowledgeImportRequest },
  tell: ReportProgress,
): Promise<KnowledgeImportResponse> {
  const steps: Step[] = [];
  let body = request;
  let done = 0;
  for (const places of stepsOf(request.chunks)) {
    const chunks = places.map((at) => request.chunks[at]!);
    const answer = await call('importKnowledge', { query, body: { ...body, chunks } });
    steps.push({ places, answer });
    body = { ...request, knowledgeBaseId: answer.knowledgeBaseId, knowledgeBaseName: undefined };
    done += places.length;
    await tell({ done, total: request.chunks.length, message: `${done} of ${request.chunks.length} chunks` });
  }
  return joinSteps(steps);
}

/** Groups chunks into steps. Chunks of one address stay together, since a document is stored as a whole or not at all. */
function stepsOf(chunks: KnowledgeImportRequest['chunks']): number[][] {
  const documents = Map.groupBy(chunks.keys(), (at) => chunks[at]!.metadata.sourceUrl ?? at);
  const steps: number[][] = [];
  for (const places of documents.values()) {
    const last = steps.at(-1);
    if (last && last.length + places.length <= STEP_CHUNKS) last.push(...places);
    else steps.push([...places]);
  }
  return steps;
}

function joinSteps(steps: readonly Step[]): KnowledgeImportResponse {
  const sum = (count: (answer: KnowledgeImportResponse) => number) =>
    steps.reduce((total, { answer }) => total + count(answer), 0);
  const { knowledgeBaseId, knowledgeBaseName, scope, created } = steps[0]!.answer;
  const masked = sumMasked(steps);
  return {
    ...{ knowledgeBaseId, knowledgeBaseName, scope, created },
    imported: sum(({ imported }) => imported),
    known: sum(({ known }) => known),
    replaced: sum(({ replaced }) => replaced),
    failed: steps.flatMap(failedIn),
    memoryIds: steps
      .flatMap(storedIn)
      .sort((one, other) => one.at - other.at)
      .map(({ id }) => id),
    ...(masked && { masked }),
  };
}

const failedIn = ({ places, answer }: Step) =>
  answer.failed.map((document) => ({ ...document, chunks: document.chunks.map((at) => places[at]!) }));

/** Returns the positions and answers of stored chunks in their order. Leaves out refused chunks. */
function storedIn({ places, answer }: Step) {
  const refused = new Set(answer.failed.flatMap(({ chunks }) => chunks));
  const stored = places.filter((_, at) => !refused.has(at));
  return answer.memoryIds.map((id, at) => ({ at: stored[at]!, id }));
}

function sumMasked(steps: readonly Step[]): KnowledgeImportResponse['masked'] {
  const masked: Record<string, number> = {};
  for (const { answer } of steps)
    for (const [kind, times] of Object.entries(answer.masked ?? {})) masked[kind] = (masked[kind] ?? 0) + times;
  return Object.keys(masked).length > 0 ? masked : undefined;
}
