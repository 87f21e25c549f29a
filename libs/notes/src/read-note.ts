import { chunkNote, type NoteChunk } from './chunk-note.ts';
import { frontMatterOf } from './front-matter.ts';
import { linesOf } from './lines.ts';
import { blocksOf, type Block } from './markdown-blocks.ts';
import { noteDateOf } from './note-date.ts';
import { linksOfBody, type NoteLink } from './note-links.ts';

export interface Note {
  /**
   * Title: the front matter's `title`; else the first heading that begins the note or has level 1; else the file name without
   * extension.
   */
  readonly title: string;
  /** Date of the note as `YYYY-MM-DD`, if it has one. */
  readonly date?: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly links: readonly NoteLink[];
  readonly chunks: readonly NoteChunk[];
  readonly totalLines: number;
  /** Fault in the note, such as broken front matter. */
  readonly problem?: string;
}

const CHUNK_CHARS_MAX = 1600;

/** Parses one Markdown file. `path` is its normalised path in the workspace. */
export function readNote(path: string, text: string): Note {
  const lines = linesOf(text);
  const { fields, bodyLine, problem } = frontMatterOf(lines);
  const body = lines.slice(bodyLine - 1);
  const blocks = blocksOf(body);
  const date = noteDateOf(path, fields);
  return {
    title: titleOf(path, fields, blocks),
    ...(date ? { date } : {}),
    fields,
    links: linksOfBody(body, { fromLine: bodyLine, blocksOf: () => blocks }),
    chunks: chunkNote(lines, { blocks, fromLine: bodyLine, charsMax: CHUNK_CHARS_MAX }),
    totalLines: lines.length,
    ...(problem ? { problem } : {}),
  };
}

function titleOf(path: string, { title }: Readonly<Record<string, unknown>>, blocks: readonly Block[]): string {
  if (typeof title === 'string' && title.trim() !== '') return title.trim();
  const ofWhole = blocks.find(({ heading }, at) => heading?.text && (at === 0 || heading.level === 1));
  return ofWhole?.heading?.text ?? (path.split('/').at(-1) ?? path).replace(/\.[^.]+$/, '');
}
