import { execFileSync } from 'node:child_process';

/** Builds the product from the current sources, and returns the folder. */
export function soundBundle(): string {
  build();
  return 'dist';
}

/** Builds it with a deliberate bug of tools/mutations.ts. */
export function mutatedBundle(name: string): string {
  build('--mutate', name);
  return `dist-${name}`;
}

const build = (...options: string[]) =>
  execFileSync(process.execPath, ['tools/build.mjs', '--quiet', ...options], { encoding: 'utf8', stdio: 'pipe' });
