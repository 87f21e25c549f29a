import type { MessagePort } from 'node:worker_threads';
import { Metrics } from '@cairn/platform';
import type { BorrowedVectors } from '@cairn/ports';
import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { answering } from './answering.ts';
import { Answers } from './answers.ts';
import { AnswersHere } from './answers-here.ts';
import { mainLog, mainPorts } from './main-ports.ts';
import type { MainOffers, ThreadOffers } from './thread-offers.ts';
import { ThreadCalls } from './thread-calls.ts';

/** The store as a thread of recalls reads it. */
export interface ThreadReads {
  /** Global module with the ports that read the store. */
  readonly module: DynamicModule;
  /** Drops what is cached if the store has changed; each recall begins with it. */
  refresh(): void;
  close(): void;
  /** Opens vectors that the main thread lends (`VectorSearch.lend`). */
  borrow(lent: unknown): BorrowedVectors;
}

/** Runs in a thread: answers recalls and checks actions, as `RecallThreads` asks them by the thread's port. */
export function serveRecalls(
  port: MessagePort,
  { isWithoutModel, open }: { readonly isWithoutModel: boolean; readonly open: () => ThreadReads },
): void {
  const running = new Set<Promise<unknown>>();
  let opened: Promise<{ readonly answers: Answers; readonly reads: ThreadReads }> | undefined;
  const offers: ThreadOffers = {
    open: async () => void (await (opened ??= openRecall())),
    answer: (...asked) => onNewest((answers) => answers.answer(...asked)),
    check: (...asked) => onNewest((answers) => answers.check(...asked)),
    close: async () => {
      await Promise.allSettled(running);
      (await opened)?.reads.close();
      setImmediate(() => port.close());
    },
  };
  const main = new ThreadCalls<MainOffers>(port, offers);

  async function onNewest<Answer>(ask: (answers: Answers) => Promise<Answer>): Promise<Answer> {
    const { answers, reads } = await opened!;
    reads.refresh();
    const answer = ask(answers);
    running.add(answer);
    return answer.finally(() => running.delete(answer));
  }

  async function openRecall() {
    const reads = open();
    const recallModule = {
      module: RecallThreadModule,
      providers: [...answering, ...mainPorts(main, isWithoutModel, reads.borrow)],
    };
    const app = await NestFactory.createApplicationContext(
      { module: RecallThreadRoot, imports: [reads.module, recallModule] },
      { logger: mainLog(main), abortOnError: false },
    );
    return { answers: app.get(AnswersHere, { strict: false }), reads };
  }
}

@Module({ providers: [Metrics] })
class RecallThreadModule {}

@Module({})
class RecallThreadRoot {}
