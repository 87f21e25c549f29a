// Makes everything of a release but the push: packages, list of their parts, notes, and at last commit and tag.
//   npm run release -- [--version X.Y.Z] [--dry-run]     with --dry-run, only dist-packages/ is written
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, runProgram } from '../common/program.ts';
import { changelogOf, isNext, releaseNotes } from './changes.ts';

const STEP_TIMEOUT_MS = 15 * 60_000;
const out = join(root, 'dist-packages', 'release');
const changelogFile = join(root, 'CHANGELOG.md');

const { values } = parseArgs({
  options: { version: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
});
const { version: present } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const version = values.version ?? present;
const changelog = readFileSync(changelogFile, 'utf8');
const last = git('tag', '--list', 'v*', '--sort=-v:refname').split('\n')[0]?.slice(1) || undefined;

const filesWithImage = [
  ...['Dockerfile', 'docker-compose.yml', 'docs/operate/kubernetes.md', 'k8s/chart/Chart.yaml'],
  ...['k8s/base/kustomization.yaml', 'k8s/overlays/example/kustomization.yaml'],
];

requireReady();
if (!values['dry-run']) setVersion();
for (const program of ['tools/build.mjs', 'tools/packages.mjs', 'tools/npm/make.main.mjs']) await step(program);
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'notes.md'), releaseNotes({ changelog, commits: commitsSince(last) }));
writeFileSync(
  join(out, 'sbom.cdx.json'),
  npm('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'),
);
process.stdout.write(`Notes and the list of parts are in dist-packages/release.\n`);
if (values['dry-run']) process.stdout.write(`Nothing else was changed: this would be v${version}.\n`);
else commit();

function requireReady(): void {
  if (!isNext(version, last)) refuse(`${version} is no version above the last release, ${last ?? 'none'}.`);
  if (!values['dry-run'] && git('status', '--porcelain') !== '') refuse('Commit first: the tag must hold everything.');
}

/** Sets the version of every workspace, which the command line, the server and the console show, and that of the image. */
function setVersion(): void {
  const flags = ['--no-git-tag-version', '--workspaces', '--include-workspace-root', '--allow-same-version'];
  npm('version', version, ...flags, '--no-workspaces-update', '--ignore-scripts');
  for (const file of filesWithImage) {
    const path = join(root, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(present, version));
  }
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(changelogFile, changelogOf(changelog, { version, day }));
}

async function step(program: string): Promise<void> {
  const { exitCode, output } = await runProgram([program], { timeoutMs: STEP_TIMEOUT_MS });
  if (exitCode !== 0) refuse(`${program} failed:\n${output}`);
  process.stdout.write(output);
}

function commit(): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', `Version ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Version ${version}`);
  process.stdout.write(`Committed and tagged. The release workflow publishes it: git push --follow-tags\n`);
}

function commitsSince(tagged: string | undefined): string[] {
  const range = tagged === undefined ? 'HEAD' : `v${tagged}..HEAD`;
  return git('log', '--format=%s', range).split('\n').filter(Boolean);
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).trim();
}

function npm(...args: string[]): string {
  return execFileSync('npm', [...args, '--no-update-notifier'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
}

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
