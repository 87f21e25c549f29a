import { chatExportIn, readChatExport } from './chat-export.ts';
import { chatJsonlIn, readChatJsonl } from './chat-jsonl.ts';
import { readClaudeCodeTranscripts, SIDE_FOLDERS, transcriptsIn } from './claude-code.ts';
import { codexSessionsIn, readCodexSessions } from './codex.ts';
import type { ParsedLine, ReadableFile, ReadOptions } from './parsed.ts';
import { readSlackExport, slackExportIn } from './slack-export.ts';

/**
 * Kind of import: how its conversations are found among files, and how they are read. The command line and the console both use
 * it.
 */
export interface ImportKind {
  /** Files of a folder that are offered to `choose`. `levels` limits the depth of subfolders, so that a cycle of links ends. */
  readonly below: { readonly wanted: RegExp; readonly levels: number; readonly skip?: ReadonlySet<string> };
  /** True when the kind needs a whole folder, since a single file is incomplete. */
  readonly isFolder?: boolean;
  /**
   * Treatment of a message that is already stored with a different text: `fail` reports an error, `present` counts the
   * message as stored. A session that continues an earlier session repeats the earlier turns under their old ids, which
   * is not a mistake of the importing user.
   */
  readonly conflicts: 'fail' | 'present';
  readonly choose: (files: readonly ReadableFile[]) => readonly ReadableFile[];
  readonly read: (files: readonly ReadableFile[], options: ReadOptions) => AsyncGenerator<ParsedLine>;
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
  // Codex keeps sessions in folders for the year, month and day below `sessions`.
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
