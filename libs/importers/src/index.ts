export { exportLineOf, idsNamedIn, markdownOf, readCairnExport } from './cairn-export.ts';
export { CLAUDE_CODE_SOURCE, claudeCodeProjects, readClaudeCodeTranscripts } from './claude-code.ts';
export { codexHome } from './codex.ts';
export { fileOnDisk, findFor } from './files-on-disk.ts';
export { gitLogArguments, readGitLog, sourceOfGitLog } from './git-log.ts';
export { importKinds, type ImportKind, type ImportKindName } from './kinds.ts';
export { NEUTRAL_SOURCE, type NeutralFile } from './neutral-jsonl.ts';
export { findNeutralJsonl, readNeutralJsonl } from './neutral-on-disk.ts';
export {
  type ExportedNote,
  type ImportFile,
  type Parsed,
  type Place,
  type ReadableFile,
  type ReadOptions,
} from './parsed.ts';
