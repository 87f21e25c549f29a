import {
  CairnError,
  inTimeZone,
  TimeZone,
  timeZoneOfRequest,
  type FieldIssue,
  type Role,
  type RouteInput,
  type RouteName,
  type RouteOutput,
} from '@cairn/contracts';
import { requireRole, type Principal } from '@cairn/domain';
import { fieldIssues } from '@cairn/platform';
import type { Clock, RouteCaller } from '@cairn/ports';
import { z } from 'zod';
import { frameWithBlock } from './budget.ts';
import { parseLeniently } from './lenient-arguments.ts';

/** Dependencies of all tools. */
export interface ToolHost {
  readonly caller: RouteCaller;
  readonly clock: Clock;
  /** Public address of the server; absent over stdio. */
  readonly address?: string | undefined;
}

/** Calls a route on behalf of the caller of the tool. */
export type Call = <Name extends RouteName>(name: Name, input: RouteInput<Name>) => Promise<RouteOutput<Name>>;

/** Dependencies of one call of a tool. */
export interface ToolCall {
  readonly call: Call;
  readonly clock: Clock;
  readonly address?: string | undefined;
  /** Present if the client requested progress. */
  readonly tell?: ReportProgress | undefined;
}

/** Reports progress of a long call: `done` grows up to `total`. */
export type ReportProgress = (step: { done: number; total: number; message: string }) => Promise<void>;

export interface ToolAnswer {
  /** Text for the model, which the output gate has rendered. */
  readonly text: string;
  /** Data for programs, in the form of the output schema. */
  readonly answer: Record<string, unknown>;
  /** Numbers and states that follow the text; absent: the fields of the answer that the text does not show. */
  readonly beside?: Record<string, unknown> | undefined;
}

type JsonSchema = Record<string, unknown>;

interface ToolFace {
  readonly name: string;
  /**
   * Further names under which the tool can be called. Clients of other products use these names; they are not listed.
   */
  readonly aliases?: readonly string[];
  readonly title: string;
  readonly description: string;
  /** The least role that may call the tool. */
  readonly role: Role;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> extends ToolFace {
  readonly input: Input;
  readonly output: Output;
  /** Fields that the block shows already, so that the JSON part leaves them out. */
  readonly inBlock?: readonly (keyof z.output<Output> & string)[];
  /** Parameters that a connection gives no default for, since they change a stored item. */
  readonly withoutDefaultOf?: readonly string[];
  /**
   * Fields of the structured content that stay as stored if the call has `exact: true`. A tool with such fields has the
   * parameter `exact`.
   */
  readonly exactFields?: readonly (keyof z.output<Output> & string)[];
  /**
   * Question to the person before the tool does what nobody can undo; undefined for a call that needs none. Clients that
   * cannot ask their person call the tool as ever.
   */
  question?(work: ToolCall, args: z.output<Input>): Promise<string | undefined>;
  run(
    work: ToolCall,
    args: z.output<Input>,
  ): Promise<{
    text: string;
    answer: z.input<Output>;
    quotesNothing?: boolean;
    /** Data to follow the text. It has only numbers, ids and states and no stored text, so it needs no frame. */
    beside?: Record<string, unknown>;
  }>;
}

/** One MCP tool, independent of any server: its metadata, its schemas, and its route. */
export interface Tool extends ToolFace {
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly inBlock?: readonly string[];
  readonly withoutDefaultOf?: readonly string[];
  readonly exactFields?: readonly string[];
  readonly inputJson: JsonSchema;
  readonly outputJson: JsonSchema;
  /**
   * Checks the role and the arguments, and runs the tool. Fails with a `CairnError`, which lists the allowed values for
   * each refused field.
   */
  call(host: ToolHost, principal: Principal, args: unknown, tell?: ReportProgress): Promise<ToolAnswer>;
  /** Returns the question that a call must ask a person first; fails as the call would. */
  readonly questionFor?: (host: ToolHost, principal: Principal, args: unknown) => Promise<string | undefined>;
}

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const { run, question, ...face } = definition;
  const inputJson: JsonSchema = simplifySchema(z.toJSONSchema(face.input, { io: 'input' }));
  const parse = (principal: Principal, args: unknown): z.output<Input> => {
    requireRole(principal, face.role, { act: face.name });
    const value = args ?? {};
    const zone = TimeZone.safeParse((value as { timeZone?: unknown }).timeZone);
    const parsed = inTimeZone(zone.data ?? timeZoneOfRequest(), () => parseLeniently(face.input, value));
    if (parsed.success) return parsed.data;
    throw refuseArguments(
      face.name,
      fieldIssues({ schema: face.input, value, place: 'arguments' }, parsed.error.issues),
    );
  };
  const workOf = ({ caller, ...host }: ToolHost, principal: Principal): ToolCall => ({
    ...host,
    call: (name, input) => caller.call(name, principal, input),
  });
  return {
    ...face,
    inputJson,
    outputJson: simplifySchema(z.toJSONSchema(framedOutput(face.output), { io: 'output' })),
    async call(host, principal, args, tell) {
      const parsed = parse(principal, args);
      const { text, answer, quotesNothing, beside } = await run({ ...workOf(host, principal), tell }, parsed);
      const checked = face.output.parse(answer);
      return { text, answer: quotesNothing ? checked : frameWithBlock(text, checked), beside };
    },
    ...(question && {
      questionFor: async (host, principal, args) => question(workOf(host, principal), parse(principal, args)),
    }),
  };
}

/** The output schema with the two fields that `frameAnswer` of `@cairn/prompt` adds to every answer. */
const framedOutput = ({ shape }: z.ZodObject) =>
  z.object({
    quoted: z.string().optional().describe('Notice that quoted data follows, up to the mark that it names'),
    ...shape,
    end: z.string().optional().describe('That mark'),
  });

/** Simplifies a schema for all clients, since some clients do not support a list of types. */
const simplifySchema = (schema: JsonSchema): JsonSchema => withoutTypeLists(schema) as JsonSchema;

function withoutTypeLists(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutTypeLists);
  if (typeof part !== 'object' || part === null) return part;
  const fields = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, withoutTypeLists(value)]));
  const { type, description, default: usual, ...rest } = fields;
  if (!Array.isArray(type)) return fields;
  const anyOf = type.map((each) => (each === 'null' ? { type: each } : { ...rest, type: each }));
  return { ...(description !== undefined && { description }), ...(usual !== undefined && { default: usual }), anyOf };
}

const ISSUES_SHOWN = 5;

const refuseArguments = (name: string, issues: readonly FieldIssue[]) =>
  new CairnError('request/invalid', `${name} cannot be called like this.`, { issues: issues.slice(0, ISSUES_SHOWN) });

/** Parameter of the tools by which an editor reads a text that it will change. */
export const exactField = z
  .boolean()
  .default(false)
  .describe(
    'For a program that edits the text: the structured content has it byte for byte, with hidden characters and marks that a model could take for structure',
  );

export const overwriteField = z
  .boolean()
  .default(false)
  .describe('Store it although it was permanently deleted: only if a person asks for that');

/** Query of a write. It says whether the write may store forgotten texts again. */
export const overwriteQuery = (overwrite: boolean): { readonly overwrite?: 'true' } =>
  overwrite ? { overwrite: 'true' } : {};

export const readOnly = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;
