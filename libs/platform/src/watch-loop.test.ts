import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from '@jest/globals';

const FIXTURE = fileURLToPath(new URL('./watch-loop.fixture.ts', import.meta.url));
const started: ChildProcess[] = [];

afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')));

async function aProcess({ seconds }: { readonly seconds: number }) {
  const child = spawn(process.execPath, ['--no-warnings', FIXTURE, String(seconds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  started.push(child);
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  await once(reader, 'line');
  const { port } = JSON.parse(lines[0]!) as { port: number };
  return {
    child,
    lines,
    ended,
    ask: (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then((answer) => answer.text()),
  };
}

describe('a watched loop', () => {
  it.each([
    ['/stuck', 'turnsForEver'],
    ['/stuck-in-expression', 'looksForEver'],
  ])('ends the process that %s keeps from getting on, with its stack in the log', async (path, name) => {
    const { ask, ended, lines } = await aProcess({ seconds: 1 });

    ask(path).catch(() => undefined);

    expect(await ended).toEqual([null, 'SIGKILL']);
    const { level, stack, msg } = JSON.parse(lines.at(-1)!) as { level: string; stack: string[]; msg: string };
    expect({ level, msg }).toEqual({ level: 'fatal', msg: expect.stringContaining('CAIRN_STUCK_SECONDS') });
    expect(stack.join('\n')).toContain(name);
  });

  it('is not taken for stuck when the process was stopped for longer, and hears a SIGTERM afterwards', async () => {
    const { child, ask, ended } = await aProcess({ seconds: 1 });

    child.kill('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    child.kill('SIGCONT');

    expect(await ask('/')).toBe('answered');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('is left alone with 0 seconds', async () => {
    const { ask, child, ended } = await aProcess({ seconds: 0 });

    expect(await ask('/')).toBe('answered');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
