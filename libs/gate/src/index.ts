export { boundaryOf, newBoundary } from './boundary.ts';
export {
  BLOCK_CHARS,
  RECENT_LINE_CHARS,
  renderChecklist,
  renderHits,
  renderPage,
  renderRecent,
  renderStats,
} from './block.ts';
export { fitItems, framed, framedText, withShortNames, type Cut, type Fitted } from './framed-json.ts';
export { inertJson, inertJsonLine, inertLine, inertText } from './inert.ts';
export { parseBlock, type ParsedBlock, type ParsedEntry, type ParsedItem } from './parse.ts';
