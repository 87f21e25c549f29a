import { execFileSync } from 'node:child_process';

/** Builds the product unless it is of the current sources, and returns the folder. */
export function soundBundle(): string {
  build();
  return 'dist';
}

/** The same with a deliberate bug of tools/mutations.ts. */
export function mutatedBundle(name: string): string {
  build('--mutate', name);
  return `dist-${name}`;
}

const build = (...options: string[]) =>
  execFileSync(process.execPath, ['tools/build.mjs', '--quiet', '--unless-fresh', ...options], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
