/** How a title writes its section path: "Release plan / Freeze / Exceptions". */
const PATH = /\s[/>\u203a\u00bb]\s/;

export interface Grouped {
  readonly kind: 'message' | 'memory';
  readonly title?: string | null | undefined;
  readonly sessionKey?: string | null | undefined;
}

/**
 * What an item is a part of: the session of a message, the document of a memory whose title is a section path. Null for
 * what stands alone.
 */
export function groupOf({ kind, title, sessionKey }: Grouped): string | null {
  if (kind === 'message') return sessionKey ?? null;
  const [document, section] = stepsOf(title ?? '');
  return document && section ? document : null;
}

/** The path of a memory's section within its document, outermost first; empty for what is no section. */
export const sectionPathOf = (title: string): string[] => stepsOf(title).slice(1);

const stepsOf = (title: string): string[] => title.split(PATH).map((step) => step.trim());
