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
export { fitItems, fitTexts, framed, framedText, withShortNames, type Fitted } from './framed-json.ts';
export { neutraliseJson, neutraliseJsonLine, neutraliseLine, neutraliseText } from './neutralise.ts';
export { parseBlock } from './parse.ts';
export type { ShownHit } from './header.ts';
export { boundaryOfFields, neutraliseFields } from './neutralise-fields.ts';
export { isExported, skillsOf, type Procedure, type Skill } from './skill-file.ts';
