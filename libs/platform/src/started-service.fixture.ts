import { CairnError, type ParsedInput, type Payload } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Outbox, type Delivery } from '@cairn/ports';
import { Controller, Get, Module } from '@nestjs/common';
import { Public } from './auth.ts';
import { loadConfig } from './config.ts';
import { Metrics } from './metrics.ts';
import { OnEvent } from './on-event.ts';
import { backendOf, ORG, Parts } from './role-keys.fixture.ts';
import { Serves } from './serves.ts';
import { type ServiceOptions } from './start-service.ts';

const failing: Delivery = {
  id: 'd1',
  pattern: 'memory.written.words',
  payload: { v: 1, outboxId: ORG, orgId: ORG, id: ORG, version: 1 },
  attempts: 0,
};

/** An outbox that hands out one delivery and records its result. */
class OneDelivery extends Outbox {
  waiting: Delivery[] = [failing];
  givenUp: string[] = [];
  async claim(patterns: readonly string[]) {
    const due = this.waiting.filter((delivery) => patterns.includes(delivery.pattern));
    this.waiting = this.waiting.filter((delivery) => !due.includes(delivery));
    return due;
  }
  async duePatterns() {
    return this.waiting.map(({ pattern }) => pattern);
  }
  async complete() {}
  async continueLater() {}
  async retry() {}
  async deadLetter(_: string, reason: string) {
    this.givenUp.push(reason);
  }
  async deadLetterTaken() {}
  async deadLetters() {
    return { total: 0, deadLetters: [] };
  }
  async replayDead() {
    return 0;
  }
  async depths() {
    return [];
  }
  async depth() {
    return { waiting: 0, dead: 0, oldestMs: 0 };
  }
  onDue() {
    return () => {};
  }
}

export const SECRET = 'the vault opens at dawn';

@Controller()
class RecallDoor {
  constructor(metrics: Metrics) {
    metrics.gauge({ name: 'cairn_test_depth', help: 'For this test.' }, async () => 7);
  }

  @Serves('recall')
  recall({ orgId }: Principal, { body }: ParsedInput<'recall'>): never {
    return { request: body, orgId } as never;
  }

  @Serves('recent')
  recent(_: Principal, { query }: ParsedInput<'recent'>): never {
    return query as never;
  }

  @Serves('addMessages')
  add(_: Principal, { body }: ParsedInput<'addMessages'>) {
    return { items: [], count: Array.isArray(body) ? body.length : 1 };
  }

  @Serves('getMessage')
  find(_: Principal, { params: { id } }: ParsedInput<'getMessage'>): never {
    throw new CairnError('item/unknown', `There is no message ${id}.`);
  }

  @Public()
  @Get('fault')
  fault() {
    throw new TypeError(`cannot read ${SECRET}`);
  }

  @Public()
  @Get('busy')
  busy() {
    throw new CairnError('truth/overloaded', 'Too many writes are waiting.');
  }

  @Public()
  @Get('slow')
  async slow() {
    slow.started();
    await slow.mayEnd;
    return { ended: true };
  }

  @OnEvent('memory.written', 'words')
  async onMemory({ id }: Payload<'memory.written'>) {
    throw new CairnError('item/unknown', `no row for ${id}`);
  }
}

/** A handler that a test holds until it may end. */
export const slow = { started: () => {}, mayEnd: Promise.resolve() as Promise<unknown> };

export
@Module({ controllers: [RecallDoor] })
class DoorModule {}

export const parts = new Parts();
export const outbox = new OneDelivery();
const backend = backendOf(parts, [{ provide: Outbox, useValue: outbox }]);

export const lines: string[] = [];
const log = { write: (line: string) => void lines.push(line) };
export const options = (environment: Record<string, string> = {}): ServiceOptions => ({
  backend,
  modules: [DoorModule],
  config: loadConfig('all-in-one', { CAIRN_PORT: '0', ...environment }),
  log,
});
