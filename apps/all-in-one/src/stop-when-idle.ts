import type { Server } from 'node:http';

const LOOKS_PER_TIME = 5;

/** Calls `stop` when for so many seconds nothing was asked and nothing is being answered. Whoever lives on the server asks it now and then. */
export function stopWhenIdle(server: Server, seconds: number, stop: () => void): void {
  let underWay = 0;
  let lastAt = Date.now();
  server.on('request', (_, response) => {
    underWay++;
    response.once('close', () => {
      underWay--;
      lastAt = Date.now();
    });
  });
  const look = () => underWay === 0 && Date.now() - lastAt >= seconds * 1000 && stop();
  setInterval(look, (seconds * 1000) / LOOKS_PER_TIME).unref();
}
