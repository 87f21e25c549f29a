import type { AuditFault } from '@cairn/contracts';
import type { CairnClient } from '@cairn/transfer/cairn-client';

/** Verifies the whole audit chain of the organisation, part by part. */
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
