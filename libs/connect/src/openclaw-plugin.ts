import { DEFAULT_ADDRESS, NPM_SCOPE } from '@cairn/contracts';
import { findClient, keyVariableOf } from './clients.ts';
import { PACKAGE_NAME, PACKAGE_TITLE, type JsonFiles, type Product } from './packages.ts';

const FOLDER = 'plugins/openclaw';

const setting = (type: 'string' | 'boolean', description: string) => ({ type, description });

/** Builds the manifests of the plugin for OpenClaw's memory slot, beside its program `index.mjs`. */
export const openclawPlugin = ({ version, license, description }: Product): JsonFiles => ({
  [`${FOLDER}/package.json`]: {
    name: `${NPM_SCOPE}/openclaw`,
    version,
    description,
    license,
    type: 'module',
    files: ['index.mjs', 'openclaw.plugin.json'],
    openclaw: { extensions: ['./index.mjs'] },
  },
  [`${FOLDER}/openclaw.plugin.json`]: {
    id: PACKAGE_NAME,
    name: PACKAGE_TITLE,
    description,
    version,
    kind: 'memory',
    contracts: { tools: ['memory_search', 'memory_get', 'memory_store'] },
    uiHints: { key: { label: 'Key', sensitive: true }, url: { label: 'Address', placeholder: DEFAULT_ADDRESS } },
    configSchema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        url: setting('string', `Where Cairn runs; else CAIRN_URL, else ${DEFAULT_ADDRESS}`),
        key: setting('string', `Key of the agent; else ${keyVariableOf(findClient('openclaw')!)}`),
        channel: setting('string', 'Channel of every call'),
        recall: setting('boolean', 'Put related memories before each prompt (default: true)'),
      },
    },
  },
});
