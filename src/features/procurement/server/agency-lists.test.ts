import { beforeAll, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { orderPage } from '../contract/order.ts'
import { createProject, projectPage } from '../contract/project.ts'
import { draft, tenderWorld } from './testing/tender.ts'

/* An agency that buys for two purchasers, for one by tender and auction, for the other not at all yet. */

let agent: HttpClient
const made: Record<string, string> = {}
beforeAll(async () => {
  const world = await tenderWorld()
  agent = await world.t.login('agent', { workbench: 'agency' })
  const { rows } = await world.t.owner.query(
    `select company_id as id from company_tenant where tenant_id = 1 and is_purchaser and is_certified and status = 1
       and company_id not in ($1, $2) limit 1`,
    [COMPANIES.hospital.id, COMPANIES.agency.id],
  )
  made.other = (rows[0] as { id: string }).id
  for (const [name, purchaserCompanyId] of [
    ['tender', COMPANIES.hospital.id],
    ['auction', COMPANIES.hospital.id],
    ['none', made.other],
  ] as const) {
    const body = { name, category: 'goods' as const, regime: 'enterprise' as const, budget: '1000', purchaserCompanyId }
    made[name] = (await agent.call(createProject, { body })).projectId
  }
  const theirs = { ...world, buyer: agent }
  await draft(theirs, { projectId: made.tender! })
  await draft(theirs, { projectId: made.auction!, method: 8 })
})

const projects = async (query: object) =>
  (await agent.call(projectPage, { query })).rows.map((row) => row.name).toSorted()

test('projects are filtered by purchaser, method and family', async () => {
  expect(await projects({})).toEqual(['auction', 'none', 'tender'])
  expect(await projects({ purchaserCompanyId: COMPANIES.hospital.id })).toEqual(['auction', 'tender'])
  expect(await projects({ purchaserCompanyId: made.other })).toEqual(['none'])
  expect(await projects({ method: 8 })).toEqual(['auction'])
  expect(await projects({ family: 'bidding' })).toEqual(['tender'])
  expect(await projects({ family: 'compete', keyword: 'tender' })).toEqual([])
  expect((await agent.refused(projectPage, { query: { purchaserCompanyId: 'x' } })).status).toBe(400)
})

test('orders are filtered by purchaser', async () => {
  const of = async (purchaserCompanyId: string) => (await agent.call(orderPage, { query: { purchaserCompanyId } })).rows
  expect(await of(COMPANIES.hospital.id)).toHaveLength(2)
  expect(await of(made.other!)).toEqual([])
})
