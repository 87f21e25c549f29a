import { parseArgs } from 'node:util';
import { CairnError } from '@cairn/contracts';
import { FirstName } from './first-name.ts';

/** Options of the command line, which supplement the environment. */
export interface Options {
  readonly port: number | undefined;
  readonly dataDir: string | undefined;
  /** Name of the first person; absent to ask for it at a terminal. */
  readonly name: string | undefined;
  /** True to serve others too, and not this machine alone. */
  readonly team: boolean;
  /** Settings that options name; they come before those of the environment. */
  readonly settings: Readonly<Record<string, string>>;
  /** Beginning of the commands that are shown to a person; absent if this process was not started by the command line. */
  readonly program: string | undefined;
  /** True to create a key for the operator at the first start with this option. Later starts use the same key. */
  readonly operatorKey: boolean;
  /** True to open no browser. */
  readonly noOpen: boolean;
  /** True to print only output that was requested. */
  readonly quiet: boolean;
  /** True to print one line of JSON when the server is ready, for a parent program. */
  readonly readyJson: boolean;
  /** True to stop when standard input closes, which shows that the parent program has ended. */
  readonly exitWithParent: boolean;
  /**
   * True to stop after CAIRN_IDLE_SECONDS without a request, and to leave the data folder to a server that a person
   * starts.
   */
  readonly exitWhenIdle: boolean;
}

const PORT_MAX = 65_535;

/** Parses the arguments of the command line. Throws `config/invalid` with a sentence about the faulty option. */
export function readOptions(args: readonly string[]): Options {
  const values = valuesOf(args);
  return {
    port: values.port === undefined ? undefined : portOf(values.port),
    dataDir: values['data-dir'],
    name: values.name === undefined ? undefined : nameOf(values.name),
    team: values.team,
    settings: settingsIn(values),
    program: values.program,
    operatorKey: values['operator-key'],
    noOpen: values['no-open'],
    quiet: values.quiet,
    readyJson: values['ready-json'],
    exitWithParent: values['exit-with-parent'],
    exitWhenIdle: values['exit-when-idle'],
  };
}

function valuesOf(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    const flags = Object.keys(options).map((name) => `--${name}`);
    const message = `${(error as Error).message.split('. ')[0]}. Options: ${flags.join(', ')}.`;
    throw new CairnError('config/invalid', message, { cause: error });
  }
}

const options = {
  port: { type: 'string' },
  'data-dir': { type: 'string' },
  name: { type: 'string' },
  program: { type: 'string' },
  team: { type: 'boolean', default: false },
  host: { type: 'string' },
  'public-url': { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  'insecure-http': { type: 'boolean', default: false },
  'operator-key': { type: 'boolean', default: false },
  'no-open': { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  'ready-json': { type: 'boolean', default: false },
  'exit-with-parent': { type: 'boolean', default: false },
  'exit-when-idle': { type: 'boolean', default: false },
} as const;

/** Maps an option to the setting that it replaces. */
const settingByOption = {
  host: 'CAIRN_HOST',
  'public-url': 'CAIRN_PUBLIC_URL',
  'tls-cert': 'CAIRN_TLS_CERT_FILE',
  'tls-key': 'CAIRN_TLS_KEY_FILE',
} as const;

function settingsIn(values: ReturnType<typeof valuesOf>): Record<string, string> {
  const named = Object.entries(settingByOption).map(([option, setting]) => [
    setting,
    values[option as keyof typeof settingByOption],
  ]);
  const given = Object.fromEntries(named.filter(([, value]) => value !== undefined)) as Record<string, string>;
  return values['insecure-http'] ? { ...given, CAIRN_INSECURE_HTTP: 'on' } : given;
}

function nameOf(text: string): string {
  const name = FirstName.safeParse(text);
  if (name.success) return name.data;
  throw new CairnError('config/invalid', `--name cannot be ${JSON.stringify(text)}: ${name.error.issues[0]!.message}.`);
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= PORT_MAX) return Number(text);
  throw new CairnError('config/invalid', `--port cannot be ${JSON.stringify(text)}; allowed: 0 to ${PORT_MAX}.`);
}
