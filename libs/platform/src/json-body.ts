import { isUtf8 } from 'node:buffer';
import { CairnError, limits } from '@cairn/contracts';
import type { FastifyInstance } from 'fastify';

/**
 * Accepts JSON bodies only. A body is measured before it is parsed, so that deep nesting or a flood of small values is
 * refused before it costs stack or memory. Fastify's parser refuses keys that would change an object's prototype. An
 * empty body counts as no body, which the schema may refuse.
 */
export function acceptJsonOnly(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const problem = problemOf(body);
    if (problem) return done(problem);
    if (body.length === 0) return done(null, undefined);
    return parse(request, body.toString('utf8'), done);
  });
}

function problemOf(body: Buffer): CairnError | undefined {
  if (!isUtf8(body)) return invalidError('is not valid UTF-8', 'UTF-8');
  const { depth, values } = measureJson(body);
  if (depth > limits.bodyDepth.max)
    return invalidError('is nested too deep', `at most ${limits.bodyDepth.max} ${limits.bodyDepth.unit}`);
  if (values > limits.bodyValues.max)
    return invalidError('holds too many values', `at most ${limits.bodyValues.max} ${limits.bodyValues.unit}`);
  return undefined;
}

const invalidError = (message: string, allowed: string) =>
  new CairnError('request/invalid', `The body ${message}.`, { issues: [{ field: 'body', message, allowed }] });

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Measures the nesting depth and the approximate number of values of a JSON text by its punctuation, without parsing
 * it. Stops when a limit is exceeded.
 */
export function measureJson(text: Buffer): { depth: number; values: number } {
  let [depth, deepest, values] = [0, 0, 1];
  for (let at = 0; at < text.length && deepest <= limits.bodyDepth.max && values <= limits.bodyValues.max; at++) {
    const byte = text[at];
    if (byte === QUOTE) at = endOfString(text, at);
    else if (byte === COMMA) values++;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values++;
      deepest = Math.max(deepest, ++depth);
    }
  }
  return { depth: deepest, values };
}

/** Index of the quote that ends the string whose content begins at `start`; the end of the text if there is none. */
function endOfString(text: Buffer, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === BACKSLASH) at++;
    else if (text[at] === QUOTE) return at;
  }
  return text.length;
}
