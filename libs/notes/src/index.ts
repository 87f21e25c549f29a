export type { ChunkOptions, NoteChunk } from './chunk-note.ts';
export { formatCitation, parseCitation, showsCitations } from './citation.ts';
export { linesOf } from './lines.ts';
export { linkName, linkResolver, noteLinksOf, type LinkResolver } from './note-links.ts';
export { proseOf, withoutComments } from './markdown-blocks.ts';
export { noteMemories, type NoteMemory, type NoteMemoryOptions } from './note-memories.ts';
export { tagsOf } from './note-tags.ts';
export { withoutOwnHeadings } from './own-heading.ts';
export { normaliseNotePath } from './note-path.ts';
export {
  formatPatternFile,
  parsePatternFile,
  savePattern,
  takePattern,
  type PatternFile,
  type Saved,
} from './pattern-file.ts';
export { memoryOfPattern, PATTERN_SOURCE, patternOfMemory, placedKey, placeTag } from './pattern-memory.ts';
export {
  formatPatterns,
  groupPatterns,
  patternCategories,
  patternKey,
  raisedConfidence,
  type Pattern,
  type PatternCategory,
  type PatternScope,
} from './patterns.ts';
export { LINES_DEFAULT, readLines } from './read-lines.ts';
export { readNote, type Note } from './read-note.ts';
