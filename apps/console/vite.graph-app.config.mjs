import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

const root = dirname(fileURLToPath(import.meta.url));

/** Builds the graph as an MCP App in one self-contained file, since chat clients do not let it load anything. */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [viteSingleFile()],
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
    rolldownOptions: { input: join(root, 'graph-app.html') },
  },
});
