import { Worker } from 'node:worker_threads';
import type { Memory, Statement, Statements } from '@cairn/contracts';
import { effectiveTime } from '@cairn/domain';
import { englishReader, repositoryOf, type ReadableText } from '@cairn/graph';
import { TextThread } from '@cairn/platform';
import { threadOptions, type IndexLedger } from '@cairn/ports';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';

const NO_STATEMENTS: Statements = { statements: [], rules: [] };

/** Time in ms after a text within which a further text belongs to the same import, and not to a writer of its own. */
const IMPORT_PAUSE_MS = 1_000;

type Loaded = NonNullable<Awaited<ReturnType<IndexLedger['load']>>>;

/**
 * Extracts the statements in the sentences of memories. A single memory is read at once; its writer's answer may have
 * read it already. A thread reads those that follow at once, as in an import, so that the main thread serves requests.
 */
@Injectable()
export class MemoryTexts implements OnModuleDestroy {
  private readonly log = new Logger(MemoryTexts.name);
  private readonly thread = new TextThread<ReadableText, Statement[]>(() => this.startThread());
  private latestAt = -Infinity;

  /** Returns no statements for a forgotten item, and none for a proposal until it is kept. */
  async statementsOf(item: Loaded): Promise<Statements> {
    if ('deletedAt' in item || item.kind !== 'memory' || item.state === 'proposed') return NO_STATEMENTS;
    const isFollowing = this.now() - this.latestAt < IMPORT_PAUSE_MS;
    this.latestAt = this.now();
    try {
      return await this.readMemory(item, { isFollowing });
    } finally {
      this.latestAt = this.now();
    }
  }

  onModuleDestroy(): void {
    this.thread.close();
  }

  protected now(): number {
    return performance.now();
  }

  protected startThread(): Worker {
    return new Worker(new URL('./memory-texts.worker.ts', import.meta.url), threadOptions);
  }

  protected async readHere(text: ReadableText): Promise<Statement[]> {
    const read = await englishReader();
    return read(text);
  }

  /** A statement is valid no longer than its memory. */
  private async readMemory(
    { orgId, ...memory }: Memory,
    { isFollowing }: { readonly isFollowing: boolean },
  ): Promise<Statements> {
    const { validFrom, validTo } = memory;
    const text = textOf(memory);
    const statements = isFollowing ? await this.readInThread(text, orgId) : await this.readHere(text);
    const times = { ...(validFrom !== null && { validFrom }), ...(validTo !== null && { validTo }) };
    return { statements: statements.map((statement) => ({ ...times, ...statement })), rules: [] };
  }

  private readInThread(text: ReadableText, orgId: string): Promise<Statement[]> {
    return this.thread.read(text, orgId).catch((error: unknown) => {
      this.log.warn(`The thread for memories' texts failed, so a text is read in the main thread: ${String(error)}`);
      return this.readHere(text);
    });
  }
}

const textOf = (memory: Omit<Memory, 'orgId'>): ReadableText => ({
  ...(memory.title !== null && { title: memory.title }),
  content: memory.content,
  evidence: { memoryId: memory.id },
  saidAt: effectiveTime(memory),
  ...repositoryOf(memory.channel),
});
