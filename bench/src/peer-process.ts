import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { PeerItem, RunningPeer } from './peer.ts';

const Answer = z.union([
  z.object({ ids: z.array(z.string()), text: z.string() }),
  z.object({ error: z.string() }),
  z.object({ ok: z.literal(true) }),
]);
/** Time in which a driver whose input has ended should end itself. */
const CLOSE_MS = 5_000;

type Answer = z.infer<typeof Answer>;

/**
 * Starts a system that is a library in a process of its own: a driver reads `{add: [{id, text}]}` or `{ask, limit}` a line and
 * answers each with a line, `{ok: true}`, `{ids, text}` or `{error}`. It answers `{ok: true}` first, when it is ready.
 */
export async function startDriver(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<RunningPeer> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  const complaints: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => complaints.push(line));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async (): Promise<Exclude<Answer, { error: string }>> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`its process ended: ${reasonIn(complaints)}`);
      // Libraries write to the standard output, too.
      if (!value.startsWith('{')) continue;
      const parsed = Answer.parse(JSON.parse(value));
      if ('error' in parsed) throw new Error(parsed.error);
      return parsed;
    }
  };
  const call = (body: object) => {
    child.stdin.write(`${JSON.stringify(body)}\n`);
    return answer();
  };
  await answer();
  return {
    pid: child.pid,
    async add(items: readonly PeerItem[]) {
      await call({ add: items.map(({ id, text }) => ({ id, text })) });
    },
    settle: () => Promise.resolve(),
    async ask(query, limit) {
      const found = await call({ ask: query, limit });
      if (!('ids' in found)) throw new Error('it answered a question without ids');
      return found;
    },
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.stdin.end();
      // A system that is stopped while it works on a call does not see the end of its input.
      const killing = setTimeout(() => child.kill('SIGKILL'), CLOSE_MS);
      await exit;
      clearTimeout(killing);
    },
  };
}

/** Line of a process's complaints that says most. */
const reasonIn = (complaints: readonly string[]): string =>
  complaints.find((line) => /error|fail/i.test(line))?.trim() ?? complaints.at(-1) ?? 'no reason given';
