import type { OutputOf } from '#contract/endpoint.ts'
import type { orderDetail } from '../../contract/order.ts'
import type { TenderWorld } from './tender.ts'

/** What a step leaves, without ids, codes, times and proofs: to be the same with and without approval. */
export function outline(value: OutputOf<typeof orderDetail>) {
  const { status, version, stage, schedule, notices, actions, rail, findings, signUps } = value
  return {
    status,
    version,
    stage,
    open: Object.entries(schedule).map(([key, at]) => [key, at !== null]),
    notices: notices.map((n) => [n.kind, n.title, n.needsConfirmation, n.publicityEnd !== null]),
    actions: actions.map((a) => [a.action, a.reason]),
    rail: rail.map((r) => [r.name, r.state]),
    findings: findings.map((f) => [f.ruleId, f.ok]),
    signUps,
  }
}

/** Notices, timers and events of an order: what trying a step must not leave. */
export async function leftBehind({ t }: TenderWorld, orderId: string): Promise<unknown> {
  const { rows } = await t.owner.query(
    `select (select count(*) from notice where order_id = $1 and status = 1) as notices,
            (select json_agg(json_build_array(key, due_at) order by key) from timer where key like 'order:' || $1::text || ':%') as timers,
            (select count(*) from outbox where payload->>'orderId' = $1::text) as events`,
    [orderId],
  )
  return rows[0]
}
