import { carried } from './manifests.ts';
import { nativeFilesOf, runtimes } from './runtimes.ts';

/** File of a package that is about to be packed. */
export interface PackedFile {
  readonly path: string;
  readonly text: () => string;
}

const always = ['package.json', 'README.md', 'LICENSE'];

const allowed = {
  program: [
    ...[...always, 'NOTICE', 'THIRD-PARTY-NOTICES', 'bin/cairn.mjs', 'dist/graph-app.html', 'dist/console/index.html'],
    /^dist\/[\w.-]+\.mjs$/,
    /^dist\/console\/assets\/[\w-]+\.(?:js|css|svg|woff2)$/,
    /^dist\/docs\/[\w./-]+\.(?:html|md|txt|json|svg|png|css|js)$/,
    ...Object.entries(carried).flatMap(([name, files]) => files.map((file) => `node_modules/${name}/${file}`)),
  ],
  runtime: [...always, 'dist/index.cjs', ...runtimes.flatMap(nativeFilesOf)],
};

const isText = /\.(?:[cm]?js|json|html|css|md)$/;

/** Text that no package may contain, with the reason. */
const forbidden: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  { pattern: /\bcairn_[A-Za-z0-9_-]{40,}/, reason: 'a key of Cairn' },
  { pattern: /-----BEGIN (?:RSA |EC )?PRIVATE KEY-----\s*[A-Za-z0-9+/]{20}/, reason: 'a private key' },
  { pattern: /\bnpm_[A-Za-z0-9]{36}\b|\bgh[pousr]_[A-Za-z0-9]{36}\b/, reason: 'a token' },
];

/** Faults of a package's files: a file that has no place in it, or a text that gives away what it should not. */
export function faultsOf(
  kind: keyof typeof allowed,
  files: readonly PackedFile[],
  { builtIn }: { readonly builtIn: string },
): string[] {
  const isAllowed = (path: string) =>
    allowed[kind].some((one) => (typeof one === 'string' ? one === path : one.test(path)));
  const strangers = files.filter(({ path }) => !isAllowed(path)).map(({ path }) => `${path} is not expected`);
  const texts = files.filter(({ path }) => isText.test(path)).map(({ path, text }) => ({ path, text: text() }));
  const told = texts.flatMap(({ path, text }) => [
    ...forbidden.filter(({ pattern }) => pattern.test(text)).map(({ reason }) => `${path} contains ${reason}`),
    ...(text.includes(builtIn) ? [`${path} names the folder in which it was built`] : []),
  ]);
  return [...strangers, ...told];
}
