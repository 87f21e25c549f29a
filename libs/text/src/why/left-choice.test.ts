import { describe, expect, it } from '@jest/globals';
import { topicWords } from './decision-parts.ts';
import { leavesChoice } from './left-choice.ts';

const postgres = { title: 'Store orders in Postgres', content: 'Orders are in Postgres.' };
const puppeteer = { title: '4. Render PDFs with Puppeteer', content: 'A service renders PDFs with Puppeteer.' };
const kafka = { title: 'Use Kafka for events of the shop', content: 'Events of the shop go through Kafka.' };
const decision = (title: string) => ({ title, content: `${title}.` });
const nothing = new Set<string>();

describe('a later decision', () => {
  it.each([
    [puppeteer, 'We decided to move from Puppeteer to Typst for PDFs because a run takes 90 minutes.'],
    [postgres, 'Decision: orders move from Postgres to Mongo.'],
    [postgres, 'Use Mongo instead of Postgres for orders.'],
    [postgres, 'Orders no longer live in Postgres, they are in Mongo.'],
    [kafka, 'Kafka is gone, events go through NATS now.'],
    [kafka, 'We retire Kafka for events.'],
    [decision('Build with Maven'), 'Wir wechseln von Maven zu Gradle.'],
    [decision('CI runs on Node 20'), 'We move from Node 20 to Node 24 in CI.'],
    [decision('We move search from Solr to Elasticsearch'), 'We take that back: search stays on Solr.'],
  ])('leaves %j where it says %s', (earlier, content) => {
    expect(leavesChoice({ title: 'Later', content }, earlier, nothing)).toBe(true);
  });

  it.each([
    ['a flow of data', postgres, 'Orders are copied: a nightly job goes from Postgres to BigQuery.'],
    ['a flow of data', puppeteer, 'The PDF service moves files from Puppeteer to S3.'],
    ['a flow of data', postgres, 'Backups go from Postgres to S3 each night for orders.'],
    ['another thing of the same store', postgres, 'We moved backups of orders from Postgres to pgBackRest.'],
    ['a part of it', postgres, 'We drop Postgres triggers on orders.'],
    ['an upgrade', postgres, 'We migrate orders from Postgres 16 to Postgres 17.'],
    ['a refusal', postgres, 'Move orders from Postgres to Mongo: too costly, discarded.'],
    ['a refusal', postgres, 'We no longer plan to move orders from Postgres to Mongo.'],
    ['a refusal', postgres, 'Nobody will switch orders from Postgres to Mongo.'],
    ['a plan', postgres, 'We plan to move orders from Postgres to Mongo.'],
    ['a question', postgres, 'Should we move orders from Postgres to Mongo?'],
    ['a condition', postgres, 'If the licence changes, we move orders from Postgres to Mongo.'],
    ['a quotation', postgres, 'Somebody wrote "we move orders from Postgres to Mongo" as a joke.'],
    ['a change in tests alone', kafka, 'In tests of the shop we replace Kafka with an in-memory bus.'],
    ['a change of others', kafka, 'The warehouse drops Kafka.'],
    ['a change of others', decision('Open the Berlin shop'), 'Ana moves from Berlin to Kiel for the shop.'],
    ['a change of something else', postgres, 'We move events from Postgres to ClickHouse.'],
    ['an outage', kafka, 'Kafka was gone for an hour on Monday, the shop lost events.'],
    ['a proposal', postgres, 'Status: proposed\n\nWe move orders from Postgres to Mongo.'],
    ['what the earlier one refused', decision('Use Postgres and not Kafka'), 'We move events from Kafka to NATS.'],
  ])('leaves nothing by %s', (_, earlier, content) => {
    expect(leavesChoice({ title: 'Later', content }, earlier, nothing)).toBe(false);
  });

  it('leaves nothing for a question about another part of the earlier one', () => {
    const earlier = { title: 'Postgres', content: 'Orders and invoices are in Postgres.' };
    const later = { title: 'Later', content: 'We move invoices from Postgres to Mongo.' };

    expect(leavesChoice(later, earlier, topicWords('Where are orders?'))).toBe(false);
    expect(leavesChoice(later, earlier, topicWords('Where are invoices?'))).toBe(true);
  });
});
