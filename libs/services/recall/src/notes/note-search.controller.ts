import { Controller } from '@nestjs/common';
import {
  CairnError,
  DEFAULT_WORKSPACE,
  limits,
  NOTE_SCORE_MIN,
  RecallRequest,
  type ErrorCode,
  type ItemId,
  type NoteId,
  type NoteSearchRequest,
  type NoteSearchResponse,
  type NoteSearchResult,
  type ParsedInput,
} from '@cairn/contracts';
import { scopeOf, sharedChannelFor, demoFilterFor, type Filter, type Principal, type Scope } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { formatCitation, shouldShowCitations } from '@cairn/notes';
import { notes, type Notes } from '@cairn/store';
import { hitOf } from '../hits/answer.ts';
import type { CandidatePool } from '../search/candidate-pool.ts';
import { ContextReader } from '../question/context-reader.ts';
import type { DistinctItem } from '../hits/distinct-items.ts';
import { Hydration } from '../hits/hydration.ts';
import { injectionBlockOf } from '../hits/injection-block.ts';
import { RankedSearch, type FindingQuery } from '../search/ranked-search.ts';
import type { RecallContext } from '../question/recall-context.ts';
import { Stopwatch } from '../timing/stopwatch.ts';
import { snippetOf, type Snippet } from './snippets.ts';

/** A result has the rare words of a query if it contains at least this fraction of the query's idf. */
const TELLING_SHARE = 0.8;

/** Codes of failures after which no answer is possible. */
const disablingCodes: ReadonlySet<ErrorCode> = new Set(['index/unavailable', 'truth/unavailable']);

interface Shown {
  readonly kept: DistinctItem;
  readonly snippet: Snippet;
}

/** `memory_search`: finds sections of notes and messages with their lines, ranked as recall does. */
@Controller()
export class NoteSearchController {
  constructor(
    @Uses(notes) private readonly notes: Notes,
    private readonly contexts: ContextReader,
    private readonly search: RankedSearch,
    private readonly hydration: Hydration,
  ) {}

  @Serves('searchNotes')
  async find(principal: Principal, { body: request }: ParsedInput<'searchNotes'>): Promise<NoteSearchResponse> {
    try {
      return await this.answer(principal, request);
    } catch (error) {
      if (error instanceof CairnError && disablingCodes.has(error.code)) return disabledError(request, error);
      throw error;
    }
  }

  private async answer(principal: Principal, request: NoteSearchRequest): Promise<NoteSearchResponse> {
    const { query, channel, maxResults } = request;
    const asked = RecallRequest.parse({
      ...{ query, channel, limit: maxResults },
      ...{ sources: 'without-notes', includeAssociations: false },
    });
    const [filters, read] = await Promise.all([
      this.filtersOf(principal, request),
      this.contexts.read(principal, asked),
    ]);
    const context = { ...read, filters };
    const finding = await this.search.find(context, 0, new Stopwatch());
    const near = finding.isOffTopic && request.minScore !== 0 ? [] : finding.reranked.ranked;
    const relevant = near.filter(
      ({ id, score }) =>
        score >= (request.minScore ?? NOTE_SCORE_MIN) ||
        (request.minScore === undefined && holdsTellingWords(finding.pool, id as ItemId)),
    );
    const { kept } = await this.hydration.distinct(context, { ...finding, relevant }, maxResults);
    const all = kept.map((each) => ({
      kept: each,
      snippet: snippetOf(each.item, finding.pool.passageOf(each.item.id)),
    }));
    return answerOf(request, { context, finding, all });
  }

  private async filtersOf(principal: Principal, request: NoteSearchRequest): Promise<Filter[]> {
    const { corpus, channel, workspace, pathPrefix, tags, tagMatch } = request;
    const scope = scopeOf(principal, channel);
    const place = { channel, sharedRoom: sharedChannelFor(scope, channel), ...demoFilterFor(channel) };
    const isOfNotes = pathPrefix !== undefined || Boolean(tags?.length);
    const messages: Filter[] =
      (corpus === 'sessions' || corpus === 'all') && !isOfNotes ? [{ kind: 'message', ...place }] : [];
    if (corpus === 'sessions' || corpus === 'wiki') return messages;
    const name = workspace ?? DEFAULT_WORKSPACE;
    const [workspaceId, noteIds] = await Promise.all([
      this.notes.workspaceId({ scope, name }),
      pathPrefix === undefined ? undefined : this.notesBelow(scope, name, pathPrefix),
    ]);
    if (workspaceId === undefined) return messages;
    return [{ kind: 'note', ...place, workspaceId, noteIds, tags, tagMatch }, ...messages];
  }

  /** Search engines know the note of a section and no path. Throws if there are more notes than a search takes. */
  private async notesBelow(scope: Scope, workspace: string, prefix: string): Promise<NoteId[]> {
    const { max } = limits.notesSearched;
    const ids = await this.notes.idsBelow({ scope, workspace, prefix, limit: max + 1 });
    if (ids.length <= max) return ids;
    throw new CairnError(
      'request/invalid',
      `More than ${max} notes have paths that begin with ${JSON.stringify(prefix)}.`,
      {
        issues: [{ field: 'pathPrefix', message: 'names too many notes: make it longer', allowed: `${max} notes` }],
      },
    );
  }
}

const holdsTellingWords = (pool: CandidatePool, id: ItemId): boolean =>
  pool.scoresOf(id).some(({ coverage }) => (coverage?.own ?? 0) >= TELLING_SHARE);

interface Found {
  readonly context: RecallContext;
  readonly finding: FindingQuery;
  readonly all: readonly Shown[];
}

function answerOf(request: NoteSearchRequest, { context, finding, all }: Found): NoteSearchResponse {
  const isCited = shouldShowCitations(request.citations, request.conversation);
  const shown = fitToBudget(all, request.maxInjectedChars);
  const hits = shown.map(({ kept, snippet }) => ({
    ...hitOf(kept, { passage: undefined, askedAt: context.askedAt }),
    content: snippet.text,
    ...(!isCited && { citation: undefined }),
  }));
  const degraded = finding.pool.degraded.sort();
  const leftOut = all.length - shown.length;
  return {
    results: shown.map((each) => resultOf(each, isCited)),
    ...providerOf(context),
    citations: isCited ? 'on' : 'off',
    injectionBlock: injectionBlockOf({ hits, degraded, flags: [], budgetChars: undefined }),
    ...(leftOut > 0 && { leftOut }),
    ...lossOf(context, finding.pool.failed),
    ...(request.corpus === 'wiki' && {
      warning: 'There is no wiki here: ask with the corpus memory, sessions or all.',
    }),
  };
}

function resultOf({ kept, snippet }: Shown, isCited: boolean): NoteSearchResult {
  const { path, startLine, endLine, text, source, version } = snippet;
  const citation = formatCitation({ path, startLine, endLine });
  return {
    ...{ path, startLine, endLine, score: kept.ranked.score, source },
    snippet: isCited ? `${text}\n\nSource: ${citation}` : text,
    ...(isCited && { citation }),
    ...(version !== undefined && { version }),
  };
}

/** Selects the first snippets that fit as a whole. If even the first snippet does not fit, cuts it. */
function fitToBudget(all: readonly Shown[], budget: number): Shown[] {
  let left = budget;
  const shown: Shown[] = [];
  for (const each of all) {
    const { text } = each.snippet;
    if (text.length > left && shown.length > 0) break;
    shown.push({ ...each, snippet: { ...each.snippet, text: text.slice(0, left).toWellFormed() } });
    left -= text.length;
  }
  return shown;
}

const providerOf = ({ model: { provider, modelId } }: RecallContext) => ({
  ...{ backend: 'builtin' as const, provider },
  ...(provider !== 'none' && { model: modelId }),
});

function lossOf({ isWithoutModel, model }: RecallContext, failed: FindingQuery['pool']['failed']) {
  if (failed.has('vectors') && !isWithoutModel)
    return {
      fallback: {
        from: model.provider === 'none' ? 'vectors' : model.provider,
        reason: 'the embedding model or the vector index did not answer',
      },
      warning: 'Found by words alone, since the embedding model or the vector index did not answer: there can be more.',
    };
  if (failed.has('words'))
    return {
      fallback: { from: 'words', reason: 'the word index did not answer' },
      warning: 'Found by meaning alone, since the word index did not answer: exact names can be missing.',
    };
  return {};
}

const disabledError = (
  { citations, conversation }: NoteSearchRequest,
  { message }: CairnError,
): NoteSearchResponse => ({
  results: [],
  backend: 'builtin',
  provider: 'none',
  citations: shouldShowCitations(citations, conversation) ? 'on' : 'off',
  injectionBlock: injectionBlockOf({ hits: [], degraded: ['vectors', 'words'], flags: [], budgetChars: undefined }),
  disabled: true,
  unavailable: true,
  error: message,
  warning: 'The memory could not be searched: nothing is known of what it holds.',
  action: 'Tell the user that the memory did not answer, and try again later; an operator can run `cairn doctor`.',
});
