import { privateSpans } from '@cairn/masking';
import { recalledPassages } from '@cairn/prompt';

/** Number of characters of a message that are read. A longer message contains a paste. */
const READ_CHARS_MAX = 20_000;

const FENCE = /^\s*(?:```|~~~)/u;
/** Match lines that a person pasted or a program wrote. */
const FOREIGN_LINES: readonly RegExp[] = [
  /^\s*>/u,
  /^\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|^\s*\[?\d\d:\d\d:\d\d\b/u,
  /^\s*(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL|TRACE|PASS|FAIL|npm (?:ERR!|error|warn))\b/u,
  /^\s*(?:at [\w.$<>]+ ?\(|File ".*", line \d|Traceback \(|Caused by:|\w*(?:Error|Exception): )/u,
  /^\s*(?:\$|%|#|>>>|PS>|❯|➜) \S/u,
  /^(?:diff --git |index [0-9a-f]{6}|@@ |\+\+\+ |--- \S)/u,
  /^\s*(?:[{}[\]]|"[\w-]+"\s*:)/u,
  /^\s*(?:✓|✗|✕|✔|✖|ok \d|not ok \d|\d+ (?:passing|failing))/u,
  /^(?:On .{5,80} wrote:|(?:From|Sent|Subject|To|Cc): \S|-{3,} ?Original Message)/u,
  /^\[Recalled from Cairn, /u,
  /^\s*\|.*\|\s*$/u,
];
/** Match remarks of a program in brackets, and quoted speech of at least six words. */
const FOREIGN_PASSAGES: readonly RegExp[] = [
  /\[(?:shares|shared|image|picture|photo|attachment|request interrupted|masked)[^\]\n]{0,300}\]/giu,
  /["“](?:[^\s"“”]{1,80} ){5,60}[^\s"“”]{1,80}["”]/gu,
];

/**
 * Replaces text that is not in the writer's own words by spaces, so that offsets stay the same. Such texts are private
 * spans, answers of Cairn, code, quoted lines and speech, logs, and output of programs.
 */
export function ownWords(content: string): string {
  const read = content.slice(0, READ_CHARS_MAX);
  const passages = [...privateSpans(read), ...recalledPassages(read)];
  const own = blankLines(passages.reduce((text, { from, to }) => blank(text, from, to), read));
  return FOREIGN_PASSAGES.reduce((text, passage) => text.replace(passage, spacesFor), own);
}

const spacesFor = (passage: string): string => passage.replace(/[^\n]/gu, (sign) => ' '.repeat(sign.length));

const blank = (text: string, from: number, to: number): string =>
  text.slice(0, from) + spacesFor(text.slice(from, to)) + text.slice(to);

function blankLines(text: string): string {
  let isCode = false;
  return text
    .split('\n')
    .map((line) => {
      const isFence = FENCE.test(line);
      if (isFence) isCode = !isCode;
      const isForeign = isCode || isFence || FOREIGN_LINES.some((form) => form.test(line));
      return isForeign ? ' '.repeat(line.length) : line;
    })
    .join('\n');
}
