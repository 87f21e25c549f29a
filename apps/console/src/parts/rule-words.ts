/** How a rule was understood, in words for people. */
export interface RuleWords {
  /** Sentence such as `Forbids git push, in production. Instead: make deploy.` */
  readonly text: string;
  readonly isStopping: boolean;
}

const LINE = /^rule: (.*?)(?: \((?:given|read)[^()]*\))?$/su;
const STOPS = /^stops: (?:yes|as typed)/u;

/** Turns the lines of an understood rule, such as `rule: forbids x | in production | stops: yes (given)`, into sentences. */
export const wordsOfRule = (understood: readonly string[]): RuleWords[] =>
  understood.flatMap((line) => {
    const parts = LINE.exec(line)?.[1]?.split(' | ');
    if (!parts) return [];
    const isStopping = parts.some((part) => STOPS.test(part));
    const said = parts.filter((part) => !part.startsWith('stops: '));
    const instead = said.filter((part) => part.startsWith('instead '));
    const others = said.filter((part) => !part.startsWith('instead ')).join(', ');
    const sentences = [capitalise(others), ...instead.map((part) => `Instead: ${part.slice('instead '.length)}`)];
    return [{ isStopping, text: sentences.filter(Boolean).join('. ') }];
  });

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
