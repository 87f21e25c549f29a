export { boundaryOf, newBoundary } from './boundary.ts';
export {
  BLOCK_CHARS,
  headerOf,
  RECENT_LINE_CHARS,
  renderList,
  renderHits,
  renderPage,
  renderRecent,
  renderStats,
} from './block.ts';
export { quotedIds, withoutGivenOut, type WithoutGiven } from './given-out.ts';
export { fitItems, fitTexts, framed, framedText, withShortNames, type Cut, type Fitted } from './framed-json.ts';
export { neutraliseJson, neutraliseJsonLine, neutraliseLine, neutraliseText } from './neutralise.ts';
export { parseBlock, type ParsedBlock, type ParsedEntry, type ParsedItem } from './parse.ts';
