import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { createProject, draftOrder } from '#demo/play/buyer.ts'
import { lawfulSchedule } from '#demo/play/plan.ts'
import { PLANS } from '#demo/tenders.ts'
import { subjectApproval } from '#features/workflow/contract/businesses.ts'
import { agree, approver, enable } from '#features/workflow/server/testing/flows.ts'
import { type KillableServer, killableServer } from '#server/testing/killable.ts'
import * as order from '../contract/order.ts'

/*
 * The only server process is killed in the middle of an approval. The last approval and its effect are one transaction,
 * so there is nothing between them: either both are there, once, or neither, and the approver is asked again.
 */

let server: KillableServer
let orderId = ''
let workflowId = ''

beforeAll(async () => {
  server = await killableServer()
  const buyer = await server.login('newbie', 'purchaser')
  const admin = await server.login('buyer', 'purchaser')
  const now = new Date()
  const projectId = await createProject(buyer, PLANS.clean)
  orderId = await draftOrder(buyer, projectId, { plan: PLANS.clean, schedule: lawfulSchedule(now), now })
  await enable(admin, 'announcement', [approver('dept', ['buyer2']), approver('lead', ['buyer'])])
  const { approval } = await buyer.call(order.publishOrder, { params: { orderId }, body: { acceptWarnings: true } })
  workflowId = approval!.workflowId
})

afterAll(() => server.stop())

test('killed after it was handed in: it is still held, and waits for the same person', async () => {
  await server.kill()
  await server.start()
  const state = await approvalState()
  expect(state.pending).toMatchObject({ workflowId, waitsFor: ['王宁'] })
  await agree(await server.login('buyer2', 'purchaser'), workflowId)
})

test('killed between the last approval and its effect: neither is there, and the next time both are, once', async () => {
  const last = await server.login('buyer', 'purchaser')
  await server.killWhileWriting('notice', () => agree(last, workflowId))
  await server.start()
  expect(await state()).toBe('publish.draft')
  expect((await approvalState()).pending).toMatchObject({ workflowId, waitsFor: ['张晓'] })

  expect(await agree(await server.login('buyer', 'purchaser'), workflowId)).toEqual({ status: 2, failure: null })
  // Killed again as soon as it was answered: what follows from it (messages, chain) is the next process's to do.
  await server.kill()
  await server.start()
  expect(await state()).toBe('publish.open')
  expect(await approvalState()).toMatchObject({ pending: null, last: { status: 2 } })
  expect(await count('select 1 from notice where order_id = $1 and status = 1', orderId)).toBe(1)
  await eventually(async () => (await count(ENDED, `%${workflowId}%`)) === 1)
  expect(await count(PUBLISHED, orderId)).toBe(1)
  const { rows } = await server.owner.query(`select body->'data'->'approval'->'approvers' as by from audit_entry
    where body->>'entityId' = '${orderId}' and body->>'action' = 'order.publish'`)
  expect(rows).toEqual([{ by: ['王宁', '张晓'] }])
  await expect(agree(await server.login('buyer', 'purchaser'), workflowId)).rejects.toThrow('no task')
})

const PUBLISHED = `select 1 from audit_entry where body->>'entityId' = $1 and body->>'action' = 'order.publish'`
/** To the initiator, that it is over. */
const ENDED = `select 1 from message m join app_user u on u.id = m.user_id
  where m.kind = 'workflow.ended' and u.account = 'newbie' and m.link like $1`

async function approvalState() {
  const client = await server.login('newbie', 'purchaser')
  return client.call(subjectApproval, { params: { type: 'bidding', node: 'announcement', subjectId: orderId } })
}

async function state(): Promise<string> {
  const { rows } = await server.owner.query<{ state: string; owner_company_id: string }>(
    'select state, owner_company_id from purchase_order where id = $1',
    [orderId],
  )
  expect(rows[0]!.owner_company_id).toBe(COMPANIES.hospital.id)
  return rows[0]!.state
}

async function count(query: string, value: string): Promise<number> {
  return (await server.owner.query(query, [value])).rowCount ?? 0
}

async function eventually(done: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 400; i++) {
    if (await done()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('waited twenty seconds in vain')
}
