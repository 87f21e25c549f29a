import { neutraliseLine, newBoundary } from '@cairn/prompt';

/** Lines for a model that say how the server has understood a memory. */
export function neutraliseLines(lines: readonly string[] = []): string[] {
  const boundary = newBoundary();
  return lines.map((line) => neutraliseLine(line, boundary));
}
