// Bundles the worker threads once for all later test runs.
import bundleWorkers from './bundled-workers.mjs';

await bundleWorkers();
