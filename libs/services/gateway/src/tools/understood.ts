import { neutraliseLine, newBoundary } from '@cairn/prompt';

/** The read-back lines for a model. */
export function shownUnderstood(lines: readonly string[] = []): string[] {
  const boundary = newBoundary();
  return lines.map((line) => neutraliseLine(line, boundary));
}
