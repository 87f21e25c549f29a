import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The built console, which the server sends with gzip. */
const folder = join(__dirname, '../../dist/console');

/** Limit on the bytes of the first page load: the page, what it imports, and the screen Home. */
const FIRST_LOAD_BYTES = 300_000;

const textOf = (path: string) => readFileSync(join(folder, path), 'utf8');

/** Files that a script imports before it runs. Screens are imported dynamically, and so are no part of it. */
const importsOf = (script: string) =>
  [...textOf(script).matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+)["']/g)].map(([, name]) => `assets/${name}`);

function loadedWith(paths: readonly string[]): Set<string> {
  const loaded = new Set<string>();
  const waiting = [...paths];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (loaded.has(path)) continue;
    loaded.add(path);
    if (path.endsWith('.js')) waiting.push(...importsOf(path));
  }
  return loaded;
}

it('loads at most 300 KB before Home is shown', () => {
  const named = [...textOf('index.html').matchAll(/(?:src|href)="\/console\/(assets\/[^"]+)"/g)].map(
    ([, path]) => path!,
  );
  const ofHome = readdirSync(join(folder, 'assets')).filter((name) => /^home-.*\.(js|css)$/.test(name));

  const loaded = loadedWith([...named, ...ofHome.map((name) => `assets/${name}`)]);
  const bytes = [...loaded].reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, path))).length, 0);

  expect(named.length).toBeGreaterThan(2);
  expect(ofHome.length).toBeGreaterThan(0);
  expect([bytes, bytes <= FIRST_LOAD_BYTES]).toEqual([bytes, true]);
  process.stdout.write(`console: ${loaded.size} files of ${bytes} bytes before Home is shown\n`);
});
