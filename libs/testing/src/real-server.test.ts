import { describeWith, whyWithout } from './real-server.ts';

const variable = 'REDIS_URL';
const before = process.env[variable];
process.env[variable] = 'redis://127.0.0.1:1';

describeWith(variable, 'a suite whose server is there', (url) => {
  it('is handed its address', () => {
    expect(url).toBe('redis://127.0.0.1:1');
  });
});

if (before === undefined) delete process.env[variable];
else process.env[variable] = before;

describe('the reason of a suite without its server', () => {
  it('is what the search for the server found', () => {
    const why = whyWithout(variable, { NO_REDIS_URL: 'redis-server is not installed: apt-get install redis-server' });

    expect(why).toBe('no REDIS_URL: redis-server is not installed: apt-get install redis-server');
  });

  it('says how to get one when nobody searched', () => {
    expect(whyWithout('QDRANT_URL', {})).toBe('no QDRANT_URL: `npm run servers` starts what is installed here');
  });
});
