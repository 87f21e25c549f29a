import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { ThreadCalls } from './thread-calls.ts';

type Measures = { readonly measured: (ms: number) => void };
type Answers = { readonly answer: (question: string) => Promise<string> };

let ports: MessagePort[] = [];
afterEach(() => ports.forEach((port) => port.close()));

/** A thread that sends a measure with each answer, and a main thread that keeps the measures. */
function twoThreads() {
  const { port1, port2 } = new MessageChannel();
  ports = [port1, port2];
  const measured: number[] = [];
  let messages = 0;
  port1.on('message', () => (messages += 1));
  const main = new ThreadCalls<Answers>(port1, { measured: (ms: number) => measured.push(ms) });
  const thread = new ThreadCalls<Measures>(port2, {
    answer: async (question: string) => {
      thread.tell('measured', question.length);
      if (question === '') throw new Error('no question');
      return `answer to ${question}`;
    },
  });
  return { main, measured, messages: () => messages };
}

it('tells with the next message, once, and without a message of its own', async () => {
  const { main, measured, messages } = twoThreads();

  const answers = [await main.call('answer', 'who'), await main.call('answer', 'where')];

  expect(answers).toEqual(['answer to who', 'answer to where']);
  expect(measured).toEqual([3, 5]);
  expect(messages()).toBe(2);
});

it('tells also where the call fails', async () => {
  const { main, measured } = twoThreads();

  await expect(main.call('answer', '')).rejects.toThrow('no question');

  expect(measured).toEqual([0]);
});
