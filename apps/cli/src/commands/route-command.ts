import type { SentParts } from '@cairn/client';
import { inputParts, routes, type Route, type RouteName, type RouteOutput } from '@cairn/contracts';
import { Argument, Option, type Command } from 'commander';
import { z } from 'zod';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import type { CairnClient } from '@cairn/transfer/cairn-client';
import { withServer } from '../server/server-connection.ts';
import { requireConsent, yesOption } from '../terminal/consent.ts';
import { printResult, type ResultPrinter } from '../terminal/printer.ts';

/** Typed values: arguments by their name, options by the field that they fill. The server checks the values. */
export type Values = Readonly<Record<string, unknown>>;

/** A command that calls one route. Each argument and option fills the route's field of the same name. */
export interface RouteCommand<Name extends RouteName> {
  readonly command: string;
  readonly description: string;
  readonly args?: readonly Argument[];
  readonly options?: readonly Option[];
  /**
   * Returns the fields whose value differs from the typed value, such as the id of a principal whose name was typed.
   */
  readonly input?: (values: Values, client: CairnClient) => object | false | Promise<object | false>;
  /**
   * Returns a question that must be answered with yes before the request is sent, unless `--yes` is given. Undefined if
   * these values need no consent.
   */
  readonly question?: (values: Values) => string | undefined;
  readonly unchanged?: string;
  readonly timeoutMs?: number;
  /** Replaces the default way to find the server and the key. */
  readonly server?: typeof withServer;
  /** Prints the answer of the server at `url`. `values` are the typed ones, `sent` the fields of the request. */
  readonly print: (
    printer: ResultPrinter,
    answer: RouteOutput<Name>,
    values: Values,
    request: { readonly sent: Values; readonly url: string },
  ) => void;
}

/** Adds a command that calls one route and prints its answer. */
export function addRouteCommand<Name extends RouteName>(
  parent: Command,
  context: CliContext,
  name: Name,
  row: RouteCommand<Name>,
): Command {
  const { command: word, description, args = [], options = [], question } = row;
  const command = parent.command(word).description(description);
  for (const argument of args) command.addArgument(argument);
  for (const option of options) command.addOption(option);
  if (question && !options.some(({ long }) => long === '--yes')) command.addOption(yesOption());
  if (!row.input) requireFields(command, name);
  return command.action((...typed: unknown[]) => runRouteCommand(context, name, row, typed.at(-1) as Command));
}

async function runRouteCommand<Name extends RouteName>(
  context: CliContext,
  name: Name,
  { input, question, unchanged = 'Nothing was changed.', timeoutMs, server = withServer, print }: RouteCommand<Name>,
  command: Command,
): Promise<void> {
  const options: GlobalOptions = command.optsWithGlobals();
  const values = valuesOf(command);
  let sent = values;
  const { json, answer, url } = await server(context, options, async ({ client, url: address }) => {
    sent = { ...values, ...(await input?.(values, client)) };
    const asked = question?.(values);
    if (asked !== undefined) await requireConsent(context, { yes: Boolean(values['yes']), question: asked, unchanged });
    const parts = partsOf(routes[name], sent) as Parameters<typeof client.call<Name>>[1];
    const called = await client.call(name, { ...parts, signal: context.interrupted, ...(timeoutMs && { timeoutMs }) });
    return { ...called, url: address };
  });
  printResult(context, options, json, (printer) => print(printer, answer, values, { sent, url }));
}

/** Collects the values of a command and of the groups that contain it, without the program's global options. */
function valuesOf(command: Command): Values {
  const args = command.registeredArguments.map((argument, at) => [argument.name(), command.processedArgs[at]]);
  return { ...optionsBelowProgram(command), ...Object.fromEntries(args) };
}

const optionsBelowProgram = (command: Command): Values =>
  command.parent ? { ...optionsBelowProgram(command.parent), ...command.opts() } : {};

const partsOf = (route: Route, values: Values): SentParts =>
  Object.fromEntries(
    inputParts.flatMap((part) => {
      const schema = route[part];
      const fields = schema ? fieldsOf(schema).filter((field) => values[field] !== undefined) : [];
      return schema ? [[part, Object.fromEntries(fields.map((field) => [field, values[field]]))]] : [];
    }),
  );

function fieldsOf(schema: z.core.$ZodType): readonly string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodUnion) return [...new Set(schema.options.flatMap(fieldsOf))];
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in);
  return [];
}

/** Throws if an argument or option fills no field of the route, since the typed value would be dropped silently. */
function requireFields(command: Command, name: RouteName): void {
  const route: Route = routes[name];
  const fields = inputParts.flatMap((part) => (route[part] ? fieldsOf(route[part]) : []));
  const typed = [
    ...command.registeredArguments.map((argument) => argument.name()),
    ...command.options.map((option) => option.attributeName()),
  ];
  const strange = typed.filter((value) => value !== 'yes' && !fields.includes(value));
  if (strange.length > 0) throw new Error(`cairn ${command.name()}: ${strange.join(', ')} are no fields of ${name}`);
}

export const argument = (flags: string, description?: string): Argument => new Argument(flags, description);

/** Creates an argument of several words, which form one text. */
export const words = (flags: string, description?: string): Argument =>
  new Argument(flags, description).argParser((word, before?: string) => (before ? `${before} ${word}` : word));

export const option = (flags: string, description?: string, parse?: (text: string) => unknown): Option =>
  parse ? new Option(flags, description).argParser(parse) : new Option(flags, description);

/** Makes an option fill a field whose name differs from the option's name. */
export const forField = (field: string, to: Option): Option => Object.assign(to, { attributeName: () => field });
