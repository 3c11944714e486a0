import { canonicalJson } from '#features/sealing/core/canonical.ts'
import type { NewRecord } from '#server/public-log.ts'
import { sql } from 'kysely'
import { CeremonyStatus } from '../rules.ts'
import { type Any, attemptOf } from './access.ts'
import { recordOf } from './view.ts'

/** Transcripts of joint keys, with the keys of their officers, that were made before the log took them in. */
export async function unloggedTranscripts(ctx: Any, limit: number): Promise<NewRecord[]> {
  const { rows } = await sql<{ id: string; orderId: string }>`
    select id, order_id as "orderId" from joint_ceremony c
    where tenant_id = ${ctx.tenantId} and status = ${CeremonyStatus.values.ready} and not exists (
      select from log_record r where r.tenant_id = c.tenant_id and r.type = 'joint-transcript'
        and r.subject = c.order_id::text and position(c.id::text in r.text) > 0)
    order by created_at limit ${limit}`.execute(ctx.tx)
  const records: NewRecord[] = []
  for (const { id, orderId } of rows) {
    const attempt = await attemptOf(ctx, id)
    if (attempt) records.push(transcriptRecord(orderId, recordOf(ctx, attempt)))
  }
  return records
}

/** What the log holds of a joint key: all that its officers gave. */
export function transcriptRecord(orderId: string, transcript: object): NewRecord {
  return { type: 'joint-transcript', subject: orderId, text: canonicalJson(transcript) }
}
