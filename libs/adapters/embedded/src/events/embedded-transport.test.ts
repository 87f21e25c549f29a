import { CairnError, type EventPattern, type Payload } from '@cairn/contracts';
import { Outbox, type Delivery } from '@cairn/ports';
import { everySubscriber } from '@cairn/testing';
import { throwError } from 'rxjs';
import { v7 as uuid } from 'uuid';
import { isLowPriority } from '../sqlite/low-priority.ts';
import { EmbeddedTransport, type EmbeddedTransportOptions } from './embedded-transport.ts';

const VECTORS: EventPattern = 'memory.written.vectors';
const WORDS: EventPattern = 'memory.written.words';

interface Row extends Delivery {
  attempts: number;
  dueAt: number;
  state: 'waiting' | 'claimed' | 'done' | 'dead';
  reason: string;
}

/** An outbox whose calls a test can observe and make fail. A contract suite tests the real one. */
class ListOutbox extends Outbox {
  readonly rows = new Map<string, Row>();
  readonly claims: number[] = [];
  claimsTried = 0;
  isBroken = false;
  private readonly listeners = new Set<() => void>();

  add(pattern: EventPattern, payload: Partial<Payload<'memory.written'>> = {}): Row {
    const whole = {
      v: 1,
      outboxId: uuid(),
      orgId: uuid(),
      id: uuid(),
      version: 1,
      ...payload,
    } as Payload<'memory.written'>;
    const row: Row = { id: uuid(), pattern, payload: whole, attempts: 0, dueAt: 0, state: 'waiting', reason: '' };
    this.rows.set(row.id, row);
    this.ring();
    return row;
  }

  async claim(patterns: readonly EventPattern[], limit: number): Promise<Delivery[]> {
    this.claimsTried++;
    this.requireWhole();
    const due = [...this.rows.values()].filter(
      (row) => row.state === 'waiting' && patterns.includes(row.pattern) && row.dueAt <= Date.now(),
    );
    const claimed = due.slice(0, limit);
    this.claims.push(claimed.length);
    for (const row of claimed) row.state = 'claimed';
    return claimed.map((row) => ({ ...row }));
  }

  async duePatterns(patterns: readonly EventPattern[]): Promise<EventPattern[]> {
    return patterns.filter((pattern) => [...this.rows.values()].some((row) => row.pattern === pattern));
  }

  async complete(ids: readonly string[]): Promise<void> {
    this.requireWhole();
    for (const id of ids) this.row(id).state = 'done';
  }

  async continueLater(id: string): Promise<void> {
    const row = this.row(id);
    this.rows.delete(id);
    this.rows.set(id, Object.assign(row, { state: 'waiting' as const }));
    this.ring();
  }

  async retry(id: string, afterMs: number, reason: string): Promise<void> {
    const row = this.row(id);
    Object.assign(row, { state: 'waiting', attempts: row.attempts + 1, dueAt: Date.now() + afterMs, reason });
    setTimeout(() => this.ring(), afterMs + 1);
  }

  async deadLetter(id: string, reason: string): Promise<void> {
    Object.assign(this.row(id), { state: 'dead', reason });
  }

  deadLetterTaken({ id }: Delivery, reason: string): Promise<void> {
    return this.deadLetter(id, reason);
  }

  async deadLetters() {
    return { total: 0, deadLetters: [] };
  }

  async replayDead(): Promise<number> {
    return 0;
  }

  async depths() {
    return [];
  }
  async depth() {
    return { waiting: 0, dead: 0, oldestMs: 0 };
  }

  onDue(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  ring(): void {
    for (const listener of this.listeners) listener();
  }

  private row(id: string): Row {
    const row = this.rows.get(id);
    if (!row) throw new Error(`no row ${id}`);
    return row;
  }

  private requireWhole(): void {
    if (this.isBroken) throw new CairnError('truth/unavailable', 'the disk is gone');
  }
}

type Handler = (payload: Payload<'memory.written'>) => Promise<unknown>;

const started: EmbeddedTransport[] = [];

function start(handlers: Partial<Record<EventPattern, Handler>>, options: Partial<EmbeddedTransportOptions> = {}) {
  const outbox = new ListOutbox();
  const transport = new EmbeddedTransport(outbox, {
    subscriptions: everySubscriber({ attempts: 3 }),
    backoffMs: () => 5,
    ...options,
  });
  for (const [pattern, handler] of Object.entries(handlers)) transport.addHandler(pattern, handler as never, true);
  transport['logger'].warn = () => {};
  transport.listen(() => {});
  started.push(transport);
  return { outbox, transport };
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((transport) => transport.close()));
});

/** Waits for a condition, at most two seconds. */
async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 2_000; !condition();) {
    if (Date.now() > end) throw new Error(`not within two seconds: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

it('completes what succeeds at a later attempt, also when the failure came as a stream', async () => {
  let attempts = 0;
  const { outbox } = start({
    [WORDS]: async () => (attempts++ === 0 ? throwError(() => new Error('once')) : undefined),
  });
  const row = outbox.add(WORDS);
  await until(() => row.state === 'done');

  expect(attempts).toBe(2);
});

it('says of all that its deliveries wait for one cause, however many and however often', async () => {
  let [attempts, isAway] = [0, true];
  const { outbox, transport } = start({
    [VECTORS]: async () => {
      attempts++;
      if (isAway) throw new CairnError('embedder/unavailable', 'the model is away');
    },
  });
  const causes = new Set<string>();
  transport['logger'].warn = ({ cause }: { cause: string }) => causes.add(cause);
  const rows = Array.from({ length: 5 }, () => outbox.add(VECTORS));
  await until(() => attempts > 40);
  isAway = false;
  await until(() => rows.every((row) => row.state === 'done'));

  expect([...causes]).toEqual([expect.stringContaining('the model is away')]);
});

it('buries a payload of a version it does not know, unhandled', async () => {
  let attempts = 0;
  const { outbox } = start({ [WORDS]: async () => attempts++ });
  const row = outbox.add(WORDS, { v: 2 as never });
  await until(() => row.state === 'dead');

  expect(row.reason).toContain('not of version 1');
  expect(attempts).toBe(0);
});

it('keeps other patterns, and its own other places, moving while handlers are slow', async () => {
  const { opened, open } = gate();
  const slow = outboxId();
  const { outbox } = start(
    { [VECTORS]: (payload) => (payload.outboxId === slow ? opened : Promise.resolve()), [WORDS]: async () => {} },
    { subscriptions: everySubscriber({ concurrency: 2 }) },
  );
  const stuck = outbox.add(VECTORS, { outboxId: slow });
  const rows = Array.from({ length: 40 }, (_, n) => outbox.add(n % 2 ? WORDS : VECTORS));
  await until(() => rows.every((row) => row.state === 'done'));

  expect(stuck.state).toBe('claimed');
  open();
  await until(() => stuck.state === 'done');
});

it('handles no more at once than it has places for', async () => {
  let [running, most, done] = [0, 0, 0];
  const { outbox } = start({
    [VECTORS]: async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running--;
      done++;
    },
  });
  for (let n = 0; n < 300; n++) outbox.add(VECTORS);
  await until(() => done === 300);

  expect(most).toBe(16);
  expect(outbox.claims.length).toBeLessThan(120);
});

it('goes on after the truth was away', async () => {
  const { outbox } = start({ [WORDS]: async () => {} });
  outbox.isBroken = true;
  const row = outbox.add(WORDS);
  await until(() => outbox.claimsTried > 1);
  expect(row.state).toBe('waiting');

  outbox.isBroken = false;
  outbox.ring();
  await until(() => row.state === 'done');
});

const outboxId = () => uuid();

it('handles without hurry, also what a request that is in a hurry brought about', async () => {
  const seen: boolean[] = [];
  const { outbox } = start({ [WORDS]: async () => void seen.push(isLowPriority()) });
  const row = outbox.add(WORDS);
  await until(() => row.state === 'done');

  expect([...seen, isLowPriority()]).toEqual([true, false]);
});
