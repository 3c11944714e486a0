import { beforeAll, expect, test } from 'vitest'
import { MINUTE } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { prepare } from '#features/auction/server/testing/auction.ts'
import { enterCompany } from '#features/passport/contract.ts'
import { cancelWorkflow, transferTask } from '#features/workflow/contract/acts.ts'
import { setDefinitionStatus } from '#features/workflow/contract/definitions.ts'
import { agree, approver, enable, STAFF, taskFor } from '#features/workflow/server/testing/flows.ts'
import * as notice from '#features/procurement/contract/notice.ts'
import * as trade from '#features/procurement/contract/trade.ts'
import { join, publish, reviewed, type TenderWorld } from '#features/procurement/server/testing/tender.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem } from '#server/testing/test-system.ts'
import { homePage, inbox } from '../contract.ts'

/* What stands at home, and what must not: steps that an approval holds, and auctions that are going on. */

let world: TenderWorld

beforeAll(async () => {
  const t = await testSystem({ from: 'people' })
  const suppliers = await Promise.all(
    ['supplier1', 'supplier2', 'supplier3', 'supplier4'].map((s) => t.login(s, { workbench: 'supplier' })),
  )
  world = { t, buyer: await t.login('buyer', { workbench: 'purchaser' }), suppliers }
})

const labelsOf = async (client: HttpClient, about: string) =>
  (await client.call(inbox, { query: { pageSize: 100 } })).rows
    .filter(({ link }) => link.includes(about))
    .map(({ label }) => label)

test('a step that waits for approval is not offered again; it is when the approval is withdrawn', async () => {
  const { buyer, suppliers } = world
  const { orderId } = await publish(world)
  const { tradeId } = await join(world, orderId, { supplier: suppliers[0]! })
  const { tradeId: undecided } = await join(world, orderId, { supplier: suppliers[1]!, pass: false })
  expect(await labelsOf(buyer, orderId)).toEqual(['审核报名'])
  // One sign-up is held on its own, the order is not.
  const deciding = await enable(buyer, 'signUpResult', [approver('dept', ['buyer2'])])
  const { approval: held } = await buyer.call(trade.decideTrade, {
    params: { tradeId: undecided },
    body: { pass: true },
  })
  expect(await labelsOf(buyer, orderId)).toEqual([])
  await buyer.call(cancelWorkflow, { params: { id: held!.workflowId }, body: {} })
  await buyer.call(setDefinitionStatus, { params: { id: deciding }, body: { status: 2 } })

  await reviewed(world, orderId, [tradeId])
  expect(await labelsOf(buyer, orderId)).toEqual(['公示候选人'])
  const definitionId = await enable(buyer, 'candidates', [approver('dept', ['buyer2'])])
  const { draft } = await buyer.call(notice.candidateDraft, { params: { orderId } })
  const { approval } = await buyer.call(notice.publishCandidates, {
    params: { orderId },
    body: { ...draft, publicityDays: 3, acceptWarnings: true },
  })
  expect(await labelsOf(buyer, orderId)).toEqual([])
  await buyer.call(cancelWorkflow, { params: { id: approval!.workflowId }, body: {} })
  expect(await labelsOf(buyer, orderId)).toEqual(['公示候选人'])
  await buyer.call(setDefinitionStatus, { params: { id: definitionId }, body: { status: 2 } })
  // Neither do the opening and the review offer a step of an order that is held.
  for (const [state, label] of [
    ['publish.open', '主持开标'],
    ['open.ended', '组建委员会并评标'],
  ] as const) {
    const at = `update purchase_order set state = $2, bid_end = now() - interval '1 hour', open_at = now() - interval '1 hour' where id = $1`
    await world.t.owner.query(at, [orderId, state])
    expect(await labelsOf(buyer, orderId)).toEqual([label])
    await world.t.owner.query(
      `insert into approval_hold select 1, 'order', $1, id, 'abortive', '流标处理' from workflow limit 1`,
      [orderId],
    )
    expect(await labelsOf(buyer, orderId)).toEqual([])
    await world.t.owner.query('delete from approval_hold where subject_id = $1', [orderId])
  }
})

test('what one handles is one’s own, what a colleague handles the company’s; an approval can be handed on', async () => {
  const { t, buyer, suppliers } = world
  const colleague = await t.login('newbie', { workbench: 'purchaser' })
  const [first, second] = [
    await t.login('buyer2', { workbench: 'purchaser' }),
    await t.login('multi', { workbench: 'purchaser' }),
  ]
  await second.call(enterCompany, { body: { companyId: COMPANIES.hospital.id } })
  const { orderId } = await publish(world)
  const { tradeId } = await join(world, orderId, { supplier: suppliers[0]!, pass: false })
  const scopeFor = async (client: HttpClient, about = orderId) =>
    (await client.call(inbox, { query: { pageSize: 100 } })).rows.find(({ link }) => link.includes(about))?.scope
  expect([await scopeFor(buyer), await scopeFor(colleague)]).toEqual(['mine', 'company'])
  const definitionId = await enable(buyer, 'signUpResult', [approver('dept', ['buyer2'])])
  const { approval } = await buyer.call(trade.decideTrade, { params: { tradeId }, body: { pass: true } })
  const { workflowId } = approval!
  const { rows } = await first.call(inbox, { query: { kind: 'approval', scope: 'mine' } })
  const row = rows.find(({ link }) => link.includes(workflowId))!
  expect(row.step).toBe('报名审核结果')
  expect(row.delegateLink).toBe(`${row.link}?act=transfer`)
  expect(await scopeFor(second, workflowId)).toBeUndefined()
  const taskId = await taskFor(first, workflowId)
  await first.call(transferTask, { params: { id: taskId }, body: { employeeId: STAFF.multi, remark: '外出' } })
  expect(await scopeFor(first, workflowId)).toBeUndefined()
  expect(await scopeFor(second, workflowId)).toBe('mine')
  // Nobody approves what they asked for, by whatever way.
  const again = await taskFor(second, workflowId)
  expect(
    await second.refused(transferTask, { params: { id: again }, body: { employeeId: STAFF.buyer, remark: '' } }),
  ).toMatchObject({ status: expect.any(Number) })
  await agree(second, workflowId)
  expect(await scopeFor(second, workflowId)).toBeUndefined()
  await buyer.call(setDefinitionStatus, { params: { id: definitionId }, body: { status: 2 } })
})

test('an auction stands on both sides’ homes from its door to its end, and on nobody else’s', async () => {
  const { t, buyer, suppliers } = world
  const { orderId, startsAt, endsAt } = await prepare(world)
  const cellOf = async (client: HttpClient) =>
    (await client.call(homePage, {})).board.find(({ label }) => label === '竞价进行中')?.count
  expect(await labelsOf(suppliers[0]!, orderId)).toEqual([])
  await t.advanceTo(new Date(startsAt.getTime() - 10 * MINUTE))
  for (const client of [buyer, suppliers[0]!]) {
    expect(await labelsOf(client, orderId)).toEqual(['竞价即将开始'])
    expect(await cellOf(client)).toBe(0)
  }
  await t.advanceTo(startsAt)
  for (const [client, link] of [
    [buyer, `/purchaser/compete/order/${orderId}/hall-door`],
    [suppliers[2]!, `/invite/compete/${orderId}/hall-door`],
  ] as const) {
    const { rows } = await client.call(inbox, {})
    expect(rows).toContainEqual(expect.objectContaining({ label: '竞价进行中', link, dueAt: endsAt.toISOString() }))
    expect(await cellOf(client)).toBe(1)
  }
  for (const stranger of [suppliers[3]!, await t.login('agent', { workbench: 'agency' })])
    expect(await labelsOf(stranger, orderId)).toEqual([])
  await t.advanceTo(endsAt)
  for (const client of [buyer, suppliers[2]!]) {
    expect(await labelsOf(client, orderId)).not.toContain('竞价进行中')
    expect(await cellOf(client)).toBe(0)
  }
})
