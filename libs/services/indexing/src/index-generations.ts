import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  CairnError,
  driftKinds,
  indexTargets,
  type AnswersCompared,
  type GenerationsResponse,
  type GenerationSummary,
  type IndexTarget,
  type OrgId,
  type SwitchGenerationRequest,
  type VerifyRequest,
  type VerifyResponse,
  type WordLanguage,
} from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Embedders, GenerationIndexes, type Generation, type GenerationIndex, type GenerationName } from '@cairn/ports';
import { newestAnalyser } from '@cairn/text';
import { itemScan, type ItemScan, organisationIds, generations, type Generations } from '@cairn/store';
import { Uses } from '@cairn/platform';
import { AnswerComparison, isBuiltAlike } from './answer-comparison.ts';
import { Comparison, type Difference } from './comparison.ts';

const EXAMPLES_MAX = 20;
/**
 * An item stored before a switch reaches the index within this time in ms. The time is longer than the delay of a
 * redelivery after a process was killed.
 */
const REDELIVERY_MAX_MS = 60_000;
const LOOK_AGAIN_MS = 1_000;

/** Language of the word index that is built next. */
export class LanguageOfWords {
  readonly language: WordLanguage;

  constructor(language: WordLanguage) {
    this.language = language;
  }
}

/**
 * Begins a new generation of an index in addition to the live generation, compares the new one with the truth, and
 * switches to it and back.
 */
@Injectable()
export class IndexGenerations implements OnModuleInit {
  constructor(
    @Uses(generations) private readonly generations: Generations,
    private readonly indexes: GenerationIndexes,
    private readonly embedders: Embedders,
    @Uses(itemScan) private readonly itemScan: ItemScan,
    private readonly comparison: Comparison,
    private readonly answers: AnswerComparison,
    private readonly words: LanguageOfWords,
  ) {}

  /**
   * Sets the language from the settings if the store is empty. Waits until every process knows the language, before
   * this process serves.
   */
  async onModuleInit(): Promise<void> {
    if (await this.generations.startWords({ analyser: this.nextAnalyser })) await delay(2 * this.indexes.staleMs);
  }

  async list(): Promise<GenerationsResponse> {
    const stored = await this.itemScan.last();
    const lists = await Promise.all(indexTargets.map((target) => this.generations.written({ target })));
    const generations = lists.flat().map((generation) => summaryOf(generation, stored));
    return { generations, analyser: this.nextAnalyser };
  }

  private get nextAnalyser(): string {
    return newestAnalyser(this.words.language);
  }

  async begin(author: Principal, target: IndexTarget): Promise<GenerationSummary> {
    const { builtBy, dims } = target === 'words' ? { builtBy: this.nextAnalyser, dims: null } : await this.nextModel();
    return summaryOf(await this.generations.begin({ author, target, builtBy, dims }), await this.itemScan.last());
  }

  /** Switches to a generation. Returns the comparison of answers if the switch required one; otherwise null. */
  async switchTo(
    author: Principal,
    name: GenerationName,
    { force, minOverlap }: SwitchGenerationRequest,
  ): Promise<AnswersCompared | null> {
    // Mutation: switch-unready
    const answers = force ? null : await this.requireReady(name, minOverlap);
    await this.generations.switchTo({ author, ...name });
    return answers;
  }

  /**
   * Retires a generation, and deletes its index once no process can read or write that index. A repeated call deletes
   * data that remained.
   */
  async retire(author: Principal, name: GenerationName): Promise<GenerationSummary> {
    const retired = await this.generations.retire({ author, ...name });
    await delay(2 * this.indexes.staleMs);
    await this.indexes.drop(retired);
    return summaryOf(retired, await this.itemScan.last());
  }

  async verify(name: GenerationName, { after, repair }: VerifyRequest): Promise<VerifyResponse> {
    const orgId = await this.itemScan.nextOrganisation({ after });
    if (!orgId) return { ...NO_DIFFERENCES, orgId: null, next: null };
    const generation = await this.one(name);
    const { stored, differences, pending } = await this.comparison.of(orgId, generation);
    const counts = Object.fromEntries(driftKinds.map((kind) => [kind, countOf(differences, kind)]));
    return {
      ...NO_DIFFERENCES,
      ...counts,
      orgId,
      next: (await this.itemScan.nextOrganisation({ after: orgId })) ? orgId : null,
      stored,
      pending,
      examples: differences.slice(0, EXAMPLES_MAX).map(({ is, kind, id, version }) => ({ is, kind, id, version })),
      repaired: repair ? await this.repair(generation, differences) : 0,
    };
  }

  private async nextModel(): Promise<{ builtBy: string; dims: number }> {
    if (this.embedders.isOff)
      throw new CairnError(
        'generation/conflict',
        'No embedding model is set up (CAIRN_EMBEDDER), so there are no vectors.',
      );
    const model = await this.embedders.next();
    const { ready, problem } = await model.health();
    if (ready) return { builtBy: model.modelId, dims: model.dims };
    throw new CairnError(
      'embedder/unavailable',
      `The model of the next vectors is not ready: ${problem ?? 'no reason'}`,
    );
  }

  /**
   * Throws unless a generation may become live. A standby generation was live before and is still written, so only
   * differences from the truth prevent a switch back; pending items and different answers do not.
   */
  private async requireReady(name: GenerationName, minOverlap?: number): Promise<AnswersCompared | null> {
    const next = await this.one(name);
    const { filledAt, status } = next.generation;
    if (filledAt === null) throw conflictOf(name, 'is not full yet');
    const until = await this.itemScan.last();
    for await (const orgId of organisationIds(this.itemScan))
      await this.requireNoDrift(next, { orgId, until, arrivesMs: REDELIVERY_MAX_MS });
    return status === 'building' ? this.requireLikeAnswers(next, minOverlap) : null;
  }

  private async requireNoDrift(
    next: GenerationIndex<IndexTarget>,
    { orgId, until, arrivesMs }: { orgId: OrgId; until: number; arrivesMs: number },
  ): Promise<void> {
    const startedAt = performance.now();
    const { differences, pending } = await this.comparison.of(orgId, next, until);
    const found = driftKinds.map((kind) => `${countOf(differences, kind)} ${kind}`).join(', ');
    const { generation } = next;
    if (differences.length > 0)
      throw conflictOf(generation, `differs from the truth: ${found} in organisation ${orgId}`);
    if (pending === 0 || generation.status !== 'building') return;
    if (arrivesMs <= 0) throw conflictOf(generation, `waits for ${pending} items of organisation ${orgId}`);
    await delay(LOOK_AGAIN_MS);
    await this.requireNoDrift(next, { orgId, until, arrivesMs: arrivesMs - (performance.now() - startedAt) });
  }

  private async requireLikeAnswers(
    next: GenerationIndex<IndexTarget>,
    minOverlap: number | undefined,
  ): Promise<AnswersCompared> {
    const [generation] = await this.generations.written({ target: next.generation.target });
    const live = { generation: generation!, index: this.indexes.of(generation!) };
    const answers = await this.answers.of(live, next);
    const { asked, equal, overlap } = answers;
    const isAlike = minOverlap === undefined ? equal === asked || !isBuiltAlike(live, next) : overlap >= minOverlap;
    if (isAlike) return answers;
    const shown = overlap.toFixed(3);
    throw conflictOf(next.generation, `answers ${asked - equal} of ${asked} questions otherwise; overlap ${shown}`);
  }

  private async one({ target, number }: GenerationName): Promise<GenerationIndex<IndexTarget>> {
    const generation = (await this.generations.written({ target })).find((each) => each.number === number);
    if (generation) return { generation, index: this.indexes.of(generation) };
    throw new CairnError('generation/unknown', `there is no generation ${target}-${number} that is written`);
  }

  private async repair({ generation, index }: GenerationIndex<IndexTarget>, differences: readonly Difference[]) {
    const phantoms = differences.filter(({ is }) => is === 'phantom');
    for (const { pointer, version } of phantoms) await index.remove(pointer.orgId, pointer.kind, pointer.id, version);
    const others = differences.filter(({ is }) => is !== 'phantom').map(({ pointer }) => pointer);
    return phantoms.length + (await this.itemScan.announce({ pointers: others, target: generation.target }));
  }
}

const NO_DIFFERENCES = { stored: 0, missing: 0, phantom: 0, stale: 0, pending: 0, examples: [], repaired: 0 };

const countOf = (differences: readonly Difference[], kind: Difference['is']) =>
  differences.filter(({ is }) => is === kind).length;

const conflictOf = ({ target, number }: GenerationName, why: string) =>
  new CairnError('generation/conflict', `generation ${target}-${number} ${why}`);

function summaryOf({ cursor, ...generation }: Generation, stored: number): GenerationSummary {
  const { target, number, filledAt } = generation;
  return { id: `${target}-${number}`, ...generation, filled: filledAt === null ? cursor : stored, stored };
}
