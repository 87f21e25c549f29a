// npm test: installs everything and runs every test. The stages are in test-stages.ts, which needs Node 24.
import { main } from './launch.mjs';
import { runTool } from './run.mjs';

await main(() => runTool('tools/test-stages.ts', process.argv.slice(2)));
