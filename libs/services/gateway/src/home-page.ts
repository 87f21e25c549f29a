import { createHash } from 'node:crypto';
import own from '../package.json' with { type: 'json' };

/** Builds the page at the root. `address` must be an origin, since the page contains it unescaped. */
export const homePage = (address: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Cairn, a team memory for AI agents, runs here.">
<title>Cairn runs here</title>
<style>${style}</style>
</head>
<body>
<header>
<svg viewBox="0 0 48 48" width="56" height="56" aria-hidden="true" focusable="false"><ellipse cx="24" cy="40" rx="20" ry="6"/><ellipse cx="24" cy="28" rx="14" ry="5.5"/><ellipse cx="25" cy="17.5" rx="9.5" ry="4.5"/><ellipse cx="24" cy="9" rx="5" ry="3"/></svg>
<h1>Cairn runs here</h1>
<p class="lead">A team memory for AI agents: remember once, recall anywhere.</p>
<p class="state">Version ${own.version}</p>
</header>
<main>
<section aria-labelledby="connect">
<h2 id="connect">Connect an agent</h2>
<p>Put your key where it says <code>YOUR_KEY</code>. The first start printed one; <code>npm run -s cairn -- keys create NAME</code> makes more.</p>
<h3>On this machine, in Cairn’s folder: Claude Code, Cursor, VS Code, Codex and others</h3>
<pre><code>npm run -s cairn -- connect claude-code <span>--hooks</span></code></pre>
<h3>Claude Code on another machine</h3>
<pre><code>claude mcp add --transport http cairn ${address}/mcp <span>--header</span> "Authorization: Bearer YOUR_KEY"</code></pre>
<h3>Any MCP client, over HTTP</h3>
<pre><code>{
  "mcpServers": {
    "cairn": {
      "type": "http",
      "url": "${address}/mcp",
      "headers": { "Authorization": "Bearer YOUR_KEY" }
    }
  }
}</code></pre>
<h3>A client that starts a program, in Cairn’s folder</h3>
<pre><code>npm run -s cairn -- mcp</code></pre>
</section>
<section aria-labelledby="here">
<h2 id="here">What is here</h2>
<ul>
<li><a href="/console">Console</a><span>See what is stored, try a recall, correct and forget; sign in with your key.</span></li>
<li><a href="/docs">HTTP API</a><span>Every route, with its schemas; try them with your key.</span></li>
<li><a href="/llms.txt">llms.txt</a><span>The same for models: which tool when, and where things are.</span></li>
<li><a href="/mcp">/mcp</a><span>The MCP endpoint. It answers clients that send a key, not browsers.</span></li>
<li><a href="/healthz">Health</a><span>Whether the server is alive; <a href="/readyz">/readyz</a> says whether it has what it needs.</span></li>
</ul>
</section>
</main>
</body>
</html>
`;

const style = `
:root{--ink:#1d2426;--soft:#4f5b5e;--paper:#f6f4ef;--card:#fff;--line:#d9d4c8;--accent:#0b5f5a;--code:#efece4}
@media (prefers-color-scheme:dark){:root{--ink:#e9eae6;--soft:#aeb8b8;--paper:#14191a;--card:#1c2324;--line:#354041;--accent:#7fd1c7;--code:#101516}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:46rem;padding:clamp(1.5rem,5vw,4rem) clamp(1rem,4vw,2rem);background:var(--paper);color:var(--ink);font:1.0625rem/1.6 system-ui,sans-serif}
header{margin-bottom:2.5rem}
svg{fill:var(--accent)}
h1{margin:.5rem 0 0;font-size:clamp(2rem,6vw,2.75rem);line-height:1.15;letter-spacing:-.02em;text-wrap:balance}
h2{margin:0 0 .5rem;font-size:1.375rem}
h3{margin:1.5rem 0 .5rem;font-size:1rem}
p{margin:.5rem 0}
.lead{font-size:1.25rem;color:var(--soft);text-wrap:pretty}
.state{color:var(--soft);font-variant-numeric:tabular-nums}
section{margin-bottom:1.5rem;padding:clamp(1rem,4vw,1.75rem);background:var(--card);border:1px solid var(--line);border-radius:.75rem}
pre{margin:0;padding:1rem;white-space:pre-wrap;overflow-wrap:anywhere;background:var(--code);border:1px solid var(--line);border-radius:.5rem;font-size:.9rem;line-height:1.5}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
p code{display:inline-block}
pre span{white-space:nowrap}
ul{margin:0;padding:0;list-style:none}
li{padding:.625rem 0;border-top:1px solid var(--line)}
li:first-child{border-top:0}
li span{display:block;color:var(--soft)}
a{color:var(--accent);text-underline-offset:.15em}
a:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:.25rem}
`;

/** Content security policy of the page at the root. The page may load and run nothing except its own style. */
export const homePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
