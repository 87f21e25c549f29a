/** Commands of a page that a test runs, and the lines that they print. */
export interface Block {
  /** Word after `sh` in the fence: whose machine, or what the commands are for. */
  readonly who: string;
  readonly code: string;
  readonly expected: readonly string[];
  /** Text that the output lacks: `without=TEXT` in the fence. */
  readonly without?: string | undefined;
}

const FENCED = /^```(\w+)(?: (\w+))?(?: without=(\S+))?\n([\s\S]*?)^```$/gm;

/** Reads the blocks of a page whose fence has a word after `sh`. A block of `text` right after one has lines of its output. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  for (const [, language, who, without, body = ''] of page.matchAll(FENCED)) {
    const last = blocks.at(-1);
    if (language === 'sh' && who) blocks.push({ who, code: body, without, expected: [] });
    else if (language === 'text' && last) blocks[blocks.length - 1] = { ...last, expected: body.trim().split('\n') };
  }
  return blocks;
}
