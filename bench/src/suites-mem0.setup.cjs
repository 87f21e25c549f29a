// Sends the requests of mem0's clients to Cairn, in a test that names no host.
const { fetch } = globalThis;
globalThis.fetch = (address, ...rest) =>
  fetch(String(address).replace(/^https:\/\/api\.mem0\.ai/, `${process.env.CAIRN_URL}/mem0`), ...rest);
