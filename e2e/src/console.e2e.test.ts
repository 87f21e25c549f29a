import { agentStories } from './console/agents.ts';
import { askStories } from './console/ask.ts';
import { auditStories } from './console/audit.ts';
import { conversationStories } from './console/conversations.ts';
import { decisionStories } from './console/decisions.ts';
import { everyScreenStories } from './console/every-screen.ts';
import { healthStories } from './console/health.ts';
import { homeStories } from './console/home.ts';
import { importStories } from './console/imports.ts';
import { keyboardStories } from './console/keyboard.ts';
import { memoryListStories } from './console/memories.ts';
import { memoryStories } from './console/memory.ts';
import { newMemoryStories } from './console/new-memory.ts';
import { documentStories } from './console/documents.ts';
import { noteStories } from './console/notes.ts';
import { patternStories } from './console/patterns.ts';
import { ownershipStories } from './console/ownership.ts';
import { peopleStories } from './console/people.ts';
import { reviewStories } from './console/review.ts';
import { ruleStories } from './console/rules.ts';
import { settingStories } from './console/settings.ts';
import { signInStories } from './console/sign-in.ts';
import { ConsoleServer, ConsoleStories, type Visit } from './console/visit.ts';

/**
 * Stories by screen. Those of one screen run in their order in one organisation, and see nothing of the other screens. Each
 * must also hold in a new organisation, where a second attempt of it runs.
 */
const screens = {
  'sign-in': signInStories,
  home: homeStories,
  ask: askStories,
  memory: memoryStories,
  'new memory': newMemoryStories,
  memories: memoryListStories,
  conversations: conversationStories,
  decisions: decisionStories,
  notes: noteStories,
  documents: documentStories,
  patterns: patternStories,
  ownership: ownershipStories,
  imports: importStories,
  review: reviewStories,
  rules: ruleStories,
  people: peopleStories,
  audit: auditStories,
  agents: agentStories,
  health: healthStories,
  settings: settingStories,
  'every screen': everyScreenStories,
  keyboard: keyboardStories,
};

/** Screens that show the whole installation, whose stories leave nothing behind. */
const ofInstallation = ['sign-in', 'health', 'settings', 'every screen'];

/** Stories of each screen in a real browser, over memories of which some contain markup. `-t 'console: NAME'` runs one. */
describe('the console:', () => {
  let server: ConsoleServer;

  beforeAll(async () => {
    server = await ConsoleServer.start();
  });

  afterAll(() => server?.end());

  for (const [screen, storiesOf] of Object.entries(screens))
    describe(screen, () => {
      let visit: Visit | undefined;
      const begin = async () => {
        await visit?.end();
        visit = await (ofInstallation.includes(screen) ? server.visitFirst() : server.visitNew(screen));
      };

      beforeAll(begin);

      afterAll(() => visit?.end());

      storiesOf(new ConsoleStories(() => visit!, begin));
    });
});
