export { chunkNote, type ChunkOptions, type NoteChunk } from './chunk-note.ts';
export { formatCitation, parseCitation, showsCitations, type Citation } from './citation.ts';
export { frontMatterOf, type FrontMatter } from './front-matter.ts';
export { linesOf } from './lines.ts';
export { noteDateOf } from './note-date.ts';
export { linkName, linkResolver, noteLinksOf, type LinkResolver, type NoteLink } from './note-links.ts';
export { normaliseNotePath } from './note-path.ts';
export {
  formatPatternFile,
  parsePatternFile,
  savePattern,
  takePattern,
  type PatternFile,
  type PatternLine,
  type Saved,
  type Stamp,
} from './pattern-file.ts';
export {
  memoryOfPattern,
  PATTERN_SOURCE,
  patternOfMemory,
  placedKey,
  placeTag,
  type PatternPlace,
} from './pattern-memory.ts';
export {
  CONFIDENCE_DEFAULT,
  formatPatterns,
  groupPatterns,
  patternCategories,
  patternKey,
  raisedConfidence,
  type NewPattern,
  type Pattern,
  type PatternCategory,
  type PatternGroup,
  type PatternScope,
  type ScopedPattern,
} from './patterns.ts';
export { LINES_DEFAULT, PAGE_CHARS_MAX, readLines, type LinesPage, type LinesRequest } from './read-lines.ts';
export { CHUNK_CHARS_MAX, readNote, type Note } from './read-note.ts';
export { isExported, skillsOf, type Procedure, type Skill } from './skill-file.ts';
