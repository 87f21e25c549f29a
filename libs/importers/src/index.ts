export { exportLineOf, idsNamedIn, markdownOf, readCairnExport } from './cairn-export.ts';
export { findChatExport, readChatExport } from './chat-export.ts';
export { findChatJsonl, readChatJsonl } from './chat-jsonl.ts';
export {
  CLAUDE_CODE_SOURCE,
  claudeCodeProjects,
  findClaudeCodeTranscripts,
  readClaudeCodeTranscripts,
} from './claude-code.ts';
export { codexHome, findCodexSessions, readCodexSessions } from './codex.ts';
export { gitLogArguments, readGitLog, sourceOfGitLog } from './git-log.ts';
export { findNeutralJsonl, NEUTRAL_SOURCE, readNeutralJsonl, type NeutralFile } from './neutral-jsonl.ts';
export { type ExportedNote, type ImportFile, type Parsed, type Place, type ReadOptions } from './parsed.ts';
export { reasonOf } from './reason.ts';
export { findSlackExport, readSlackExport } from './slack-export.ts';
