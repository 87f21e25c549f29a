// npm start: installs what running needs, bundles if the sources changed, and becomes the server.
import { main } from './launch.mjs';
import { runBundle } from './run.mjs';

await main(() => runBundle('all-in-one', process.argv.slice(2)));
