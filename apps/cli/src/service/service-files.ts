import { dirname, join } from 'node:path';
import { serverMemorySettings, serverNodeFlags } from '@cairn/platform/server-node-flags';

/** Facts from which the file of a service is made. Paths are absolute. */
export interface ServiceFacts {
  readonly node: string;
  readonly serverBundle: string;
  readonly dataDir: string;
  /** Options of the server, such as `--team`. */
  readonly options: readonly string[];
  /** Account under which a service of the whole system runs; undefined for a service of one user account. */
  readonly user: string | undefined;
}

/** Kind of a system's service manager, and its scope: one user account or the whole system. */
export interface ServiceKind {
  readonly manager: 'systemd' | 'launchd';
  readonly isSystem: boolean;
}

const LABEL = 'cairn';
const LAUNCHD_LABEL = 'com.cairn-memory.cairn';
/** Time after which a stopping server is killed. It ends by itself 20 s after its CAIRN_DRAIN_SECONDS, which are 0 unless set. */
const STOP_SECONDS = 30;

/** Path of the service's file. */
export function serviceFileOf({ manager, isSystem }: ServiceKind, home: string): string {
  if (manager === 'systemd')
    return isSystem ? `/etc/systemd/system/${LABEL}.service` : join(home, '.config/systemd/user', `${LABEL}.service`);
  return isSystem
    ? `/Library/LaunchDaemons/${LAUNCHD_LABEL}.plist`
    : join(home, 'Library/LaunchAgents', `${LAUNCHD_LABEL}.plist`);
}

/** File in the data folder with further settings of the service, as lines NAME=value. */
export const serviceSettingsFile = (dataDir: string): string => join(dataDir, 'cairn.service.env');

export const serviceText = (kind: ServiceKind, facts: ServiceFacts): string =>
  kind.manager === 'systemd' ? unitOf(kind, facts) : plistOf(facts);

const commandOf = ({ node, serverBundle, dataDir, options }: ServiceFacts): string[] => [
  ...[node, ...serverNodeFlags, serverBundle],
  // Nothing is printed, since more people read the log of a service than may have its first key.
  ...['--data-dir', dataDir, '--quiet', ...options],
];

function unitOf({ isSystem }: ServiceKind, facts: ServiceFacts): string {
  const { dataDir, user } = facts;
  return `${[
    '[Unit]',
    'Description=Cairn, a team memory for AI agents',
    'After=network-online.target',
    'Wants=network-online.target',
    '',
    '[Service]',
    'Type=simple',
    ...(user === undefined ? [] : [`User=${user}`]),
    `ExecStart=${commandOf(facts).map(quoteForUnit).join(' ')}`,
    `WorkingDirectory=${dataDir.replaceAll('%', '%%')}`,
    ...Object.entries(serverMemorySettings).map(([name, value]) => `Environment=${name}=${value}`),
    `EnvironmentFile=-${serviceSettingsFile(dataDir).replaceAll('%', '%%')}`,
    'Restart=on-failure',
    'RestartSec=5',
    `TimeoutStopSec=${STOP_SECONDS}`,
    'UMask=0077',
    'NoNewPrivileges=yes',
    ...(isSystem ? ['PrivateTmp=yes', 'ProtectSystem=full'] : []),
    '',
    '[Install]',
    `WantedBy=${isSystem ? 'multi-user.target' : 'default.target'}`,
  ].join('\n')}\n`;
}

/** Quotes an argument for ExecStart, where a percent and a dollar have meanings of their own. */
const quoteForUnit = (word: string): string => {
  const text = word.replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /^[\w@%+=:,./$-]+$/.test(text) ? text : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
};

function plistOf(facts: ServiceFacts): string {
  const { dataDir, user } = facts;
  const log = join(dataDir, 'server.log');
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    ...entry('Label', string(LAUNCHD_LABEL)),
    ...(user === undefined ? [] : entry('UserName', string(user))),
    ...entry('ProgramArguments', '<array>', ...commandOf(facts).map((word) => `  ${string(word)}`), '</array>'),
    ...entry('WorkingDirectory', string(dataDir)),
    ...entry('RunAtLoad', '<true/>'),
    ...entry('KeepAlive', '<dict>', '  <key>SuccessfulExit</key>', '  <false/>', '</dict>'),
    ...entry('ExitTimeOut', `<integer>${STOP_SECONDS}</integer>`),
    ...entry('StandardOutPath', string(log)),
    ...entry('StandardErrorPath', string(log)),
    '</dict>',
    '</plist>',
  ].join('\n')}\n`;
}

const entry = (key: string, ...value: string[]): string[] => [
  `  <key>${key}</key>`,
  ...value.map((line) => `  ${line}`),
];
const string = (text: string): string =>
  `<string>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</string>`;

/** Commands that make the service known and start it, in order. */
export function activationOf({ manager, isSystem }: ServiceKind, file: string, uid: number): string[][] {
  if (manager === 'systemd') {
    const systemctl = ['systemctl', ...(isSystem ? [] : ['--user'])];
    return [
      [...systemctl, 'daemon-reload'],
      [...systemctl, 'enable', LABEL],
      [...systemctl, 'restart', LABEL],
    ];
  }
  return [['launchctl', 'bootstrap', isSystem ? 'system' : `gui/${uid}`, file]];
}

/** Commands that stop the service and make it unknown, in order. */
export const deactivationOf = ({ manager, isSystem }: ServiceKind, uid: number): string[][] =>
  manager === 'systemd'
    ? [['systemctl', ...(isSystem ? [] : ['--user']), 'disable', '--now', LABEL]]
    : [['launchctl', 'bootout', `${isSystem ? 'system' : `gui/${uid}`}/${LAUNCHD_LABEL}`]];

/** Command that succeeds while the service runs. */
export const statusOf = ({ manager, isSystem }: ServiceKind, uid: number): string[] =>
  manager === 'systemd'
    ? ['systemctl', ...(isSystem ? [] : ['--user']), 'is-active', '--quiet', LABEL]
    : ['launchctl', 'print', `${isSystem ? 'system' : `gui/${uid}`}/${LAUNCHD_LABEL}`];

/** Command that checks the file, where the system has one. */
export const verificationOf = ({ manager, isSystem }: ServiceKind, file: string): string[] =>
  manager === 'systemd'
    ? ['systemd-analyze', 'verify', ...(isSystem ? [] : ['--user']), file]
    : ['plutil', '-lint', file];

/** Tells whether a program lies in the cache of npx, which npm empties at will. */
export const isInCache = (serverBundle: string): boolean => dirname(serverBundle).includes('/_npx/');
