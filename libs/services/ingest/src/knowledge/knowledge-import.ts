import { Injectable } from '@nestjs/common';
import {
  CairnError,
  MemoryInput,
  type KnowledgeBaseId,
  type KnowledgeChunk,
  type KnowledgeImportRequest,
  type KnowledgeImportResponse,
  type ItemId,
  type Receipt,
  type TeamId,
} from '@cairn/contracts';
import {
  findReachedBase,
  mayReachBase,
  peerChannelKind,
  requireReachedBase,
  teamWordOf,
  type Principal,
} from '@cairn/domain';
import { maskedCountsOf, Uses } from '@cairn/platform';
import {
  principals,
  type Principals,
  knowledgeBases,
  type KnowledgeBases,
  type StoredBase,
  archiveFormer,
} from '@cairn/store';
import { Ingest } from '../items/ingest.ts';
import { findAgents } from './agents-named.ts';
import { requireScope } from './require-scope.ts';

/** The value of `source` for all chunks of a base. */
export const sourceOf = (id: KnowledgeBaseId): string => `knowledge-base:${id}`;

/**
 * Stores chunks of documents in a base. Each document is stored as a whole or not at all, whether other documents are
 * stored or not.
 */
@Injectable()
export class KnowledgeImport {
  constructor(
    @Uses(knowledgeBases) private readonly bases: KnowledgeBases,
    @Uses(principals) private readonly principals: Principals,
    private readonly ingest: Ingest,
  ) {}

  async run(author: Principal, request: KnowledgeImportRequest, overwrite = false): Promise<KnowledgeImportResponse> {
    const { base, created } = await this.baseOf(author, request);
    requireOwnPeer(author, base, request);
    const { knowledgeBaseId, name, scope } = base;
    const receipts = new Map<number, Receipt>();
    const failed: KnowledgeImportResponse['failed'] = [];
    let replaced = 0;
    for (const places of documentsOf(request.chunks)) {
      const inputs = places.map((at) => memoryOf(base, request, request.chunks[at]!));
      try {
        const stored = await this.ingest.addChunks(author, knowledgeBaseId, inputs, overwrite);
        stored.forEach((receipt, index) => receipts.set(places[index]!, receipt));
        const { earlierChunks = [] } = request;
        const sourceUrl = wholeDocument(
          places.map((at) => request.chunks[at]!.metadata),
          earlierChunks.length,
        );
        // Does not replace former chunks of an address that contained a secret, since two such addresses can be equal
        // once they are masked.
        if (sourceUrl === undefined || sourceUrl.includes('[masked: ')) continue;
        const chunks = [...earlierChunks, ...stored.map(({ id }) => id as ItemId)];
        replaced += await archiveFormer(this.bases, { author, document: { knowledgeBaseId, sourceUrl, chunks } });
      } catch (error) {
        if (!(error instanceof CairnError) || error.retry) throw error;
        failed.push({ chunks: [...places], code: error.code, message: error.message });
      }
    }
    const inOrder = request.chunks.flatMap((_, at) => receipts.get(at) ?? []);
    const imported = inOrder.filter((receipt) => receipt.created).length;
    const masked = maskedCountsOf(request);
    return {
      ...{ knowledgeBaseId, knowledgeBaseName: name, scope, created },
      ...{ imported, known: inOrder.length - imported, replaced, failed },
      memoryIds: inOrder.map(({ id }) => id as KnowledgeImportResponse['memoryIds'][number]),
      ...(masked && { masked }),
    };
  }

  /**
   * Finds or creates the base of an import. A name alone finds the base of that name that the call reaches; a name with
   * a scope finds the base of that name and scope. A missing base is created, but not if the call reaches a base of
   * that name, since each of the two bases would get a part of the same documents.
   */
  private async baseOf(
    author: Principal,
    request: KnowledgeImportRequest,
  ): Promise<{ base: StoredBase; created: boolean }> {
    const { knowledgeBaseId, knowledgeBaseName: name, channel, description, sourceType } = request;
    const scope = request.scope ?? channel ?? null;
    requireScope(author, scope);
    const present = await this.bases.list({ orgId: author.orgId });
    if (name === undefined)
      return {
        base: requireReachedBase(present, author, { knowledgeBaseId, channel: channel ?? request.scope }),
        created: false,
      };
    const named = (bases: readonly StoredBase[]) =>
      request.scope === undefined
        ? findReachedBase(bases, author, { knowledgeBaseName: name, channel })
        : bases.find((base) => base.name === name && base.scope === scope && mayReachBase(author, base, scope));
    const there = named(present);
    if (there) return { base: there, created: false };
    const agentIds = await findAgents(request.agentIds ?? [], () => this.principals.list({ orgId: author.orgId }));
    const wanted = { name, scope, agentIds, peerScopePolicy: 'strict' as const };
    const made = { ...wanted, description: description ?? null, sourceType: sourceType ?? null };
    return this.bases.create({ author, base: made }).then(
      (base) => ({ base, created: true }),
      async (error: unknown) => {
        const madeMeanwhile = isConflict(error) && named(await this.bases.list({ orgId: author.orgId }));
        if (!madeMeanwhile) throw error;
        return { base: madeMeanwhile, created: false };
      },
    );
  }
}

const isConflict = (error: unknown): boolean => error instanceof CairnError && error.code === 'knowledge-base/conflict';

/** Refuses a write on behalf of one peer into a base that another peer reads. */
function requireOwnPeer({ peerPrefixes }: Principal, base: StoredBase, { channel, scope }: KnowledgeImportRequest) {
  for (const calledFor of [channel, scope]) {
    if (calledFor === undefined || peerChannelKind(calledFor, peerPrefixes) !== 'peer' || base.scope === calledFor)
      continue;
    const [peer, name] = [calledFor, base.name].map((text) => JSON.stringify(text));
    throw new CairnError(
      'auth/forbidden',
      `a call for the peer channel ${peer} writes to knowledge bases of that scope alone, and ${name} is of another: name no channel, or the scope ${peer} for a base of the peer's own with the same name`,
    );
  }
}

/**
 * Groups the positions of chunks by document. Chunks with the same address are one document; a chunk without an address is
 * a document of its own.
 */
function documentsOf(chunks: readonly KnowledgeChunk[]): number[][] {
  const places = chunks.map((_, at) => at);
  const byDocument = Map.groupBy(places, (at) => chunks[at]!.metadata.sourceUrl ?? at);
  return [...byDocument.values()];
}

/**
 * Returns the address of a document if these chunks are the whole document, by the number of chunks that each chunk
 * states. Only then may the former chunks of the document be archived.
 */
function wholeDocument(chunks: readonly KnowledgeChunk['metadata'][], earlier: number): string | undefined {
  const total = earlier + chunks.length;
  const indexes = new Set(chunks.map(({ chunkIndex }, at) => chunkIndex ?? at));
  const isWhole =
    chunks.every(({ totalChunks }) => totalChunks === total) &&
    indexes.size === chunks.length &&
    Math.max(...indexes) < total;
  return isWhole ? chunks[0]!.sourceUrl : undefined;
}

function memoryOf(base: StoredBase, request: KnowledgeImportRequest, { content, metadata }: KnowledgeChunk) {
  const { title, sourceUrl, chunkIndex, totalChunks, sourceType = request.sourceType } = metadata;
  const told = { sourceUrl, chunkIndex, totalChunks, sourceType };
  const entries = Object.entries(told).filter(([, value]) => value !== undefined);
  return MemoryInput.parse({
    title: title ?? chunkTitleOf(base.name, metadata),
    content,
    confidence: 1,
    source: sourceOf(base.knowledgeBaseId),
    visibility: teamWordOf(base.knowledgeBaseId as string as TeamId),
    provenance: Object.fromEntries(entries.map(([name, value]) => [name, String(value)])),
  });
}

function chunkTitleOf(name: string, { chunkIndex, totalChunks }: KnowledgeChunk['metadata']): string {
  if (chunkIndex === undefined) return name;
  return `${name} — chunk ${chunkIndex + 1}${totalChunks === undefined ? '' : `/${totalChunks}`}`;
}
