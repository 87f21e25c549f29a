import { chatExportIn, readChatExport } from './chat-export.ts';
import { chatJsonlIn, readChatJsonl } from './chat-jsonl.ts';
import { readClaudeCodeTranscripts, SIDE_FOLDERS, transcriptsIn } from './claude-code.ts';
import { codexSessionsIn, readCodexSessions } from './codex.ts';
import type { Parsed, ReadableFile, ReadOptions } from './parsed.ts';
import { readSlackExport, slackExportIn } from './slack-export.ts';

/** How conversations of one origin are found among files and read, on the command line as in the console. */
export interface ImportKind {
  /** Which files of a folder are looked at. Levels are a limit, so that a folder that somehow holds itself ends. */
  readonly below: { readonly wanted: RegExp; readonly levels: number; readonly skip?: ReadonlySet<string> };
  /** One file alone says nothing. */
  readonly isFolder?: boolean;
  /**
   * What it means that a message is there with another text: that it cannot be stored, or that it is there. A session
   * that carries another one on repeats its turns under their old ids, which is no fault of the person who imports.
   */
  readonly conflicts: 'fail' | 'present';
  readonly choose: (files: readonly ReadableFile[]) => readonly ReadableFile[];
  readonly read: (files: readonly ReadableFile[], options: ReadOptions) => AsyncGenerator<Parsed>;
}

const JSONL = /\.jsonl$/;

const chatExport: ImportKind = {
  below: { wanted: /\.json$/, levels: 1 },
  conflicts: 'present',
  choose: chatExportIn,
  read: readChatExport,
};

export const importKinds = {
  'claude-code': {
    below: { wanted: JSONL, levels: 4, skip: SIDE_FOLDERS },
    conflicts: 'present',
    choose: transcriptsIn,
    read: readClaudeCodeTranscripts,
  },
  // Year, month and day, below `sessions`.
  codex: {
    below: { wanted: JSONL, levels: 5 },
    conflicts: 'present',
    choose: codexSessionsIn,
    read: readCodexSessions,
  },
  chatgpt: chatExport,
  'claude-ai': chatExport,
  slack: {
    below: { wanted: /\.json$/, levels: 2 },
    isFolder: true,
    conflicts: 'present',
    choose: slackExportIn,
    read: readSlackExport,
  },
  chat: {
    below: { wanted: /\.jsonl(?:\.gz)?$/, levels: 2 },
    conflicts: 'fail',
    choose: chatJsonlIn,
    read: readChatJsonl,
  },
} as const satisfies Readonly<Record<string, ImportKind>>;
export type ImportKindName = keyof typeof importKinds;
