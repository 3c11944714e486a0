import { beforeAll, expect, test } from 'vitest'
import { HOUR } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import * as invitees from '#features/procurement/contract/follow-up.ts'
import * as order from '#features/procurement/contract/order.ts'
import * as portal from '#features/procurement/contract/portal.ts'
import * as tender from '#features/procurement/contract/supplier.ts'
import { compete } from '#features/procurement/methods/compete.ts'
import { NoticeKind } from '#features/procurement/rules/enums.ts'
import { draft, join, type TenderWorld } from '#features/procurement/server/testing/tender.ts'
import { done } from '#features/workflow/rules/held.ts'
import * as c from '../contract.ts'
import { auctionWorld, draftAuction, hallAs } from './testing/auction.ts'

/* An auction among invited suppliers: three are invited, the fourth is the stranger. */

const INVITED = [COMPANIES.supplier1.id, COMPANIES.supplier2.id, COMPANIES.supplier3.id]
const reason = '具备供货能力，资信良好'
const NOT_FOUND = { status: 404, code: 404 }

let world: TenderWorld
let made: Awaited<ReturnType<typeof draftAuction>>
let params: { orderId: string }
beforeAll(async () => {
  world = await auctionWorld()
  made = await draftAuction(world, {}, { admission: 'invited', title: '受邀竞价' })
  params = { orderId: made.orderId }
})

const invite = (companyIds: readonly string[]) =>
  world.buyer.call(invitees.addInvitees, { params, body: { companyIds: [...companyIds], reason } })

test('a method admits as it may, and an order as it was made', async () => {
  for (const wrong of [
    { method: 1, admission: 'invited' as const },
    { method: 2, admission: 'open' as const },
  ])
    await expect(draft(world, wrong)).rejects.toThrow('不能采用该参与方式')
  const listed = await world.buyer.call(order.orderPage, { query: { family: 'compete', admission: 'invited' } })
  expect(listed.rows.map((row) => [row.orderId, row.admission])).toEqual([[made.orderId, 'invited']])
  expect((await world.buyer.call(order.orderPage, { query: { family: 'compete', admission: 'open' } })).rows).toEqual(
    [],
  )
  const copy = await world.buyer.call(order.copyOrder, { params })
  const copied = { orderId: copy.orderId }
  expect((await world.buyer.call(order.orderDetail, { params: copied })).admission).toBe('invited')
  await world.buyer.call(order.deleteOrder, { params: copied })
})

test('at least three are invited, by a letter that is told and never public', async () => {
  const { buyer, suppliers, t } = world
  await invite(INVITED.slice(0, 2))
  const publish = { params, body: { acceptWarnings: true } }
  expect((await buyer.refused(order.publishOrder, publish)).message).toContain('受邀供应商只有 2 家，不得少于 3 家')
  await invite(INVITED.slice(2))
  const { actions } = await buyer.call(order.orderDetail, { params })
  expect(actions.find((one) => one.action === 'publish')!.label).toBe('发布竞价邀请书')
  const { noticeId } = done(await buyer.call(order.publishOrder, publish))
  await t.settle()
  const { notices } = await buyer.call(order.orderDetail, { params })
  expect(notices).toMatchObject([{ kind: NoticeKind.values.invitation, noticeId }])
  const { rows } = await t.owner.query<{ content: string; link: string }>(
    `select distinct content, link from message where kind = 'order.invited'`,
  )
  // Each has a letter of its own.
  const letter = new RegExp(`^/supplier/invitation/compete/${made.orderId}/invites/[0-9a-f-]{36}$`)
  expect(rows.map(({ link }) => link)).toEqual([1, 2, 3].map(() => expect.stringMatching(letter)))
  expect(new Set(rows.map(({ link }) => link)).size).toBe(3)
  expect(rows[0]!.content).toContain('请登录平台查看竞价邀请书并报名，不参加的请在此前谢绝')
  const [, , , stranger] = suppliers
  expect(await stranger!.refused(tender.tenderDetail, { params })).toMatchObject(NOT_FOUND)
  expect(await stranger!.refused(c.auctionDoor, { params })).toMatchObject(NOT_FOUND)
  expect(await stranger!.refused(c.auctionPlace, { params })).toMatchObject(NOT_FOUND)
  for (const query of [{}, { keyword: '受邀竞价' }]) {
    const listed = await stranger!.call(tender.publicTenders, { query })
    expect(listed.rows.filter((row) => row.orderId === made.orderId)).toEqual([])
    expect((await t.client().call(portal.portalNotices, { query })).rows).toEqual([])
  }
  const [mine] = (await suppliers[0]!.call(tender.publicTenders, { query: { keyword: '受邀竞价' } })).rows
  expect(mine).toMatchObject({ orderId: made.orderId, admission: 'invited', isInvited: true })
})

test('the buyer reads each invitation: letter, when it was told and read, the reply', async () => {
  const { buyer, suppliers, t } = world
  const { rows } = await buyer.call(invitees.orderInvitees, { params })
  const of = (companyId: string) => {
    const { inviteId } = rows.find((row) => row.companyId === companyId)!
    return buyer.call(invitees.invitationDetail, { params: { ...params, inviteId } })
  }
  const letterId = (await buyer.call(order.orderDetail, { params })).notices[0]!.noticeId
  expect(await of(INVITED[2]!)).toMatchObject({ state: 'told', reason, letterId, readAt: null, tradeId: null })
  await suppliers[2]!.call(tender.readInvitation, { params })
  await suppliers[2]!.call(tender.declineInvitation, { params, body: { reason: '近期产能已满' } })
  expect(await of(INVITED[2]!)).toMatchObject({ state: 'declined', declineReason: '近期产能已满', readByName: '陆遥' })
  // Nobody else has it: another buyer, and the same one under another order.
  const inviteId = rows[0]!.inviteId
  const agent = await t.login('agent', { workbench: 'agency' })
  const call = invitees.invitationDetail
  expect(await agent.refused(call, { params: { ...params, inviteId } })).toMatchObject(NOT_FOUND)
  const other = await draftAuction(world)
  expect(await buyer.refused(call, { params: { orderId: other.orderId, inviteId } })).toMatchObject(NOT_FOUND)
  expect(await buyer.refused(call, { params: { ...params, inviteId: other.orderId } })).toMatchObject(NOT_FOUND)
})

test('it is held among those who accepted', async () => {
  const { suppliers, t } = world
  for (const supplier of suppliers.slice(0, 3)) await join(world, made.orderId, { supplier })
  await t.advanceTo(made.startsAt)
  const { token } = await suppliers[0]!.call(c.auctionTicket, { params })
  await suppliers[0]!.call(c.makeOffer, { params, body: { token, price: '890000' } })
  expect(await hallAs(suppliers[1]!, made.orderId)).toMatchObject({ best: '890000.00', isMineBest: false })
  await t.advanceTo(new Date(made.startsAt.getTime() + HOUR))
  expect((await hallAs(world.buyer, made.orderId)).ranking).toMatchObject([{ supplierName: COMPANIES.supplier1.name }])
})

test('words of the letter stand in for those of the announcement', () => {
  const [invited] = compete.alternatives
  expect([compete.words.announcement, invited!.words.announcement]).toEqual(['竞价公告', '竞价邀请书'])
  expect([compete.opens, invited!.opens]).toEqual([NoticeKind.values.announcement, NoticeKind.values.invitation])
})
