import swc from '@swc/jest';
import './code-cache.mjs';
import { withBundledWorkers } from './bundled-workers.mjs';

/** SWC's transformer for Jest, which also redirects worker paths to the bundles. */
export default {
  createTransformer(options) {
    const { process, processAsync, getCacheKey } = swc.createTransformer(options);
    const bundled =
      (transform) =>
      (source, ...more) =>
        transform(withBundledWorkers(source), ...more);
    return { process: bundled(process), processAsync: bundled(processAsync), getCacheKey: bundled(getCacheKey) };
  },
};
