const UNSAFE = /[\0-/:-`{-\x7f\x85\ue000-\ue080\p{Z}\p{Cs}]/gu;
const CODED = /[\ue000-\ue07f]|\ue080[0-9a-f]{4}/g;
const FIRST = 0xe000;
const ESCAPE = '\ue080';

/**
 * A term as one word that both engines keep byte for byte. FTS5's `ascii` tokenizer splits at every ASCII character that is no
 * letter or digit and lowers capitals; Elasticsearch's `whitespace` analyser splits at every kind of space. So those ASCII
 * characters move into the private use area; other spaces, lone surrogates and that area itself become an escape and four
 * hex digits.
 */
export const encodeTerm = (term: string): string =>
  term.replace(UNSAFE, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x80 ? String.fromCharCode(FIRST + code) : ESCAPE + code.toString(16).padStart(4, '0');
  });

/** Terms as the text of one field, in order. */
export const encodeTerms = (terms: readonly string[]): string => terms.map(encodeTerm).join(' ');

/** The term that `encodeTerm` was given. */
export const decodeTerm = (encoded: string): string =>
  encoded.replace(CODED, (code) =>
    String.fromCharCode(code.length > 1 ? parseInt(code.slice(1), 16) : code.charCodeAt(0) - FIRST),
  );
