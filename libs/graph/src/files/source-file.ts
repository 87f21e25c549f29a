import type { Mention, RuleStatement, Statement, Statements } from '@cairn/contracts';
import { normalisePath } from '../entity.ts';

/** A file of a repository, and what is known about its reading. */
export interface SourceFile {
  readonly repository: string;
  /** Below the root of the repository. */
  readonly path: string;
  readonly text: string;
  /** When the file was as it is, epoch ms; 0 is unknown. */
  readonly saidAt: number;
  /** The item that a line becomes; from 1. */
  readonly memoryIdOf: (line: number) => string;
}

/** The statements of a file, and the lines that could not be used, with the reason. */
export interface ReadStatements extends Statements {
  readonly failed: readonly { readonly line: number; readonly reason: string }[];
}

/** Gathers what one file says. Each statement names the file and its line. */
export class FileStatements implements ReadStatements {
  readonly statements: Statement[] = [];
  readonly rules: RuleStatement[] = [];
  readonly failed: { line: number; reason: string }[] = [];

  private readonly file: SourceFile;

  constructor(file: SourceFile) {
    this.file = file;
  }

  say(from: Mention, type: string, to: Mention, line: number): void {
    const { saidAt } = this.file;
    const evidence = this.evidenceOf(line);
    this.statements.push({ from, type, to, says: 'holds', confidence: 1, saidAt, evidence });
  }

  rule(rule: Omit<RuleStatement, 'evidence' | 'confidence' | 'repository'>, line: number): void {
    const { repository } = this.file;
    this.rules.push({ ...rule, repository, confidence: 1, evidence: this.evidenceOf(line) });
  }

  fail(line: number, reason: string): void {
    this.failed.push({ line, reason });
  }

  private evidenceOf(line: number) {
    const { repository, path, memoryIdOf } = this.file;
    return { memoryId: memoryIdOf(line), repository, path, line };
  }
}

/** Where the folder of a file is; the root is the empty string. */
export function folderOf(path: string): string {
  return path.split('/').slice(0, -1).join('/');
}

/** The path of a target from the root of the repository, as written in a file of the folder. */
export function resolved(folder: string, target: string): string {
  const parts: string[] = target.startsWith('/') ? [] : folder.split('/');
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return normalisePath(parts.join('/'));
}

/** A person or a team of a code host: `@name`, `@organisation/team`, or an e-mail address. */
export function handleOf(written: string): Mention {
  if (written.includes('@') && !written.startsWith('@')) return { type: 'person', name: written };
  const bare = written.replace(/^@/u, '');
  return { type: bare.includes('/') ? 'team' : 'person', name: `@${bare}`, aliases: [bare] };
}
