import { statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { checkoutOf } from '@cairn/importers';
import type { MarkdownKind } from './kinds.ts';

/** The larger whole that a folder of Markdown belongs to: files go by their paths in it, whichever of its folders is imported. */
export interface MarkdownPlace {
  readonly source: string;
  /** The path of the folder in it; empty: it is the whole. */
  readonly below: string;
}

/** A vault goes by its own name, a folder of a checkout by the repository's, any other by its own. */
export async function markdownPlaceOf(
  kind: MarkdownKind,
  folder: string,
  given: string | undefined,
): Promise<MarkdownPlace> {
  const vault = kind === 'markdown' ? vaultAround(folder) : undefined;
  const type = vault === undefined ? kind : 'obsidian';
  if (given !== undefined) return { source: `${type}:${given}`, below: '' };
  const checkout = vault === undefined ? await checkoutOf(folder) : undefined;
  const root = vault ?? checkout?.root ?? folder;
  const below = relative(root, folder).replaceAll('\\', '/');
  return { source: `${type}:${checkout?.repository ?? basename(root)}`, below };
}

/** The folder with the settings of Obsidian. */
function vaultAround(folder: string): string | undefined {
  for (let root = folder; ; root = dirname(root)) {
    if (statSync(join(root, '.obsidian'), { throwIfNoEntry: false })?.isDirectory()) return root;
    if (dirname(root) === root) return undefined;
  }
}
