import type { AuditFault } from '@cairn/contracts';
import type { CairnClient } from './cairn-client.ts';

/** Whether the audit of the organisation holds, asked part by part to the end of its chain. */
export async function auditProof(client: CairnClient) {
  const faults: AuditFault[] = [];
  let checked = 0;
  for (let after = 0; ;) {
    const { answer } = await client.call('verifyAudit', { query: { after } });
    faults.push(...answer.faults);
    checked += answer.checked;
    if (answer.next === null) return { checked, faults, head: answer.head };
    after = answer.next;
  }
}
