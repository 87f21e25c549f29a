import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryImporter } from './repository-importer.ts';

it('tells which files hold rules for agents, since it does not read them', async () => {
  const root = mkdtempSync(join(tmpdir(), 'cairn-rules-'));
  for (const name of ['CODEOWNERS', 'CLAUDE.md', 'apps/web/AGENTS.md', '.claude/rules/db.md', 'docs/rules.md']) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), '* @ana\n');
  }

  const { files, unreadRules } = await repositoryImporter(root, 'acme/shop');

  expect(files.map(({ name }) => name)).toEqual(['CODEOWNERS']);
  expect(unreadRules).toEqual(['.claude/rules/db.md', 'CLAUDE.md', 'apps/web/AGENTS.md']);
  rmSync(root, { recursive: true });
});
