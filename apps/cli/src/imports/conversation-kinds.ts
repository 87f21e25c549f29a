import { stat } from 'node:fs/promises';
import {
  channelOnDisk,
  projectOnDisk,
  claudeCodeProjects,
  codexHome,
  findImportFiles,
  importKinds,
  type ImportKindName,
  type ReadableFile,
} from '@cairn/importers';
import type { CliContext } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import type { Importer } from '@cairn/transfer/imports/importer';

/** Kind of import that reads conversations between people or with an agent. */
export interface ConversationKind {
  readonly name: ImportKindName;
  readonly argument: '<path>' | '[path]';
  readonly path: string;
  readonly description: string;
  /** Returns the path where the tool usually keeps these files. */
  readonly usual?: (context: CliContext) => string;
  readonly missing: string;
  /**
   * True if the files say which conversations everybody could read. These conversations are then visible to everyone by
   * default.
   */
  readonly tellsReaders?: true;
}

const exportPath = 'the export as it was downloaded (.zip), its folder, or its conversations.json';

export const conversationKinds: readonly ConversationKind[] = [
  {
    name: 'claude-code',
    argument: '[path]',
    path: "a transcript, a project's folder, or all projects (default: where Claude Code keeps them)",
    description:
      'Import what you and Claude Code said to each other; tool calls are left out, <private> spans and keys masked',
    usual: ({ env, home }) => claudeCodeProjects(env, home),
    missing: 'no transcript (*.jsonl)',
  },
  {
    name: 'codex',
    argument: '[path]',
    path: 'a session, or a folder of sessions (default: where Codex keeps them)',
    description:
      'Import what you and Codex said to each other; tool calls are left out, <private> spans and keys masked',
    usual: ({ env, home }) => codexHome(env, home),
    missing: 'no session (rollout-*.jsonl)',
  },
  ...(['chatgpt', 'claude-ai'] as const).map((name): ConversationKind => ({
    name,
    argument: '<path>',
    path: exportPath,
    description: `Import the conversations of an export of ${name === 'chatgpt' ? 'ChatGPT' : 'claude.ai'}`,
    missing: 'no conversations.json',
  })),
  {
    name: 'slack',
    argument: '<path>',
    path: 'the export as it was downloaded (.zip), or its folder',
    description:
      'Import the messages of an export of Slack: those of public channels for everyone, those of private channels and direct messages for the key alone',
    missing: 'no channels.json with folders of days',
    tellsReaders: true,
  },
  {
    name: 'chat',
    argument: '<path>',
    path: 'a file (.jsonl or .jsonl.gz), or a folder or zip of such files',
    description: 'Import conversations of any tool as JSONL: a line is a message, or a conversation with its messages',
    missing: 'no *.jsonl(.gz)',
  },
];

export async function conversationImporter(
  { name, usual, missing }: ConversationKind,
  typedPath: string | undefined,
  context: CliContext,
): Promise<Importer> {
  const path = typedPath ?? usual?.(context) ?? '';
  if (!(await stat(path).catch(() => undefined))) throw new CommandFailure('failed', `${path} is not there`);
  const files = await filesOf(name, path);
  if (files.length === 0) throw new CommandFailure('failed', `${missing} in ${path}`);
  const { read, conflicts } = importKinds[name];
  return {
    files,
    read: (options) => read(files, { ...options, channelOf: channelOnDisk, projectOf: projectOnDisk }),
    conflicts,
  };
}

async function filesOf(name: ImportKindName, path: string): Promise<readonly ReadableFile[]> {
  try {
    return await findImportFiles(importKinds[name], path);
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new CommandFailure('failed', `${path} cannot be read: ${problem}`, { cause });
  }
}
