import { dropStores } from '../tools/cluster/private-stores.ts';

/** Deletes everything that this run has stored on the servers. */
export default () => dropStores(process.env, process.env.CAIRN_E2E_RUN);
