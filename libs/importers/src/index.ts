export { exportLineOf, idsNamedIn, markdownOf, readCairnExport } from './cairn-export.ts';
export { claudeCodeProjects, readClaudeCodeTranscripts } from './claude-code.ts';
export { codexHome } from './codex.ts';
export { fileOnDisk, findFor } from './files-on-disk.ts';
export { gitLogArguments, readGitLog } from './git-log.ts';
export { importKinds, type ImportKindName } from './kinds.ts';
export { findNeutralJsonl, readNeutralJsonl } from './neutral-on-disk.ts';
export type { ExportedNote, ImportFile, Parsed, Place, ReadableFile, ReadOptions } from './parsed.ts';
