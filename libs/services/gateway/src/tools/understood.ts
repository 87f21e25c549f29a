import { neutraliseLine, newBoundary } from '@cairn/prompt';

/** The lines of what was understood, as a model reads them. */
export function shownUnderstood(lines: readonly string[] = []): string[] {
  const boundary = newBoundary();
  return lines.map((line) => neutraliseLine(line, boundary));
}
