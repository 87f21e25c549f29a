/** Exports the parts of this library that need no disk. */
export { readGitLog } from './git-log.ts';
export { guessKind, isMarkdown, type GuessedKind } from './guess-kind.ts';
export { importKinds } from './kinds.ts';
export { type ParsedLine, type ReadableFile } from './parsed.ts';
export { bytesOf } from './read-bytes.ts';
export { readRecords } from './read-records.ts';
export { filesInZip } from './zip-files.ts';
export { recordFileOf, Records, type RecordFile } from './record-memories.ts';
export { isForeignFile, repositoryFilesAmong } from './repository-files.ts';
export { repositoryMemories } from './repository-memories.ts';
export { isRuleFile, type MarkdownKind } from './markdown-kinds.ts';
export { markdownMemories } from './markdown-memories.ts';
