import { resolve } from 'node:path';
import { isForeignFile, markdownFiles, type MarkdownKind } from '@cairn/importers';
import { TransferFailure } from '../failure.ts';
import type { Importer } from '../imports/importer.ts';
import { applyFileState } from '../imports/settle-files.ts';
import { SafeFolder } from '../sync/safe-folder.ts';
import { findMarkdown, type MarkdownFile } from './find-markdown.ts';
import { markdownPlaceOf } from './markdown-place.ts';
import { readMarkdown } from './read-markdown.ts';
import { withRuleFiles } from './rule-files.ts';

/** Imports Markdown of one kind below a folder, and archives memories that the files no longer contain. */
export async function markdownImporter(kind: MarkdownKind, path: string, name: string | undefined): Promise<Importer> {
  const { wanted, names } = markdownFiles[kind];
  const folder = openFolder(path);
  const found = findFiles(folder, wanted);
  const matching = kind === 'rules' ? found.filter((file) => !isForeignFile(file)) : found;
  const files = kind === 'rules' ? withRuleFiles(folder, matching) : matching;
  if (files.length === 0) throw new TransferFailure(`${resolve(path)} has none of: ${names}`);
  const { source, below } = await markdownPlaceOf(kind, folder.root, name);
  const externalIds = new Set<string>();
  const failed = new Set<string>();
  return {
    files,
    // A section that moved to other lines counts as present.
    conflicts: 'present',
    read: async function* (options) {
      for await (const parsed of readMarkdown(folder, files, { ...options, kind, source, below })) {
        if (parsed.type === 'failed') failed.add(parsed.place.file);
        if (parsed.type === 'memory') externalIds.add(parsed.input.externalId ?? '');
        yield parsed;
      }
    },
    settle: (client, signal) =>
      applyFileState(client, {
        ...{ source, said: externalIds, failed, signal },
        within: (file) => below === '' || file.startsWith(`${below}/`),
      }),
  };
}

function openFolder(path: string): SafeFolder {
  try {
    return new SafeFolder(path);
  } catch (cause) {
    throw new TransferFailure(`${resolve(path)} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

function findFiles(folder: SafeFolder, wanted: RegExp): MarkdownFile[] {
  return findMarkdown(folder).filter(({ name }) => wanted.test(name));
}
