import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { MemoryInput } from '@cairn/contracts';
import { readNeutralJsonl } from '@cairn/importers';
import type { DataSet } from './data-set.ts';

/** Lines of a file that hold one memory of the set, counted from 1. */
interface Section {
  readonly id: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** Memories of a set as Markdown files: one per record, with one section per memory. */
export interface WrittenNotes {
  readonly memories: readonly MemoryInput[];
  /** Texts of the files by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Sections of the files by path. */
  readonly sections: ReadonlyMap<string, readonly Section[]>;
}

/** Writes the memories of a set below a folder. A memory's title combines those of its record and its section. */
export async function writeNotes({ folder, memories: rows }: DataSet, into: string): Promise<WrittenNotes> {
  const memories: MemoryInput[] = [];
  for await (const parsed of readNeutralJsonl(folder)) if (parsed.type === 'memory') memories.push(parsed.input);
  const byRecord = Map.groupBy(memories, ({ externalId }) => rows.get(externalId ?? '')?.doc ?? externalId ?? '');
  const sections = new Map<string, Section[]>();
  const texts = new Map<string, string>();
  for (const [record, some] of byRecord) {
    const path = `${record}.md`;
    const { text, placed } = fileOf(some);
    sections.set(path, placed);
    texts.set(path, text);
    mkdirSync(dirname(join(into, path)), { recursive: true });
    writeFileSync(join(into, path), text);
  }
  return { memories, texts, sections };
}

function fileOf(memories: readonly MemoryInput[]): { text: string; placed: Section[] } {
  const [record = ''] = memories[0]!.title.split(' / ');
  const lines = [`# ${record}`, ''];
  const placed = memories.map(({ externalId, title, content }) => {
    const startLine = lines.length + 1;
    const heading = title.split(' / ').slice(1).join(' / ');
    lines.push(...(heading === '' ? [] : [`## ${heading}`, '']), ...content.split(/\r\n|\r|\n/), '');
    return { id: externalId ?? '', startLine, endLine: lines.length };
  });
  return { text: lines.join('\n'), placed };
}

/** Memory at these lines: the first one, if they begin with the heading of the record. */
export const memoryAt = (
  { sections }: WrittenNotes,
  { path, startLine, endLine }: { readonly path: string; readonly startLine: number; readonly endLine: number },
): string | undefined =>
  sections.get(path)?.find((section) => section.startLine <= endLine && startLine <= section.endLine)?.id;
