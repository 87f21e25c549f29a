import { actOf, isDocument, type Act } from './act.ts';
import { classesOf, environmentsIn, stemsOf } from './lexicon.ts';

const verbsByMethod: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries<readonly string[]>({
    DELETE: ['delete', 'send', 'run'],
    POST: ['create', 'send', 'change', 'run'],
    PUT: ['change', 'send', 'run'],
    PATCH: ['change', 'send', 'run'],
  }),
);

export function httpAct(method: string, url: string, content: string): Act {
  const classes = verbsByMethod.get(method);
  return actOf({
    ...{ kind: 'http', program: method, words: [method, url], content, verbs: new Set(classes ?? ['read']) },
    effect: classes ? 'changes' : 'looks',
    targets: [{ text: url, isChanged: classes !== undefined }],
  });
}

export function editAct(verb: string, path: string, content: string): Act {
  const code = isDocument(path) ? content : removeComments(content);
  const own = classesOf(verb.toLowerCase().split(' ')[0]!);
  return actOf({
    ...{ kind: 'edit', program: 'edit', words: [path], effect: 'changes', content: code },
    verbs: new Set(['change', ...own]),
    targets: [{ text: path, isChanged: true }],
  });
}

/** Removes comments from code. Notes for tools, such as `eslint-disable`, are kept. */
const removeComments = (code: string): string =>
  code.replace(/(^|\s)(?:#|\/\/)\s(?!eslint-|noqa|type: ignore|@ts-|nolint).*$/gm, '$1');

export function codeAct(code: string, around: Pick<Act, 'context' | 'parent'>): Act {
  const calls = [...code.matchAll(/(?<!\w)([A-Za-z_]\w*)\(/g)].map((match) => match[1]!.toLowerCase());
  const verbs = new Set(calls.flatMap((call) => [...classesOf(call)]));
  return actOf({
    kind: 'code',
    program: 'code',
    effect: 'unknown',
    content: code,
    verbs,
    ...around,
  });
}

const QUESTION_OPENING =
  /\?\s*$|^(?:what|who|when|why|how|is|are|does|summari[sz]e|read|show|list|translate|explain|look|check|find)\b/i;

/**
 * The beginning of a sentence that asks for a text for people. The things that such a sentence names are said and not
 * done.
 */
const SPEECH_REQUEST =
  /^(?:please\s+)?(?:tell|write|explain|document|post|comment|mention|warn|remind|say|ask|note|draft|describe|reply|answer|announce)\b/i;

export function sentenceAct(text: string): Act {
  const said = removeQuotations(text);
  const words = said.toLowerCase().match(/[\p{L}-]+/gu) ?? [];
  const looks = QUESTION_OPENING.test(text);
  const verbs = looks ? ['read'] : words.flatMap((word) => [...classesOf(word)]);
  const content = SPEECH_REQUEST.test(text) ? '' : said;
  const own = { kind: 'sentence', program: '', effect: looks ? 'looks' : 'changes', verbs: new Set(verbs) } as const;
  return actOf({ ...own, content, stems: new Set(stemsOf(said)), environments: environmentsIn(said) });
}

/** Removes quotations of several words, which are said and not done. */
const removeQuotations = (text: string): string =>
  text.replace(/"[^"\n]*"|(?<=\s)'[^'\n]*'(?=[\s,.;]|$)/g, (said) => (/\s/.test(said) ? ' ' : said));
