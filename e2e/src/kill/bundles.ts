import { execFileSync } from 'node:child_process';

/** Builds the product as its sources are now, and says where it lies. */
export function soundBundle(): string {
  build();
  return 'dist';
}

/** Builds it with a named bug of tools/mutations.ts. */
export function mutatedBundle(name: string): string {
  build('--mutate', name);
  return `dist-${name}`;
}

const build = (...options: string[]) =>
  execFileSync(process.execPath, ['tools/build.mjs', '--quiet', ...options], { encoding: 'utf8', stdio: 'pipe' });
