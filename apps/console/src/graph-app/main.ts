import '../api/no-eval.ts';
import './graph-app.css';
import type { RouteOutput } from '@cairn/contracts';
import { App } from '@modelcontextprotocol/ext-apps';
import type Sigma from 'sigma';
import { drawGraph } from '../screens/ownership/draw-graph.ts';

type Explored = Pick<RouteOutput<'graphExplore'>, 'nodes' | 'relations' | 'truncated'>;

const TOOL = 'crystal_explore_graph';

const part = (id: string) => document.getElementById(id) as HTMLDivElement;
const app = new App({ name: 'cairn-graph', version: '1.0.0' }, {});
let drawn: Sigma | undefined;

/** Shows an answer of the tool in a chat client. A click on a neighbour calls the tool for that neighbour. */
app.ontoolresult = ({ structuredContent, isError }) => show(structuredContent, isError);

function show(answer: unknown, isError = false): void {
  if (isError || !isExplored(answer)) return showStatus('The tool gave no graph.');
  drawn?.kill();
  const { nodes, relations, truncated } = answer;
  showStatus(nodes.length === 0 ? 'Nothing in the graph has this name.' : statusText(nodes.length, truncated));
  part('graph').setAttribute('aria-label', `${nodes.length} things and how they are related`);
  part('relations').replaceChildren(...relations.map(lineOf));
  drawn = drawGraph(answer, part('graph'));
  drawn?.on('clickNode', ({ node }) => void explore(node));
}

async function explore(entity: string): Promise<void> {
  showStatus('Asking');
  try {
    const { structuredContent, isError } = await app.callServerTool({ name: TOOL, arguments: { entity } });
    show(structuredContent, isError);
  } catch {
    showStatus('This client did not let the graph ask on.');
  }
}

/** Recognises answers of our tool, which the server has validated; other tools' answers have other fields. */
const isExplored = (answer: unknown): answer is Explored =>
  typeof answer === 'object' && answer !== null && 'nodes' in answer && 'relations' in answer;

const statusText = (things: number, isCut = false) =>
  `${things} ${things === 1 ? 'thing' : 'things'}${isCut ? ', and more beyond them' : ''}. Press one to go on from there.`;

/** Builds the line of a relation. Names are stored text, so they are never treated as markup. */
function lineOf({ fromKey, fromLabel, relationType, toKey, toLabel }: Explored['relations'][number]): HTMLLIElement {
  const line = document.createElement('li');
  line.append(wayTo(fromKey, fromLabel), ` ${relationType} `, wayTo(toKey, toLabel));
  return line;
}

function wayTo(key: string, label: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.textContent = label;
  button.addEventListener('click', () => void explore(key));
  return button;
}

function showStatus(text: string): void {
  part('status').textContent = text;
}

app.onhostcontextchanged = ({ theme }) => applyTheme(theme);
await app.connect();
applyTheme(app.getHostContext()?.theme);

function applyTheme(theme: 'light' | 'dark' | undefined): void {
  document.documentElement.style.colorScheme = theme ?? 'light dark';
}
