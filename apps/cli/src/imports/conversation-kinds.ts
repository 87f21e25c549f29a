import { stat } from 'node:fs/promises';
import {
  claudeCodeProjects,
  codexHome,
  findChatExport,
  findChatJsonl,
  findClaudeCodeTranscripts,
  findCodexSessions,
  findSlackExport,
  readChatExport,
  readChatJsonl,
  readClaudeCodeTranscripts,
  readCodexSessions,
  readSlackExport,
} from '@cairn/importers';
import type { CliContext } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import type { Importer } from './importer.ts';

/** A kind of import that brings in what people said, to each other or to an agent. */
export interface ConversationKind {
  readonly name: string;
  readonly argument: '<path>' | '[path]';
  readonly path: string;
  readonly description: string;
  readonly importer: (path: string | undefined, context: CliContext) => Promise<Importer>;
}

const exportPath = 'the folder of the unpacked export, or its conversations.json';

/** A session that carries another one on repeats its turns under their old ids, which is no fault of the person who imports. */
export const conversationKinds: readonly ConversationKind[] = [
  {
    name: 'claude-code',
    argument: '[path]',
    path: "a transcript, a project's folder, or all projects (default: where Claude Code keeps them)",
    description:
      'Import what you and Claude Code said to each other; tool calls are left out, <private> spans and keys masked',
    importer: async (given, { env, home }) => {
      const path = await present(given ?? claudeCodeProjects(env, home));
      const files = found(await findClaudeCodeTranscripts(path), `no transcript (*.jsonl) in ${path}`);
      return { files, read: (options) => readClaudeCodeTranscripts(path, options), conflicts: 'present' };
    },
  },
  {
    name: 'codex',
    argument: '[path]',
    path: 'a session, or a folder of sessions (default: where Codex keeps them)',
    description:
      'Import what you and Codex said to each other; tool calls are left out, <private> spans and keys masked',
    importer: async (given, { env, home }) => {
      const path = await present(given ?? codexHome(env, home));
      const files = found(await findCodexSessions(path), `no session (rollout-*.jsonl) in ${path}`);
      return { files, read: (options) => readCodexSessions(files, options), conflicts: 'present' };
    },
  },
  ...(['chatgpt', 'claude-ai'] as const).map((name): ConversationKind => ({
    name,
    argument: '<path>',
    path: exportPath,
    description: `Import the conversations of an export of ${name === 'chatgpt' ? 'ChatGPT' : 'claude.ai'}`,
    importer: async (given = '') => {
      const path = await present(given);
      const files = found(await findChatExport(path), `no conversations.json in ${path}; unpack the export first`);
      return { files, read: (options) => readChatExport(files, options), conflicts: 'present' };
    },
  })),
  {
    name: 'slack',
    argument: '<path>',
    path: 'the folder of the unpacked export',
    description:
      'Import the messages of an export of Slack; those of private channels and direct messages stay private to the key',
    importer: async (given = '') => {
      const path = await present(given);
      const slack = await findSlackExport(path);
      const files = found(slack.files, `no channels.json with folders of days in ${path}; unpack the export first`);
      return { files, read: (options) => readSlackExport(slack, options), conflicts: 'present' };
    },
  },
  {
    name: 'chat',
    argument: '<path>',
    path: 'a file (.jsonl or .jsonl.gz), or a folder of such files',
    description: 'Import conversations of any tool as JSONL: a line is a message, or a conversation with its messages',
    importer: async (given = '') => {
      const path = await present(given);
      const files = found(await findChatJsonl(path), `no *.jsonl(.gz) in ${path}`);
      return { files, read: (options) => readChatJsonl(files, options), conflicts: 'fail' };
    },
  },
];

async function present(path: string): Promise<string> {
  if (await stat(path).catch(() => undefined)) return path;
  throw new CommandFailure('failed', `${path} is not there`);
}

function found<T>(files: readonly T[], problem: string): readonly T[] {
  if (files.length > 0) return files;
  throw new CommandFailure('failed', problem);
}
