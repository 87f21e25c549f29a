import { proseOf } from '@cairn/notes';
import type { SafeFolder } from '../sync/safe-folder.ts';
import type { MarkdownFile } from './find-markdown.ts';

/**
 * Folders and files in which agent clients keep rules. AGENTS.md and CLAUDE.md are found in every folder and are not listed
 * here.
 */
const ruleFolders: readonly { readonly folder: string; readonly wanted: RegExp }[] = [
  { folder: '.claude/rules', wanted: /\.md$/iu },
  { folder: '.cursor/rules', wanted: /\.mdc?$/iu },
  { folder: '.windsurf/rules', wanted: /\.md$/iu },
  { folder: '.clinerules', wanted: /\.md$/iu },
  { folder: '.github/instructions', wanted: /\.md$/iu },
  { folder: '.github', wanted: /^copilot-instructions\.md$/iu },
];

/** Maximum depth to which imports are followed, as in Claude Code. */
const IMPORT_DEPTH_MAX = 5;
const FILES_MAX = 1_000;
const FOLDER_LEVELS_MAX = 8;
const IMPORTED_FILE = /(?:^|\s)@([^\s@]+\.\w+)/gu;

/**
 * Adds to the given files the rule files in clients' folders, and the files below the folder that rule files import
 * (`@docs/style.md`).
 */
export function withRuleFiles(folder: SafeFolder, found: readonly MarkdownFile[]): MarkdownFile[] {
  const files = new Map(found.map((file) => [file.name, file]));
  for (const { folder: below, wanted } of ruleFolders)
    for (const file of filesIn(folder, below, wanted, FOLDER_LEVELS_MAX)) files.set(file.name, file);
  let edge = [...files.values()];
  for (let depth = 0; depth < IMPORT_DEPTH_MAX && edge.length > 0; depth += 1) {
    edge = edge.flatMap((file) => importsOf(folder, file)).filter(({ name }) => !files.has(name));
    for (const file of edge) if (files.size < FILES_MAX) files.set(file.name, file);
  }
  return [...files.values()];
}

function filesIn(folder: SafeFolder, below: string, wanted: RegExp, levels: number): MarkdownFile[] {
  return entriesOf(folder, below).flatMap((entry) => {
    const name = `${below}/${entry.name}`;
    if (entry.isDirectory()) return levels > 0 && below !== '.github' ? filesIn(folder, name, wanted, levels - 1) : [];
    return entry.isFile() && wanted.test(entry.name) ? fileAt(folder, name) : [];
  });
}

function entriesOf(folder: SafeFolder, below: string) {
  try {
    return folder.entries(below);
  } catch {
    return [];
  }
}

function fileAt(folder: SafeFolder, name: string): MarkdownFile[] {
  const mark = folder.mark(name);
  return mark ? [{ path: `${folder.root}/${name}`, name, bytes: mark.size, writtenAt: mark.mtimeMs }] : [];
}

function importsOf(folder: SafeFolder, { name }: MarkdownFile): MarkdownFile[] {
  const text = folder.read(name)?.bytes.toString('utf8') ?? '';
  const targets = [...proseOf(text).matchAll(IMPORTED_FILE)].map(([, target = '']) => target);
  return [...new Set(targets)].flatMap((target) => {
    const path = resolveBelow(name, target);
    return path === undefined ? [] : fileAt(folder, path);
  });
}

/** Resolves a target to a path below the folder; undefined if the target is outside it or in the home folder. */
function resolveBelow(name: string, target: string): string | undefined {
  if (/^[~/]/u.test(target)) return undefined;
  const parts = name.split('/').slice(0, -1);
  for (const part of target.split('/'))
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '.' && part !== '') parts.push(part);
  return parts.join('/');
}
