export { ANALYSER_VERSION, analyse } from './analyse.ts';
export { chunk, type ChunkOptions, type Span } from './chunk.ts';
export { wordDocument } from './document.ts';
export { embeddedText, titlePrefix } from './embedded-text.ts';
export { decodeTerm, encodeTerm, encodeTerms } from './encode.ts';
export { namesIn, withoutNames } from './names.ts';
export { parseQuery, type ParsedQuery } from './query.ts';
export { endsAsQuestion, questionShare } from './sentences.ts';
