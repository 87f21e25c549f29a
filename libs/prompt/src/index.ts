export { boundaryOf, headerOf, newBoundary } from './boundary.ts';
export {
  BLOCK_CHARS,
  notesOfDegraded,
  renderList,
  renderHits,
  renderPage,
  renderRecent,
  renderStats,
} from './block.ts';
export { MEANING_FORM } from './meaning-form.ts';
export { quotedIds, removeRecalled } from './remove-recalled.ts';
export { recalledPassages } from './recalled-passages.ts';
export {
  fitItems,
  fitTextsToSize,
  frameAnswer,
  renderFramedAnswer,
  withShortNames,
  type FittedItems,
} from './framed-answer.ts';
export { neutraliseJson, neutraliseJsonLine, neutraliseLine, neutraliseText } from './neutralise.ts';
export { parseBlock } from './parse.ts';
export { joinTitle, startsWithTitle, type RenderableHit } from './header.ts';
export { boundaryOfFields, neutraliseFields } from './neutralise-fields.ts';
export { isExported, skillsOf, type Procedure, type Skill } from './skill-file.ts';
