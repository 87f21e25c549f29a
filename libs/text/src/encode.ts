const UNSAFE_CHARACTER = /[\0-/:-`{-\x7f\x85\ue000-\ue080\p{Z}\p{Cs}]/gu;
const CODED_CHARACTER = /[\ue000-\ue07f]|\ue080[0-9a-f]{4}/g;
const PRIVATE_USE_START = 0xe000;
const ESCAPE = '\ue080';

/**
 * Encodes a term as one word that the word indexes of both backends keep byte for byte. The `ascii` tokenizer of FTS5 splits at every
 * ASCII character that is not a letter or digit and lowers capitals; the `whitespace` analyser of Elasticsearch splits at every kind of
 * space. These ASCII characters are therefore moved into the private use area. Other spaces, lone surrogates and characters of the
 * private use area become an escape character and four hex digits.
 */
export const encodeTerm = (term: string): string =>
  term.replace(UNSAFE_CHARACTER, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x80 ? String.fromCharCode(PRIVATE_USE_START + code) : ESCAPE + code.toString(16).padStart(4, '0');
  });

/** Encodes terms as the text of one field, in order. */
export const encodeTerms = (terms: readonly string[]): string => terms.map(encodeTerm).join(' ');

/** Decodes a term that `encodeTerm` encoded. */
export const decodeTerm = (encoded: string): string =>
  encoded.replace(CODED_CHARACTER, (code) =>
    String.fromCharCode(code.length > 1 ? parseInt(code.slice(1), 16) : code.charCodeAt(0) - PRIVATE_USE_START),
  );
