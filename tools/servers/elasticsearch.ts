import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldersIn, INSTALLER, isProgram } from './machine.ts';
import type { Machine } from './machine.ts';
import { startProcess } from './process.ts';
import type { Found, Running, Server } from './server.ts';

/** Newest version on Maven Central; install.sh has the same number. */
const VERSION = '9.5.0';
const JAVA_MIN = 21;

export const elasticsearch: Server = { name: 'Elasticsearch', variable: 'ELASTICSEARCH_URL', find };

function find(machine: Machine): Found {
  const home = join(machine.cache, `elasticsearch-${VERSION}`);
  if (!existsSync(home)) return { missing: `Elasticsearch ${VERSION} is not in ${machine.cache}: ${INSTALLER}` };
  const jdk = newestJdk(machine);
  if (!jdk) return { missing: `no JDK ${JAVA_MIN} or newer at JAVA_HOME or in ${machine.jdks}: ${INSTALLER}` };
  return { start: async (folder, port) => start({ home, jdk, folder, port }) };
}

function newestJdk({ env, jdks }: Machine): string | undefined {
  const homes = [env['JAVA_HOME'], ...foldersIn(jdks)].filter((home) => home !== undefined);
  return homes
    .map((home) => ({ home, major: javaMajor(home) }))
    .filter(({ major }) => major >= JAVA_MIN)
    .sort((a, b) => b.major - a.major)[0]?.home;
}

/** Version of a JDK from its release file, which only very old ones lack. */
function javaMajor(home: string): number {
  const release = join(home, 'release');
  if (!isProgram(join(home, 'bin/java')) || !existsSync(release)) return 0;
  return Number(/^JAVA_VERSION="(\d+)/m.exec(readFileSync(release, 'utf8'))?.[1] ?? 0);
}

interface Setting {
  readonly home: string;
  readonly jdk: string;
  readonly folder: string;
  readonly port: number;
}

function start(setting: Setting): Promise<Running> {
  const { home, jdk, folder, port } = setting;
  writeConfig(setting);
  return startProcess({
    command: join(home, 'bin/elasticsearch'),
    args: [],
    env: {
      ES_JAVA_HOME: jdk,
      ES_JAVA_OPTS: `-Xms512m -Xmx512m ${process.env['ES_JAVA_OPTS'] ?? ''}`,
      ES_PATH_CONF: join(folder, 'config'),
      ES_TMPDIR: join(folder, 'tmp'),
      HOME: folder,
    },
    folder,
    url: `http://127.0.0.1:${port}`,
    readyLine: /\] started \{/,
    readyMs: 180_000,
    isNeverRoot: true,
  });
}

/** Configures a single node without the parts that its test build lacks. A nearly full disk must not make indexes read-only. */
function writeConfig({ home, folder, port }: Setting): void {
  const config = join(folder, 'config');
  rmSync(config, { recursive: true, force: true });
  cpSync(join(home, 'config'), config, { recursive: true });
  for (const name of ['data', 'logs', 'tmp']) mkdirSync(join(folder, name), { recursive: true });
  const settings = {
    'discovery.type': 'single-node',
    'network.host': '127.0.0.1',
    'http.port': port,
    'transport.port': 0,
    'path.data': join(folder, 'data'),
    'path.logs': join(folder, 'logs'),
    'xpack.security.enabled': false,
    'cluster.routing.allocation.disk.threshold_enabled': false,
  };
  writeFileSync(join(config, 'elasticsearch.yml'), JSON.stringify(settings));
}
