import { COMPANIES } from '#demo/companies.ts'
import { fromState } from '#demo/states/from-state.ts'
import { actsIn } from '#features/payment/server/testing/pay.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as std from '../../contract/standard.ts'
import { PRESETS } from '../../rules/presets.ts'

export const GOODS = PRESETS[0]!.id
/** What a purchaser charges the winner, by the preset for goods. */
export const CONFIG = { feeType: 2, setting: 2, templateId: GOODS } as const

export const publish = (client: HttpClient, more: object = {}) =>
  client.call(std.publishStandard, { body: { ...more } })

/** A tender whose review is concluded, run by an agency, and its people. */
export async function chargeWorld() {
  const { t, facts } = await fromState('concluded')
  const admin = await t.login('admin', { workbench: 'admin' })
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  const agent = await t.login('agent', { workbench: 'agency' })
  const suppliers: HttpClient[] = []
  for (const n of [1, 2, 3, 4]) suppliers.push(await t.login(`supplier${n}`, { workbench: 'supplier' }))
  const { orderId, projectId } = facts
  const agency = COMPANIES.agency.id
  await t.owner.query('update project set agency_company_id = $1 where id = $2', [agency, projectId])
  await t.owner.query('update purchase_order set owner_company_id = $1 where id = $2', [agency, orderId])
  /** Published as if before the order was: from then on it is for it. */
  const before = (publicationId: string) =>
    t.owner.query(
      `update charge_publication set published_at = (select published_at from purchase_order where id = $1) - interval '1 day'
       where id = $2`,
      [orderId, publicationId],
    )
  return { t, facts, admin, buyer, agent, suppliers, world: actsIn(t, suppliers[0]!), before }
}

export type ChargeWorld = Awaited<ReturnType<typeof chargeWorld>>
