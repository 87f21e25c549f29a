/** Whether a name in a rule stands for many: it has `<placeholders>`, `...` or `*`. JSX such as `<Link>` is none. */
export const isTemplate = (name: string): boolean => /<[a-z][^<>]*>|\*|\.\.\./.test(name) && !/^<[^<>]*>$/.test(name);

/** Where a piece of a template can end, for all places where it can begin; both rising. */
type Step = (text: string, starts: readonly number[]) => readonly number[];

/**
 * Whether a template stands in one line of a text, at the beginning of a word. `<file>` is a path, another `<placeholder>` a word,
 * `...` and `*` are anything. Takes at most the product of the lengths: each piece looks at each place once.
 */
export function matchesTemplate(name: string, text: string): boolean {
  const steps = stepsOf(name);
  return text
    .toLowerCase()
    .split('\n')
    .some((line) => isIn(line.replace(/\s+/g, ' '), steps));
}

function isIn(line: string, steps: readonly Step[]): boolean {
  const all = Array.from({ length: line.length + 1 }, (_, at) => at);
  const beginning = all.filter((at) => at === 0 || !/[\w-]/.test(line[at - 1]!));
  return (
    steps.reduce((places, step) => (places.length > 0 ? step(line, places) : places), beginning as readonly number[])
      .length > 0
  );
}

function stepsOf(name: string): Step[] {
  const bare = name
    .replace(/\s*"<[^"<>]*>"|\s*'<[^'<>]*>'/g, '')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ');
  return bare
    .split(/(<[^<>]*>| ?\.\.\. ?|\*)/)
    .filter(Boolean)
    .map((piece) => {
      if (/^<(?:file|path|dir|folder)/.test(piece)) return path;
      if (/^<[^<>]*>$/.test(piece)) return word;
      return piece.trim() === '...' || piece === '*' ? anything : literal(piece);
    });
}

const literal =
  (piece: string): Step =>
  (text, starts) =>
    starts.filter((at) => text.startsWith(piece, at)).map((at) => at + piece.length);

const anything: Step = (text, [first = text.length]) =>
  Array.from({ length: text.length + 1 - first }, (_, at) => first + at);

/** One sign at least and no blank. */
const word: Step = (text, starts) => onwards(text, starts);

/** A word that has a point or a slash behind its first sign. */
const path: Step = (text, starts) => {
  const begun = onwards(
    text,
    starts.filter((at) => text[at] !== '-'),
  );
  return onwards(
    text,
    begun.filter((at) => text[at] === '.' || text[at] === '/'),
  );
};

/** Every place behind a start, up to the next blank. */
function onwards(text: string, starts: readonly number[]): number[] {
  const ends: number[] = [];
  let next = 0;
  let isOpen = false;
  for (let at = 0; at < text.length; at += 1) {
    if (starts[next] === at) {
      isOpen = true;
      next += 1;
    }
    if (text[at] === ' ') isOpen = false;
    if (isOpen) ends.push(at + 1);
  }
  return ends;
}
