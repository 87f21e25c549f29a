import { keyVariableOf, type KeyInput, type McpClient } from '@cairn/connect';
import { CommandFailure } from '../context/exit-codes.ts';

/** Places of an agent's key: the client's file, an environment variable, or the client's own secret input. */
export const keyPlaceNames = ['file', 'env', 'input'] as const;
export type KeyPlaceName = (typeof keyPlaceNames)[number];

interface KeyPlace {
  /** Text in the entry that the client replaces by the key; absent if the file holds the key. */
  readonly placeholder?: string;
  readonly variable?: string;
  readonly input?: KeyInput;
}

/** Place of a client's key. Fails if the client cannot look it up there. */
export function keyPlaceOf(client: McpClient, name: KeyPlaceName = 'file'): KeyPlace {
  if (name === 'file') return {};
  const { env, input } = client.secrets ?? {};
  if (name === 'input' && input) return { placeholder: input.text, input };
  if (name === 'env' && env) {
    const variable = keyVariableOf(client);
    return { placeholder: env(variable), variable };
  }
  const known = ['file', ...(env ? ['env'] : []), ...(input ? ['input'] : [])].join(' or ');
  throw new CommandFailure('usage', `--secret ${name}: ${client.title} reads its key from: ${known}`);
}

/** Sentence that tells the user what to do with a key that no file holds. */
export function tellKeyPlace(client: McpClient, name: KeyPlaceName | undefined, key: string): readonly string[] {
  const { variable, input } = keyPlaceOf(client, name);
  if (variable !== undefined)
    return [
      `Set the key where ${client.title} starts; it is shown this once:`,
      process.platform === 'win32' ? `setx ${variable} ${key}` : `export ${variable}=${key}`,
    ];
  return input ? [`${client.title} asks for this key once; it is shown this once:`, key] : [];
}
