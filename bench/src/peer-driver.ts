import { createInterface } from 'node:readline';

export interface DrivenItem {
  readonly id: string;
  readonly text: string;
}

interface Driven {
  add(items: readonly DrivenItem[]): Promise<void>;
  ask(query: string, limit: number): Promise<{ ids: readonly string[]; text: string }>;
}

type Call = { readonly add: readonly DrivenItem[] } | { readonly ask: string; readonly limit: number };

/** Reads calls line by line, and answers each with a line, as `startDriver` expects. */
export async function serveDriver(driven: Driven): Promise<void> {
  const say = (answer: object) => process.stdout.write(`${JSON.stringify(answer)}\n`);
  say({ ok: true });
  for await (const line of createInterface({ input: process.stdin })) {
    const call = JSON.parse(line) as Call;
    try {
      if ('ask' in call) say(await driven.ask(call.ask, call.limit));
      else {
        await driven.add(call.add);
        say({ ok: true });
      }
    } catch (error) {
      say({ error: error instanceof Error ? error.message : String(error) });
    }
  }
}
