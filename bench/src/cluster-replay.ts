import type { Embedder } from '@cairn/ports';
import { Client } from 'pg';
import { Agent } from 'undici';
import { send, wavesOf, type HttpCall, type SentCall } from './cluster-recording.ts';
import type { Stores } from './cluster-stores.ts';
import type { RawTimes } from './speed-raw.ts';
import { timed } from './speed-statistics.ts';

/** Requests of one query's engine calls to the servers, by stage. */
export type SentByStage = Readonly<Record<Exclude<keyof RawTimes, 'embed'>, readonly SentCall[]>>;

/** Replays recorded requests by plain clients, to measure servers and network without adapters. Answers are read, not parsed. */
export class Replay {
  private readonly settings: Stores['settings'];
  private readonly embedder: Embedder;
  private readonly sent: ReadonlyMap<string, SentByStage>;
  private readonly agent = new Agent();
  private readonly client: Client;
  private ending: Promise<unknown> | undefined;

  private constructor(stores: Stores, embedder: Embedder, sent: ReadonlyMap<string, SentByStage>) {
    this.settings = stores.settings;
    this.embedder = embedder;
    this.sent = sent;
    // Pipelined, as our own connections are. The driver's types lack this option.
    const pipelined: object = { connectionString: stores.settings['POSTGRES_URL'], pipeline: true };
    this.client = new Client(pipelined);
  }

  static async open(stores: Stores, embedder: Embedder, sent: ReadonlyMap<string, SentByStage>): Promise<Replay> {
    const replay = new Replay(stores, embedder, sent);
    await replay.client.connect();
    return replay;
  }

  async time(query: string): Promise<RawTimes> {
    const embed = await timed(() => this.embedder.embed([query], 'query'));
    const times: Record<string, number> = {};
    for (const [stage, calls] of Object.entries(this.sent.get(query)!))
      times[stage] = (await timed(() => this.sendAll(calls))).ms;
    return { embed: embed.ms, ...(times as Omit<RawTimes, 'embed'>) };
  }

  async close(): Promise<void> {
    await this.ending;
    await Promise.all([this.client.end(), this.agent.close()]);
  }

  private async sendAll(calls: readonly SentCall[]): Promise<void> {
    for (const wave of wavesOf(calls)) await Promise.all(wave.map((call) => this.sendOne(call)));
  }

  private sendOne(call: SentCall): Promise<unknown> {
    if (call.server !== 'POSTGRES_URL') return this.fetch(call);
    const answer = this.client.query(call.query as string);
    if (call.query !== 'commit') return answer;
    // Nobody waits for the end of a transaction that only read, but the connection must outlive it.
    this.ending = answer;
    return Promise.resolve();
  }

  private async fetch(call: HttpCall): Promise<void> {
    const { origin } = new URL(this.settings[call.server]!);
    const { statusCode, body } = await send(this.agent, origin, call);
    await body.arrayBuffer();
    if (statusCode >= 400) throw new Error(`${call.method} ${call.path} answered ${statusCode} when it was sent again`);
  }
}
