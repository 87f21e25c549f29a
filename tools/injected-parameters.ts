import type { Rule, Scope } from 'eslint';

interface Expression {
  readonly type: string;
  readonly name?: string;
  readonly callee?: Expression;
}

interface Decorator {
  readonly expression: Expression;
}

/** A parameter. `parameter` holds the bound name of a parameter property, `left` that of one with a default. */
interface Parameter {
  readonly decorators: readonly Decorator[];
  readonly parameter?: Parameter;
  readonly left?: Parameter;
  readonly typeAnnotation?: { readonly typeAnnotation: { readonly typeName?: Expression } };
}

interface ClassNode {
  readonly decorators: readonly Decorator[];
  readonly body: {
    readonly body: readonly { readonly kind?: string; readonly value?: { readonly params: readonly Parameter[] } }[];
  };
}

/** Decorators of classes that Nest makes. */
const MADE_BY_NEST = new Set(['Catch', 'Controller', 'Injectable', 'Module']);
/** Decorators of parameters that name a token. */
const NAMES_TOKEN = new Set(['Inject', 'Uses']);

const hasDecorator = (decorators: readonly Decorator[], names: ReadonlySet<string>): boolean =>
  decorators.some(({ expression }) => names.has((expression.callee ?? expression).name ?? ''));

const typeNameOf = (parameter: Parameter): string | undefined =>
  parameter.parameter
    ? typeNameOf(parameter.parameter)
    : (parameter.left ?? parameter).typeAnnotation?.typeAnnotation.typeName?.name;

/** Whether a name is a class at run time, by which Nest finds what to inject: a class of this file, or an import of a value. */
function isClass(name: string | undefined, scope: Scope.Scope | null): boolean {
  if (name === undefined || !scope) return false;
  const variable = scope.set.get(name);
  return variable ? variable.defs.some(isValue) : isClass(name, scope.upper);
}

function isValue({ type, node, parent }: Scope.Definition): boolean {
  const kinds = [node, parent] as ({ readonly importKind?: string } | null)[];
  return type === 'ClassName' || (type === 'ImportBinding' && kinds.every((each) => each?.importKind !== 'type'));
}

const parametersOf = ({ body }: ClassNode): readonly Parameter[] =>
  body.body.find(({ kind }) => kind === 'constructor')?.value?.params ?? [];

/** Refuses a parameter without a token: Nest injects undefined for an optional one that it cannot find, without a word. */
const named: Rule.RuleModule = {
  create: ({ report, sourceCode }) => ({
    ClassDeclaration(given) {
      const node = given as unknown as ClassNode;
      if (!hasDecorator(node.decorators, MADE_BY_NEST)) return;
      for (const parameter of parametersOf(node))
        if (
          !hasDecorator(parameter.decorators, NAMES_TOKEN) &&
          !isClass(typeNameOf(parameter), sourceCode.getScope(given))
        )
          report({
            node: parameter as unknown as Rule.Node,
            message: 'A type alone injects nothing: name the feature with @Uses, or the token with @Inject.',
          });
    },
  }),
};

/** The ESLint rule on constructors of classes that Nest makes; tools/canary proves that it refuses. */
export const injectedParameters = { rules: { named } };
