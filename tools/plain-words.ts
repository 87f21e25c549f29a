import type { Rule } from 'eslint';

const OPENER = /^(What|Of|Who|That|Those|As)\b/;
/** Phrases in place of a standard term: "is called after", "the server does not answer", "is built again". */
const DIALECT = new RegExp(
  String.raw`\b(anew|hears? of|tells? of|told of|speaks? of|(?:is|are|was|were|be) told|held against|looked at|holds? up|` +
    String.raw`lets? go of|stands? in the way|at most so|of before|goes? on with|(?:is|are) away)\b`,
  'i',
);

interface Place {
  readonly type: string;
  readonly value: string;
  readonly loc?: Rule.Node['loc'];
}

/** Comments as a reader sees them: the lines of `//` that follow each other are one. */
function* commentsIn(all: readonly Place[]): Generator<{ readonly text: string; readonly first: Place }> {
  for (const [at, first] of all.entries()) {
    const before = all[at - 1];
    if (before && isContinued(before, first)) continue;
    yield { text: first.value.replace(/^[*/\s]+/, '').replace(/\s*\n\s*\*?\s*/g, ' '), first };
  }
}

const isContinued = (before: Place, { type, loc }: Place): boolean =>
  type === 'Line' && before.type === 'Line' && before.loc?.end.line === (loc?.start.line ?? 0) - 1;

const comments: Rule.RuleModule = {
  create: ({ report, sourceCode }) => ({
    Program(program) {
      for (const { text, first } of commentsIn(sourceCode.getAllComments() as readonly Place[])) {
        const opener = OPENER.exec(text)?.[1];
        const phrase = DIALECT.exec(text.replace(/`[^`]*`/g, ''))?.[1];
        const loc = first.loc ?? program.loc!;
        if (opener) report({ loc, message: `A comment begins with a noun or a verb, not with "${opener}".` });
        if (phrase) report({ loc, message: `Use the standard term of the field in place of "${phrase}".` });
      }
    },
  }),
};

/** A sentence, since a question may begin with What or Who, and a single word is no message. */
const BAD_MESSAGE = /^(What|Of|Who|That|Those|As) [a-z]\S* (?!.*\?\s*$)/;

function requirePlain(context: Rule.RuleContext, node: Rule.Node, text: unknown): void {
  const opener = typeof text === 'string' ? BAD_MESSAGE.exec(text)?.[1] : undefined;
  if (opener) context.report({ node, message: `A message begins with a noun or a verb, not with "${opener}".` });
}

const messages: Rule.RuleModule = {
  create: (context) => ({
    Literal: (node) => requirePlain(context, node, node.value),
    TemplateLiteral: (node) => requirePlain(context, node, node.quasis.map(({ value }) => value.cooked).join('…')),
    JSXText: (node: Rule.Node) => requirePlain(context, node, context.sourceCode.getText(node).trim()),
  }),
};

/** ESLint rules on the words of comments and messages (STYLE.md); tools/canary proves that they refuse. */
export const plainWords = { rules: { comments, messages } };
