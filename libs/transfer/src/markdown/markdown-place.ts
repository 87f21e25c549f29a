import { statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { checkoutOf } from '@cairn/importers';
import type { MarkdownKind } from '@cairn/importers';

/**
 * Vault or repository that contains a Markdown folder. Files are named by their paths in the vault or repository, so
 * that a file has the same name whichever folder is imported.
 */
export interface MarkdownPlace {
  readonly source: string;
  /** Path of the folder inside the vault or repository; empty for its root. */
  readonly below: string;
}

/**
 * Finds the vault or repository of a folder and names the source after it. If there is none, the folder itself is the
 * source.
 */
export async function markdownPlaceOf(
  kind: MarkdownKind,
  folder: string,
  name: string | undefined,
): Promise<MarkdownPlace> {
  const vault = kind === 'markdown' ? findVaultAround(folder) : undefined;
  const type = vault === undefined ? kind : 'obsidian';
  if (name !== undefined) return { source: `${type}:${name}`, below: '' };
  const checkout = vault === undefined ? await checkoutOf(folder) : undefined;
  const root = vault ?? checkout?.root ?? folder;
  const below = relative(root, folder).replaceAll('\\', '/');
  return { source: `${type}:${checkout?.repository ?? basename(root)}`, below };
}

/** Finds the Obsidian vault that contains a folder, by Obsidian's settings folder. */
function findVaultAround(folder: string): string | undefined {
  for (let root = folder; ; root = dirname(root)) {
    if (statSync(join(root, '.obsidian'), { throwIfNoEntry: false })?.isDirectory()) return root;
    if (dirname(root) === root) return undefined;
  }
}
