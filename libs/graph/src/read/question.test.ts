import { questionReader, type AskedRelation } from './question.ts';

let askedIn: (question: string) => AskedRelation | undefined;
beforeAll(async () => {
  askedIn = await questionReader();
});

it.each<[string, AskedRelation]>([
  ['Who keeps csv-tools alive?', { type: 'maintains', name: 'csv-tools', end: 'from' }],
  ['Which team owns edge-router?', { type: 'owns', name: 'edge-router', end: 'from' }],
  ['Name the maintainer of edge-router please.', { type: 'maintains', name: 'edge-router', end: 'from' }],
  ['Whom do we ask about edge-router?', { type: 'contact_for', name: 'edge-router', end: 'from' }],
  ['Who does Ewa report to?', { type: 'reports_to', name: 'Ewa', end: 'to' }],
  ['Which team is Noor in?', { type: 'member_of', name: 'Noor', end: 'to' }],
  ['What does edge-router depend on?', { type: 'depends_on', name: 'edge-router', end: 'to' }],
  ['Whose review does edge-router need?', { type: 'reviews', name: 'edge-router', end: 'from' }],
  ['To whom does Ewa report?', { type: 'reports_to', name: 'Ewa', end: 'to' }],
  ['Which search engine is behind the recipe page?', { type: 'uses', name: 'recipe page', end: 'to' }],
  ['In which building is the label printer?', { type: 'located_in', name: 'label printer', end: 'to' }],
  ['Where does edge-router get its data from?', { type: 'depends_on', name: 'edge-router', end: 'to' }],
  ['who has edge-router now', { type: 'owns', name: 'edge-router', end: 'from' }],
  ['Who must approve tariff changes?', { type: 'approves', name: 'tariff changes', end: 'from' }],
  ['Something is wrong with edge-router, who can help?', { type: 'contact_for', name: 'edge-router', end: 'from' }],
  ['Whose job is edge-router?', { type: 'owns', name: 'edge-router', end: 'from' }],
  ['Where is edge-router kept?', { type: 'located_in', name: 'edge-router', end: 'to' }],
])('reads what a question asks for: %s', (question, asked) => {
  expect(askedIn(question)).toEqual(asked);
});

it.each(['What time is it?', 'How do I deploy?', 'edge-router', ''])('asks for no relation: %s', (question) => {
  expect(askedIn(question)).toBeUndefined();
});
