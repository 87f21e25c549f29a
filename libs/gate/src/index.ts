export { newBoundary } from './boundary.ts';
export { BLOCK_CHARS, RECENT_LINE_CHARS, renderHits, renderRecent, renderStats } from './block.ts';
export { inertJson, inertLine, inertText } from './inert.ts';
export { parseBlock, type ParsedBlock, type ParsedEntry, type ParsedItem } from './parse.ts';
