export { exportLineOf, idsNamedIn, markdownOf, readCairnExport } from './cairn-export.ts';
export { checkoutOf, repositoryOf } from './checkout.ts';
export { projectOf } from './project.ts';
export { projectOfRepository } from './project-name.ts';
export { claudeCodeProjects, readClaudeCodeTranscripts } from './claude-code.ts';
export { codexHome, readCodexSessions } from './codex.ts';
export { readCopilotSessions } from './copilot.ts';
export { fileOnDisk, findImportFiles } from './files-on-disk.ts';
export { channelOnDisk, projectOnDisk } from './folder-channel.ts';
export { gitLogArguments, readGitLog } from './git-log.ts';
export { importKinds, type ImportKindName } from './kinds.ts';
export { findNeutralJsonl, readNeutralJsonl } from './neutral-on-disk.ts';
export { isRuleFile, markdownFiles, markdownKinds, type MarkdownKind } from './markdown-kinds.ts';
export { markdownMemories } from './markdown-memories.ts';
export { recordFileOf, Records, sourceOfRecords, type RecordFile } from './record-memories.ts';
export {
  foreignFolders,
  isForeignFile,
  isInRecordFolder,
  repositoryFilesAmong,
  type RepositoryFile,
} from './repository-files.ts';
export { repositoryMemories, sourceOfRepository } from './repository-memories.ts';
export type {
  ExportedNote,
  ImportFile,
  ParsedLine,
  Place,
  ReadableFile,
  ReadOptions,
  TimeReplacement,
} from './parsed.ts';
