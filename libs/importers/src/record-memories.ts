import { READ_BY_IMPORTER, describeIssues, limits, MEANING_READ_BY_KEY, MemoryInput } from '@cairn/contracts';
import {
  FRONT_MATTER,
  isDecisionRecord,
  readDecisionRecord,
  recordAsMarkdown,
  recordFactsOf,
  recordTitleOf,
  type KnownRecord,
  type RecordFacts,
} from '@cairn/graph';
import { readNote, tagsOf, removeOwnHeadings } from '@cairn/notes';
import { readRecordDecision } from '@cairn/text';
import { documentTime } from './document-time.ts';
import type { ParsedLine, ReadOptions } from './parsed.ts';
import { partsOf } from './file-parts.ts';
import { hashOf } from './hash-of.ts';

/** File that may be a decision record: its path in the repository, and its text as Markdown. */
export interface RecordFile {
  readonly name: string;
  readonly text: string;
}

export const recordFileOf = (name: string, text: string): RecordFile => ({ name, text: recordAsMarkdown(name, text) });

/** Source of all decision records of one repository. Every kind of import of the records uses this source. */
export const sourceOfRecords = (repository: string): string => `adr:${repository}`;

/**
 * Decision records of a repository. They are read together, so that references among them are resolved. A record
 * becomes one memory, or several if the record is very long. A memory's id derives from path and text, so an unchanged
 * record gives the same memory, even if other records change what they say about it.
 */
export class Records {
  private readonly repository: string;
  private readonly records: readonly KnownRecord[];

  constructor(files: readonly RecordFile[], repository: string) {
    this.repository = repository;
    this.records = files
      .filter(({ name, text }) => isDecisionRecord(name, text))
      .map(({ name, text }) => ({ path: name, title: titleOf(name, text) }));
  }

  memoriesOf(file: RecordFile, { visibility }: ReadOptions): ParsedLine[] {
    const place = { file: file.name, line: 1 };
    if (file.text.trim() === '') return [{ type: 'blank', place }];
    if (!this.records.some(({ path }) => path === file.name))
      return [{ type: 'ignored', place, why: 'no decision record' }];
    const { parts, tooLong } = partsOf(file.text, this.statementsOf(file));
    const note = readNote(file.name, file.text);
    const facts = recordFactsOf(file.text);
    return [
      ...(note.problem === undefined ? [] : [{ type: 'failed', place, reason: note.problem } as const]),
      ...tooLong.map((line): ParsedLine => ({
        ...{ type: 'failed', place: { file: file.name, line } },
        reason: 'the line is too long',
      })),
      ...parts.map(({ content, entities, relations, startLine, endLine }) =>
        this.memoryOf(file, {
          ...{
            title: titleOf(file.name, file.text),
            content,
            entities,
            relations,
            facts,
            startLine,
            endLine,
            visibility,
          },
          tags: [...new Set(['adr', ...(facts.status ? [facts.status] : []), ...tagsOf(note, '')])],
        }),
      ),
    ];
  }

  private statementsOf({ name: path, text }: RecordFile) {
    const repository = this.repository.slice(0, limits.repository.max);
    return readDecisionRecord({ repository, path, text, saidAt: 0, memoryIdOf: () => '' }, this.records);
  }

  private memoryOf({ name }: RecordFile, part: RecordPart): ParsedLine {
    const { facts, startLine, endLine, visibility, title, content, tags, entities, relations } = part;
    const state = { ...(facts.status && { status: facts.status }), ...(facts.isRetired && { retired: 'true' }) };
    const { retimed, ...time } = documentTime(facts.date);
    const decides = readRecordDecision({ title, content });
    const fields = {
      ...{ store: 'semantic', category: 'decision', title: title.slice(0, 300).toWellFormed(), content, tags },
      ...(decides && { decides }),
      ...time,
    };
    const id = hashOf(JSON.stringify([fields, state])).slice(0, 16);
    const path = name.slice(-400).toWellFormed();
    const parsed = MemoryInput.safeParse({
      ...fields,
      content: withoutHeading(content, title),
      ...{ entities, relations },
      source: sourceOfRecords(this.repository),
      externalId: `${path}#${id}`,
      provenance: {
        repository: this.repository,
        path,
        lines: `${startLine}-${endLine}`,
        ...state,
        ...(decides && { [MEANING_READ_BY_KEY]: READ_BY_IMPORTER }),
      },
      ...(visibility && { visibility }),
    });
    const place = { file: name, line: startLine };
    if (!parsed.success) return { type: 'failed', place, reason: describeIssues(parsed.error.issues, 'record') };
    return { type: 'memory', place, input: parsed.data, ...(retimed && { retimed }) };
  }
}

const titleOf = (name: string, text: string): string => recordTitleOf(name, text, readNote(name, text).title);

/** Removes the heading of a record. The front matter stays, since a record may state its status only there. */
function withoutHeading(text: string, title: string): string {
  const frontMatter = FRONT_MATTER.exec(text)?.[0] ?? '';
  return frontMatter + removeOwnHeadings(text.slice(frontMatter.length), [title]);
}

interface RecordPart extends Pick<ReadOptions, 'visibility'> {
  readonly title: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly entities: MemoryInput['entities'] | readonly unknown[];
  readonly relations: MemoryInput['relations'] | readonly unknown[];
  readonly facts: RecordFacts;
  readonly startLine: number;
  readonly endLine: number;
}
