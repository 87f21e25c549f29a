import { hostileTextContract } from '@cairn/testing';
import { readCairnExport } from './cairn-export.ts';
import { readChatExport } from './chat-export.ts';
import { readChatJsonl } from './chat-jsonl.ts';
import { readClaudeCodeTranscripts } from './claude-code.ts';
import { readCodexSessions } from './codex.ts';
import { guessKind } from './guess-kind.ts';
import type { ReadableFile } from './parsed.ts';
import { removeCommandMarkup } from './remove-command-markup.ts';
import { readSlackExport } from './slack-export.ts';
import { readableSlackText } from './slack-text.ts';

const aFile = (path: string, text: string): ReadableFile => ({
  name: path,
  bytes: text.length,
  open: () => new Blob([text]).stream(),
});

/** Reads a text to its end, or until the reader refuses it. */
const reading =
  (path: string, read: (files: readonly ReadableFile[]) => AsyncIterable<unknown>) => async (text: string) => {
    try {
      for await (const parsed of read([aFile(path, text)])) void parsed;
    } catch (refusal) {
      return refusal;
    }
    return undefined;
  };

const aMessage = (text: string) =>
  `${JSON.stringify({ type: 'user', uuid: 'a', sessionId: 'b', timestamp: '2026-01-01T00:00:00Z', message: { role: 'user', content: text } })}\n`;

hostileTextContract('libs/importers', {
  units: ['\uE200', '<command-name>', '<system-reminder>', '<@U|', '{"type":"user"}\n', '[{},', '{"a":[{"b":'],
  readers: {
    'a transcript of Claude Code': reading('p/a.jsonl', readClaudeCodeTranscripts),
    'a message in it': async (text) => reading('p/a.jsonl', readClaudeCodeTranscripts)(aMessage(text)),
    'sessions of Codex': reading('rollout-a.jsonl', readCodexSessions),
    'a chat by lines': reading('a.jsonl', readChatJsonl),
    'an export of chats': reading('conversations.json', readChatExport),
    'a list of chats': async (text) => reading('conversations.json', readChatExport)(`[${text}`),
    'an export of Slack': reading('general/2020-01-01.json', readSlackExport),
    'our own export': reading('a.jsonl', (files) => readCairnExport(files[0]!)),
    'what kind a file is': (text) => guessKind([aFile('a.json', text)]),
    'marks of commands': removeCommandMarkup,
    'the text of Slack': (text) => readableSlackText(text, { people: new Map(), channels: new Map() }),
  },
});
