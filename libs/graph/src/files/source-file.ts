import type { Mention, RuleStatement, Statement, Statements } from '@cairn/contracts';
import { normalisePath } from '../entity.ts';
import { isTeamName } from '../read/team-name.ts';

/** A file of a repository to read statements from. */
export interface SourceFile {
  readonly repository: string;
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly text: string;
  /** The time of this version of the file, epoch ms; 0 if unknown. */
  readonly saidAt: number;
  /** Maps a line number, from 1, to the id of the memory that contains the line. */
  readonly memoryIdOf: (line: number) => string;
}

/** The statements and rules of a file, and the lines that could not be read, each with the reason. */
export interface ReadStatements extends Statements {
  readonly failed: readonly { readonly line: number; readonly reason: string }[];
}

/**
 * Collects the statements and rules of one file. The evidence of each statement and rule gives the file and the line.
 */
export class FileStatements implements ReadStatements {
  readonly statements: Statement[] = [];
  readonly rules: RuleStatement[] = [];
  readonly failed: { line: number; reason: string }[] = [];

  private readonly file: SourceFile;

  constructor(file: SourceFile) {
    this.file = file;
  }

  addStatement(from: Mention, type: string, to: Mention, line: number): void {
    const { saidAt } = this.file;
    const evidence = this.evidenceOf(line);
    this.statements.push({ from, type, to, says: 'holds', confidence: 1, saidAt, evidence });
  }

  addRule(rule: Omit<RuleStatement, 'evidence' | 'confidence' | 'repository'>, line: number): void {
    const { repository } = this.file;
    this.rules.push({ ...rule, repository, confidence: 1, evidence: this.evidenceOf(line) });
  }

  addFailure(line: number, reason: string): void {
    this.failed.push({ line, reason });
  }

  private evidenceOf(line: number) {
    const { repository, path, memoryIdOf } = this.file;
    return { memoryId: memoryIdOf(line), repository, path, line };
  }
}

/** The folder of a path. The root is the empty string. */
export function folderOf(path: string): string {
  return path.split('/').slice(0, -1).join('/');
}

/** Resolves a target that is written in a file of the folder to a path relative to the root of the repository. */
export function resolvePath(folder: string, target: string): string {
  const parts: string[] = target.startsWith('/') ? [] : folder.split('/');
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return normalisePath(parts.join('/'));
}

/** Reads a person or a team of a code host: `@name`, `@organisation/team`, `@platform-team`, or an e-mail address. */
export function handleOf(written: string): Mention {
  if (written.includes('@') && !written.startsWith('@')) return { type: 'person', name: written };
  const bare = written.replace(/^@/u, '');
  return { type: bare.includes('/') || isTeamName(`@${bare}`) ? 'team' : 'person', name: `@${bare}`, aliases: [bare] };
}
