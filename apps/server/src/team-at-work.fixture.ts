import { setTimeout as delay } from 'node:timers/promises';
import type { GenerationSummary, IndexTarget, RecallResponse, VerifyResponse } from '@cairn/contracts';
import { until } from '@cairn/testing';

interface Outcome {
  readonly reads: number;
  readonly writes: number;
  /** Faults that a reader or writer observed. */
  readonly failures: readonly string[];
}

const PATIENCE_MS = 90_000;
const BETWEEN_LOOKS_MS = 50;
const BETWEEN_READS_MS = 20;
/** Pause between writes, long enough for an index to keep up on a busy machine. */
const BETWEEN_WRITES_MS = 100;
const AT_ONCE = 4;
const LOOKED_FOR = 100;

/** Test team that writes and recalls over HTTP while its operator maintains the indexes. */
export class TeamAtWork {
  /** Polls with a pause between, so that polling is not the load. */
  readonly until = (condition: () => Promise<boolean>) =>
    until(async () => (await condition()) || delay(BETWEEN_LOOKS_MS, false), PATIENCE_MS);
  private readonly url: string;
  private readonly key: string;
  private count = 0;
  private reads = 0;
  private writes = 0;
  private readonly failures: string[] = [];
  private isWorking = false;
  private working: Promise<unknown> = Promise.resolve();

  constructor(url: string, key: string) {
    this.url = url;
    this.key = key;
  }

  get stored(): number {
    return this.count;
  }

  /** Stores this many further facts and waits until they are indexed. */
  async remember(many: number): Promise<void> {
    const first = this.count;
    this.count += many;
    const memories = Array.from({ length: many }, (_, at) => ({ ...factOf(first + at), store: 'semantic' }));
    for (let at = 0; at < many; at += 100) {
      const { status, json } = await this.ask('POST', '/v1/memories', memories.slice(at, at + 100));
      if (status !== 201) throw new Error(JSON.stringify(json));
    }
    await this.indexed();
  }

  startWorking(): void {
    this.isWorking = true;
    this.working = Promise.all([this.readRepeatedly(1), this.readRepeatedly(7), this.keepWriting()]);
  }

  async stopWorking(): Promise<Outcome> {
    this.isWorking = false;
    await this.working;
    await this.indexed();
    return { reads: this.reads, writes: this.writes, failures: this.failures };
  }

  /** Waits until the team has read and written more, and every process knows of a switch. */
  async works(): Promise<void> {
    const [reads, writes] = [this.reads + 20, this.writes + 5];
    await this.until(async () => this.reads >= reads && this.writes >= writes);
    await delay(1_500);
  }

  /** Facts, a hundred spread over all, that are not the first hit of their question. */
  async lost(): Promise<string[]> {
    const step = Math.max(1, Math.floor(this.count / LOOKED_FOR));
    const numbers = Array.from({ length: Math.ceil(this.count / step) }, (_, at) => this.count - 1 - at * step);
    const problems: string[] = [];
    while (numbers.length > 0) {
      const found = await Promise.all(numbers.splice(0, AT_ONCE).map((each) => this.problemWith(each)));
      problems.push(...found.filter((problem) => problem !== undefined));
    }
    return problems;
  }

  /** Writes one memory and waits until it is indexed. */
  async write(title: string, content: string): Promise<void> {
    await this.done('POST', '/v1/memories', { title, content, store: 'semantic' });
    await this.indexed();
  }

  async begin(target: IndexTarget): Promise<GenerationSummary> {
    return this.done('POST', '/v1/generations', { target });
  }

  async switchTo(id: string, body: { force?: boolean } = {}): Promise<void> {
    await this.until(async () => {
      const { status, json } = await this.ask('POST', `/v1/generations/${id}/switch`, body);
      if (status !== 200 && status !== 409) throw new Error(JSON.stringify(json));
      return status === 200;
    });
  }

  retire(id: string): Promise<unknown> {
    return this.done('DELETE', `/v1/generations/${id}`);
  }

  verify(id: string): Promise<VerifyResponse> {
    return this.done('POST', `/v1/generations/${id}/verify`, {});
  }

  async generations(target: IndexTarget): Promise<GenerationSummary[]> {
    const { generations } = await this.done<{ generations: GenerationSummary[] }>('GET', '/v1/generations');
    return generations.filter((each) => each.target === target);
  }

  async generation(id: string): Promise<GenerationSummary> {
    const target = id.split('-')[0] as IndexTarget;
    return (await this.generations(target)).find((each) => each.id === id)!;
  }

  filled(id: string): Promise<void> {
    return this.until(async () => (await this.generation(id)).filledAt !== null);
  }

  async ask(method: string, path: string, body?: unknown): Promise<{ status: number; json: unknown }> {
    const headers = { authorization: `Bearer ${this.key}`, ...(body ? { 'content-type': 'application/json' } : {}) };
    const response = await fetch(this.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    return { status: response.status, json: await response.json() };
  }

  private async done<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const { status, json } = await this.ask(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
    return json as Answer;
  }

  /** Asks for facts that are already indexed. */
  private async readRepeatedly(step: number): Promise<void> {
    const known = this.count;
    for (let number = step; this.isWorking; number += step, this.reads++) {
      const problem = await this.problemWith(number % known).catch(String);
      if (problem) this.failures.push(problem);
      await delay(BETWEEN_READS_MS);
    }
  }

  private async keepWriting(): Promise<void> {
    for (; this.isWorking; this.writes++) {
      const { status } = await this.ask('POST', '/v1/memories', { ...factOf(this.count++), store: 'semantic' });
      if (status !== 201) this.failures.push(`a write was answered with ${status}`);
      await delay(BETWEEN_WRITES_MS);
    }
  }

  /** Problem with the answer for a fact: a query in another model's half is near nothing, and `degraded` names an index that refuses. */
  private async problemWith(number: number): Promise<string | undefined> {
    const { title, content } = factOf(number);
    for (const recipe of ['vectors', 'words']) {
      const query = recipe === 'vectors' ? `${title}\n${content}` : title;
      const { status, json } = await this.ask('POST', '/v1/recall', { query, recipe, sources: 'memories', limit: 3 });
      const { hits = [], degraded = [] } = json as Partial<RecallResponse>;
      const [hit] = hits;
      const isFound = hit?.kind === 'memory' && hit.title === title;
      if (status !== 200 || degraded.length > 0 || !isFound)
        return `${recipe} for ${title}: ${status} degraded [${degraded}] first ${hit?.kind === 'memory' ? hit.title : 'none'}`;
    }
    return undefined;
  }

  private indexed(): Promise<void> {
    return this.until(async () => {
      const { index } = await this.done<{ index: { pending: Record<IndexTarget, number> } }>('GET', '/v1/recall/stats');
      return index.pending.words + index.pending.vectors === 0;
    });
  }
}

/** Facts with few words in common, so that one vector is near each of them. */
const factOf = (number: number) => ({
  title: `Fact q${number}x`,
  content: `w${number}a w${number}b w${number}c w${number}d w${number}e`,
});
