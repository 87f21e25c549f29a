import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keepLoopbackDirect } from '@cairn/client';
import { isInstalled } from '@cairn/platform/own-program';
import { exitCodes } from './context/exit-codes.ts';
import { runCli } from './run-cli.ts';

const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());
process.once('SIGTERM', () => interruption.abort());

// A program such as `head` closes the pipe before all output is written, which is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.done.code);
  process.stderr.write(`cairn failed: ${error.message}\n`);
  process.exit(exitCodes.failed.code);
});

keepLoopbackDirect(process.env);
process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  home: homedir(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  serverBundle: serverBundle(),
  startedBy: { program: process.argv0, script: process.argv[1] ?? '' },
  // An installed program runs in any folder, and must find the same data in each.
  ...(isInstalled(process.argv[1]) && { defaultDataDir: join(homedir(), '.cairn') }),
  interrupted: interruption.signal,
  exitCode: 0,
});

/** Path of the server's bundle: next to this bundle, or in the build folder when this file runs from source. */
function serverBundle(): string {
  const beside = fileURLToPath(new URL('./all-in-one.mjs', import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL('../../../dist/all-in-one.mjs', import.meta.url));
}
