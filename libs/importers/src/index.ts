export { exportLineOf, idsNamedIn, readCairnExport } from './cairn-export.ts';
export {
  CLAUDE_CODE_SOURCE,
  claudeCodeProjects,
  findClaudeCodeTranscripts,
  readClaudeCodeTranscripts,
} from './claude-code.ts';
export { findNeutralJsonl, NEUTRAL_SOURCE, readNeutralJsonl, type NeutralFile } from './neutral-jsonl.ts';
export { type ImportFile, type Parsed, type Place, type ReadOptions } from './parsed.ts';
