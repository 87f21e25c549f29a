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
  /** True to print the options and to start nothing. */
  readonly help: boolean;
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
    help: values.help,
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

/** Options by name, with what the help says of each; `value` is what the option takes. */
const options = {
  port: { type: 'string', value: '<number>', does: 'port to listen on; 0 takes any free one (default: CAIRN_PORT)' },
  'data-dir': { type: 'string', value: '<folder>', does: 'folder of the data (default: CAIRN_DATA_DIR, else .cairn)' },
  name: { type: 'string', value: '<name>', does: 'name of the first person (default: asks at a terminal)' },
  team: { type: 'boolean', default: false, does: 'serve others too, and not this machine alone' },
  host: { type: 'string', value: '<address>', does: 'address to listen on' },
  'public-url': { type: 'string', value: '<url>', does: 'address at which others reach the server' },
  'tls-cert': { type: 'string', value: '<file>', does: 'certificate of the server, with --tls-key' },
  'tls-key': { type: 'string', value: '<file>', does: 'private key of the certificate' },
  'insecure-http': { type: 'boolean', default: false, does: 'serve others without encryption' },
  'operator-key': { type: 'boolean', default: false, does: 'create a key for the operator, once' },
  'no-open': { type: 'boolean', default: false, does: 'open no browser' },
  quiet: { type: 'boolean', default: false, does: 'print only what was requested' },
  'ready-json': { type: 'boolean', default: false, does: 'print one line of JSON when ready, for a parent program' },
  'exit-with-parent': { type: 'boolean', default: false, does: 'stop when standard input closes' },
  'exit-when-idle': { type: 'boolean', default: false, does: 'stop after CAIRN_IDLE_SECONDS without a request' },
  program: { type: 'string', value: '<command>', does: 'beginning of the commands that are shown to a person' },
  help: { type: 'boolean', short: 'h', default: false, does: 'print these options' },
} as const;

/** Text of `--help`: each option with what it does. */
export function describeOptions(): string {
  const rows = Object.entries(options).map(([name, option]) => {
    const short = 'short' in option ? `, -${option.short}` : '';
    return { flag: `--${name}${short}${'value' in option ? ` ${option.value}` : ''}`, does: option.does };
  });
  const width = Math.max(...rows.map(({ flag }) => flag.length));
  const lines = rows.map(({ flag, does }) => `  ${flag.padEnd(width)}  ${does}`);
  return [
    'Starts the server.',
    '',
    'Options:',
    ...lines,
    '',
    'Settings of the environment: docs/reference/config.md',
  ].join('\n');
}

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
