import { LivenessMonitor } from './liveness-monitor.ts';

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
};

const quick = { suspectMs: 20, answerMs: 30 };

/** A server whose probe can be switched off, and which counts probes. */
function aServer() {
  const server = {
    isFrozen: false,
    asked: 0,
    probe: async () => {
      server.asked++;
      if (server.isFrozen) await new Promise(() => undefined);
      return true;
    },
  };
  return server;
}

it('ends the calls under way to a server that answers nothing, until it answers again', async () => {
  const server = aServer();
  const silence = new LivenessMonitor({ ...quick, probe: server.probe });
  server.isFrozen = true;
  let ended = 0;
  silence.begin(() => ended++);
  silence.begin(() => ended++);

  await until(() => ended === 2);

  expect(silence.isUnresponsive).toBe(true);
  server.isFrozen = false;
  await until(() => !silence.isUnresponsive);
  silence.close();
});

it('lets a call go on for long whose server answers the probe', async () => {
  const server = aServer();
  const silence = new LivenessMonitor({ ...quick, probe: server.probe });
  let ended = 0;
  const done = silence.begin(() => ended++);

  await until(() => server.asked >= 3);
  done();

  expect([ended, silence.isUnresponsive]).toEqual([0, false]);
  silence.close();
});

it('asks nothing while answers come, or nobody waits', async () => {
  const server = aServer();
  const silence = new LivenessMonitor({ suspectMs: 60_000, answerMs: 30, probe: server.probe });
  const done = silence.begin(() => undefined);
  silence.recordAnswer();
  done();
  silence.begin(() => undefined)();

  expect(server.asked).toBe(0);
  silence.close();
});

it('asks at once where a call failed, and takes a failing probe for silence', async () => {
  let answers = false;
  const probe = async () => {
    if (answers) return true;
    throw new Error('gone');
  };
  const silence = new LivenessMonitor({ ...quick, probe });

  silence.probeNow();

  await until(() => silence.isUnresponsive);
  answers = true;
  await until(() => !silence.isUnresponsive);
  silence.close();
});
