import { applyEdits, modify, parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { lineEndOf, nestValue, type ConfigLanguage } from './config-language.ts';

class JsonFault extends Error {
  readonly offset: number;

  constructor({ error, offset }: ParseError) {
    super(printParseErrorCode(error));
    this.offset = offset;
  }
}

/** JSON with comments and trailing commas. */
export const jsonText: ConfigLanguage = {
  title: 'JSON with comments',
  parse: (text) => {
    if (text.trim() === '') return undefined;
    const errors: ParseError[] = [];
    const value: unknown = parse(text, errors, { allowTrailingComma: true });
    const [first] = errors;
    if (first) throw new JsonFault(first);
    return value;
  },
  lineOf: (error, text) => (error instanceof JsonFault ? text.slice(0, error.offset).split('\n').length : undefined),
  edit: (text, path, value) => {
    if (text.trim() !== '') return editJson(text, path, value);
    return value === undefined ? text : `${JSON.stringify(nestValue(path, value), null, 2)}\n`;
  },
};

/** Sets a value of a JSON text; with `isArrayInsertion`, the path ends with the index of a new item. */
export function editJson(
  text: string,
  path: readonly (string | number)[],
  value: unknown,
  options: { isArrayInsertion?: boolean } = {},
): string {
  const formattingOptions = { ...indentOf(text), eol: lineEndOf(text) };
  return applyEdits(text, modify(text, [...path], value, { formattingOptions, ...options }));
}

/** Returns the indentation of the file, taken from its first indented line. */
function indentOf(text: string): { insertSpaces: boolean; tabSize: number } {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  return indent.includes('\t') ? { insertSpaces: false, tabSize: 1 } : { insertSpaces: true, tabSize: indent.length };
}
