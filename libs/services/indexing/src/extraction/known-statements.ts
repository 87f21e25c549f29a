import { Injectable } from '@nestjs/common';
import type { Memory } from '@cairn/contracts';
import { readerOf, scopeOf, type Principal } from '@cairn/domain';
import type { Embed } from '@cairn/extraction';
import { Uses } from '@cairn/platform';
import { ItemReader, LiveWordIndex } from '@cairn/ports';
import { recipes } from '@cairn/ranking';
import { proposals, type NewProposal, type Proposals } from '@cairn/store';
import { readText, textRelationOf } from '@cairn/text';

/** A statement is compared with this many stored memories, namely those with the most words in common. */
const CANDIDATES_MAX = 12;
/** Number of these memories whose meaning is compared too. */
const COMPARED_STATEMENTS_MAX = 5;
/**
 * Least cosine of two statements with the same meaning; `REJECTED_COSINE` is the least cosine of a statement and a
 * rejected statement with the same meaning.
 */
const SAME_COSINE = 0.9;
const REJECTED_COSINE = 0.82;

const kind = 'memory' as const;

/**
 * Verdict on a statement: `rejected` if somebody rejected it before, otherwise the active memory that says the same or
 * the contrary.
 */
export type KnownMemory = 'rejected' | Pick<NewProposal, 'sameAs' | 'replaces'>;

/** Compares a statement with the stored memories that the owner of the statement may read. */
@Injectable()
export class KnownStatements {
  constructor(
    private readonly items: ItemReader,
    private readonly words: LiveWordIndex,
    @Uses(proposals) private readonly proposals: Proposals,
  ) {}

  async of(owner: Principal, { item }: NewProposal, embed: Embed | undefined): Promise<KnownMemory> {
    const near = await this.near(owner, item.input);
    if (near.length === 0) return {};
    const rejected = await this.rejectedAmong(owner, near);
    const cosines = await cosinesOf(item.input.content, near.slice(0, COMPARED_STATEMENTS_MAX), embed);
    const reading = readText(item.input.content);
    const compared = near.map((memory, at) => ({
      memory,
      relation: textRelationOf(reading, readText(memory.content))?.relation,
      cosine: cosines[at] ?? 0,
    }));
    if (
      compared.some(
        (one) => rejected.has(one.memory.id) && isSame(one, REJECTED_COSINE) && isOfSubject(one.memory, item),
      )
    )
      return 'rejected';
    const readers = readerOf({ ...item, principalId: owner.principalId, channel: item.input.channel ?? null });
    const open = compared.filter(({ memory }) => memory.state === 'active' && readerOf(memory) === readers);
    const same = open.find((one) => isSame(one, SAME_COSINE));
    if (same) return { sameAs: same.memory.id };
    const contrary = open.find(({ relation }) => relation === 'other-value' || relation === 'opposite');
    return contrary ? { replaces: contrary.memory.id } : {};
  }

  /**
   * Finds the memories that have the most words in common with a statement, nearest first. Leaves out proposed
   * memories.
   */
  private async near(owner: Principal, { title, content, channel }: NewProposal['item']['input']): Promise<Memory[]> {
    const scope = scopeOf(owner, channel);
    const search = await this.words.forQuestion();
    const query = search.queryOf(title === content ? content : `${title}\n${content}`);
    const filter = { kind, includeArchived: true };
    const hits = await search.search(scope, query, filter, CANDIDATES_MAX, recipes.fused.bm25.memory);
    if (hits.length === 0) return [];
    const found = await this.items.hydrate(
      scope,
      filter,
      hits.map(({ id }) => id),
    );
    const byId = new Map(found.map((item) => [item.id as string, item as Memory]));
    return hits.flatMap(({ id }) => byId.get(id) ?? []).filter(({ state }) => state !== 'proposed');
  }

  private async rejectedAmong({ orgId }: Principal, near: readonly Memory[]): Promise<ReadonlySet<string>> {
    const ids = near.filter(({ state }) => state === 'archived').map(({ id }) => id);
    const statuses = await this.proposals.statuses({ orgId, ids });
    return new Set(statuses.flatMap(({ id, status }) => (status === 'rejected' ? [id as string] : [])));
  }
}

interface Compared {
  readonly memory: Memory;
  readonly relation: string | undefined;
  readonly cosine: number;
}

const isSame = ({ relation, cosine }: Compared, least: number): boolean =>
  relation === 'same' || (relation === undefined && cosine >= least);

/** Whether a memory and a statement may be about the same subject; true also if one of them has no subject. */
const isOfSubject = ({ subject }: Memory, { input }: NewProposal['item']): boolean =>
  subject === null || input.subject === undefined || subject.toLowerCase() === input.subject.toLowerCase();

async function cosinesOf(content: string, near: readonly Memory[], embed: Embed | undefined): Promise<number[]> {
  if (!embed || near.length === 0) return [];
  const [own, ...others] = await embed([content, ...near.map((memory) => memory.content)]);
  return others.map((other) => Array.from(other).reduce((sum, value, at) => sum + value * own![at]!, 0));
}
