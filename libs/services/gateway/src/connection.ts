import { CairnError, Name, TimeZone, type FieldIssue } from '@cairn/contracts';
import type { Tool } from './tools/tool.ts';

/** Parameters that a connection can set for all its calls. An argument of the call takes precedence. */
const defaultNames = ['channel', 'project', 'workspace', 'conversation', 'timeZone'] as const;
type DefaultName = (typeof defaultNames)[number];

/** Families of tools. A connection may name families to list all of their tools. */
export const families = ['recall', 'messages', 'graph', 'files', 'knowledge', 'patterns', 'write'] as const;
export type Family = (typeof families)[number];
/** Name by which a connection lists the skills, which are not tools. */
const SKILLS_PARAMETER = 'skills';

/** Maps a tool name to its family, for tools whose family `familyOf` cannot derive from their annotations. */
const familyByName: ReadonlyMap<string, Family> = new Map(
  Object.entries<Family>({
    crystal_recent: 'messages',
    crystal_search_messages: 'messages',
    crystal_trace: 'messages',
    crystal_who_owns: 'graph',
    crystal_explain_connection: 'graph',
    crystal_dependency_chain: 'graph',
    crystal_explore_graph: 'graph',
    crystal_list_knowledge_bases: 'knowledge',
    crystal_query_knowledge_base: 'knowledge',
    crystal_import_knowledge: 'knowledge',
    memory_search: 'files',
    memory_get: 'files',
    memory_append: 'files',
    memory_edit: 'files',
    memory_recall: 'patterns',
    memory_save: 'patterns',
  }),
);

/**
 * Names of the tools that a connection lists by default. The list is short, since every agent that connects pays for
 * reading it.
 */
const defaultTools: readonly string[] = [
  ...['crystal_recall', 'crystal_search_messages', 'crystal_recent', 'crystal_get', 'crystal_what_do_i_know'],
  ...['crystal_why_did_we', 'crystal_preflight', 'crystal_who_owns', 'crystal_remember', 'crystal_update'],
  ...['crystal_supersede', 'crystal_forget'],
];
/** Name that selects all tools. */
const ALL_TOOLS = 'all';
/** Name that selects `search` and `fetch` in ChatGPT's plain form, in place of all other tools. */
const PLAIN_TOOLS = 'search';

/**
 * Amounts of schema that a connection can list: `short` is the input without rarely used parameters, `output` adds the
 * schemas of answers, `full` also every parameter and bound.
 */
const schemaForms = ['short', 'output', 'full'] as const;
export type SchemaForm = (typeof schemaForms)[number];

export const familyOf = ({ name, annotations }: Pick<Tool, 'name' | 'annotations'>): Family =>
  familyByName.get(name) ?? (annotations.readOnlyHint ? 'recall' : 'write');

/** Defaults that a connection adds to its calls, and the tools that it lists. */
export interface Connection {
  readonly defaults: Readonly<Partial<Record<DefaultName, string>>>;
  /** Whether a tool may be called; if absent, every tool may be called. */
  readonly shows?: ((tool: Tool) => boolean) | undefined;
  /** Whether a tool is listed. */
  readonly lists: (tool: Tool) => boolean;
  readonly schemas: SchemaForm;
  /**
   * Whether skills are listed. A connection that names its tools must name the skills too, since an agent follows a skill.
   */
  readonly hasSkills: boolean;
  /** Whether the connection has `search` and `fetch` in place of all other tools. */
  readonly isPlain?: boolean;
}

const isListedUsually = ({ name }: Tool): boolean => defaultTools.includes(name);

export const plainConnection: Connection = { defaults: {}, lists: isListedUsually, schemas: 'short', hasSkills: true };

/** Query parameter with names of tools and families, separated by commas. */
const TOOLS_PARAMETER = 'tools';
const SCHEMAS_PARAMETER = 'schemas';
const HEADER_PREFIX = 'cairn-';

/**
 * Reads the settings of a connection from its address or headers: `?channel=ops&tools=recall,write` or `Cairn-Channel:
 * ops`. The address takes precedence. Throws `request/invalid` for a name that is no parameter of a tool, since ignoring it
 * would make every request wider than intended.
 */
export function connectionOf(
  query: URLSearchParams,
  headers: { get(name: string): string | null },
  tools: readonly Tool[],
): Connection {
  const possible = defaultNames.filter((name) => tools.some(({ inputJson }) => hasParameter(inputJson, name)));
  const known = [...possible, TOOLS_PARAMETER, SCHEMAS_PARAMETER];
  const issues = [...query.keys()].filter((name) => !known.includes(name)).map((name) => unknownName(name, known));
  const named = (name: string) => query.get(name) ?? headers.get(HEADER_PREFIX + name) ?? undefined;
  return connectionFrom(
    {
      defaults: Object.fromEntries(possible.map((name) => [name, named(name)])),
      named: named(TOOLS_PARAMETER),
      schemas: named(SCHEMAS_PARAMETER),
    },
    tools,
    issues,
  );
}

/** Settings of a connection that are not validated yet. */
export interface ConnectionRequest {
  readonly defaults: Readonly<Partial<Record<string, string | undefined>>>;
  /** Families and tools, separated by commas, or `all`. */
  readonly named: string | undefined;
  readonly schemas?: string | undefined;
}

/**
 * Parses settings that come under different names, such as options of a command line. A default has no effect if no
 * tool has it as a parameter.
 */
export function connectionFrom(
  { defaults, named, schemas = plainConnection.schemas }: ConnectionRequest,
  tools: readonly Tool[],
  issues: readonly FieldIssue[] = [],
): Connection {
  const given = Object.entries(defaults).filter((entry): entry is [DefaultName, string] => entry[1] !== undefined);
  const chosen = named?.split(',').map((name) => name.trim());
  const all = [
    ...issues,
    ...given.flatMap(([name, value]) => (isFit(name, value) ? [] : [badValueError(name, value)])),
    ...(chosen ?? []).filter((name) => !isChoice(name, tools)).map((name) => unknownChoice(name, tools)),
    ...(chosen?.includes(PLAIN_TOOLS) && chosen.length > 1 ? [notAloneError] : []),
    ...(isSchemaForm(schemas) ? [] : [unknownSchemas(schemas)]),
  ];
  if (all.length > 0)
    throw new CairnError('request/invalid', 'This connection names what does not exist.', { issues: all });
  return { defaults: Object.fromEntries(given), schemas: schemas as SchemaForm, ...choiceOf(chosen) };
}

/**
 * Decides which tools may be called and which are listed. A connection that names tools may call only the named tools;
 * any other connection may also call tools that it does not list.
 */
function choiceOf(
  chosen: readonly string[] | undefined,
): Pick<Connection, 'shows' | 'lists' | 'hasSkills' | 'isPlain'> {
  if (!chosen) return { lists: isListedUsually, hasSkills: true };
  if (chosen.includes(PLAIN_TOOLS)) return { lists: () => true, hasSkills: false, isPlain: true };
  if (chosen.includes(ALL_TOOLS)) return { lists: () => true, hasSkills: true };
  const shows = (tool: Tool) => chosen.includes(tool.name) || chosen.includes(familyOf(tool));
  return { shows, lists: shows, hasSkills: chosen.includes(SKILLS_PARAMETER) };
}

const isSchemaForm = (name: string): name is SchemaForm => (schemaForms as readonly string[]).includes(name);

const unknownSchemas = (value: string): FieldIssue => cannotBeError(SCHEMAS_PARAMETER, value, schemaForms.join(', '));

const isChoice = (name: string, tools: readonly Tool[]) =>
  ([ALL_TOOLS, PLAIN_TOOLS, ...families, SKILLS_PARAMETER] as readonly string[]).includes(name) ||
  tools.some((tool) => tool.name === name);

const notAloneError: FieldIssue = {
  field: TOOLS_PARAMETER,
  message: `names ${PLAIN_TOOLS} beside other tools`,
  allowed: `${PLAIN_TOOLS} alone`,
};

const unknownName = (field: string, known: readonly string[]): FieldIssue => ({
  field,
  message: 'is no parameter of a connection',
  allowed: known.join(', '),
});
/** Whether a default is valid. Without this check, an invalid time zone would be detected only when a day is parsed. */
const isFit = (name: DefaultName, value: string): boolean =>
  (name === 'timeZone' ? TimeZone : Name).safeParse(value).success;

const badValueError = (field: string, value: string): FieldIssue =>
  cannotBeError(
    field,
    value,
    field === 'timeZone' ? 'an IANA time zone, such as UTC or Europe/Berlin' : 'text of 1 to 300 characters',
  );

const unknownChoice = (name: string, tools: readonly Tool[]): FieldIssue =>
  cannotBeError(
    TOOLS_PARAMETER,
    name,
    [ALL_TOOLS, PLAIN_TOOLS, ...families, SKILLS_PARAMETER, ...tools.map((tool) => tool.name)].join(', '),
  );

const cannotBeError = (field: string, value: string, allowed: string): FieldIssue => ({
  field,
  message: `cannot be ${JSON.stringify(value.slice(0, 60).toWellFormed())}`,
  allowed,
});

const hasParameter = (inputJson: Tool['inputJson'], name: string): boolean =>
  Object.hasOwn((inputJson['properties'] ?? {}) as object, name);

/**
 * Adds defaults of the connection to the arguments of a call. A default is added only if the tool has it as a parameter,
 * takes defaults for it, and the call does not set it.
 */
export function fillDefaults(
  { inputJson, withoutDefaultOf = [] }: Tool,
  { defaults }: Connection,
  args: unknown,
): unknown {
  const given = args ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) return args;
  const fitting = Object.entries(defaults).filter(
    ([name]) => hasParameter(inputJson, name) && !withoutDefaultOf.includes(name),
  );
  const said = Object.entries(given).filter(([name, value]) => value !== null || !(name in defaults));
  return { ...Object.fromEntries(fitting), ...Object.fromEntries(said) };
}
