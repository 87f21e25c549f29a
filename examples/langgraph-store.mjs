// LangGraph: a graph whose long-term memory is kept in Cairn. Its items are notes of the team.
import { cairnClient } from '@cairn-memory/client';
import { CairnStore } from '@cairn-memory/client/langgraph-store';
import { Annotation, StateGraph } from '@langchain/langgraph';

const cairn = cairnClient({ url: process.env.CAIRN_URL, key: process.env.CAIRN_KEY });
const State = Annotation.Root({ question: Annotation(), answer: Annotation() });

// With a model, this node gives what it found to the model.
async function answer({ question }, { store }) {
  await store.put(['billing', 'facts'], 'locks', { text: 'Postgres locks guard the billing jobs.' });
  const found = await store.search(['billing'], { query: question, limit: 1 });
  return { answer: found[0].value.text };
}

const graph = new StateGraph(State)
  .addNode('answering', answer)
  .addEdge('__start__', 'answering')
  .compile({ store: new CairnStore(cairn, { folder: 'example-graph', fields: ['text'] }) });

const state = await graph.invoke({ question: 'what guards the billing jobs?' });
console.log(state.answer);
