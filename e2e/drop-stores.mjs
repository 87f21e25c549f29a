import { dropStores } from '../tools/cluster/private-stores.ts';

/** Leaves nothing of this run on the servers. */
export default () => dropStores(process.env, process.env.CAIRN_E2E_RUN);
