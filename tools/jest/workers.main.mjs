// Bundles the worker threads of the tests, for all that run after it.
import bundleWorkers from './bundled-workers.mjs';

await bundleWorkers();
