import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { SecretLintRuleContext, SecretLintRuleReportDescriptor, SecretLintSourceCode } from '@secretlint/types';
import { secretShapes } from './secret-shapes.ts';
import type { Span } from './span.ts';

/** Its comments switch the other rules off, and here the text is nobody's to trust. */
const SWITCHES_OFF = '@secretlint/secretlint-rule-filter-comments';

/** Less than any secret has: `ftp://a:b@c`. */
const SHORTEST = 11;

type Scan = (text: string) => void;

/** The text that the rules are at work on, and what they have found in it; a rule runs to its end before the next one. */
const work: { text: string; found: Span[] } = { text: '', found: [] };

const context = {
  sharedOptions: {},
  createTranslator: () => (messageId: string, data?: object) => ({ message: '', messageId, data }),
  ignore: () => undefined,
  report: ({ message, range: [from, to] }: SecretLintRuleReportDescriptor) =>
    work.found.push({ from, to: Math.max(to, endOfSecret(from, message.data)), kind: kindOf(message.messageId) }),
} as unknown as SecretLintRuleContext;

/**
 * The rules are made once and asked directly: secretlint's own core makes them anew for every text and measures itself
 * meanwhile, which costs six times as much.
 */
const scans: readonly Scan[] = rules
  .filter(({ meta }) => meta.id !== SWITCHES_OFF)
  .map((rule) => {
    const { file } = rule.create(context, {} as never);
    return (content) => void file?.({ content, contentType: 'text', filePath: '', ext: '' } as SecretLintSourceCode);
  });

/** Where a text holds keys, tokens and credentials of well-known kinds. It lessens accidents; it does not find every secret. */
export function secretSpans(text: string): Span[] {
  if (text.length < SHORTEST) return [];
  Object.assign(work, { text, found: [] });
  for (const scan of scans) scan(text);
  return [...work.found, ...secretShapes.flatMap(({ kind, shape }) => spansOf(text, kind, shape))];
}

/** Some rules name a range that is as long as the secret, but begins at the word before it. */
function endOfSecret(from: number, data: object | undefined): number {
  const ends = Object.values(data ?? {}).map((secret: unknown) => {
    const at = typeof secret === 'string' ? work.text.indexOf(secret, from) : -1;
    return at < 0 ? 0 : at + (secret as string).length;
  });
  return Math.max(0, ...ends);
}

const spansOf = (text: string, kind: string, shape: RegExp): Span[] =>
  Array.from(text.matchAll(shape), ({ 0: match, index }) => ({ from: index, to: index + match.length, kind }));

/** `GITHUB_TOKEN` and `AWSSecretAccessKey` as `github-token` and `aws-secret-access-key`. */
const kindOf = (messageId: string): string =>
  messageId
    .replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3-$2')
    .replaceAll('_', '-')
    .toLowerCase();
