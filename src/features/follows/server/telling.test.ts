import { beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY } from '#contract/time.ts'
import { COMPANIES, type CompanyKey } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { award } from '#demo/play/buyer.ts'
import { fromState } from '#demo/states/from-state.ts'
import * as hall from '#features/opening-hall/contract.ts'
import { addInvitees } from '#features/procurement/contract/follow-up.ts'
import { publishChange, publishClarification } from '#features/procurement/contract/notice.ts'
import { createOrder, declareAbortive, publishOrder } from '#features/procurement/contract/order.ts'
import { askQuestion } from '#features/procurement/contract/supplier.ts'
import { invitedBidding } from '#features/procurement/methods/invited-bidding.ts'
import {
  draft,
  join,
  PDF,
  publicise,
  publish,
  reviewed,
  tenderWorld,
  type TenderWorld,
  text,
} from '#features/procurement/server/testing/tender.ts'
import { inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import * as contract from '../contract.ts'
import { follows as feature } from './feature.ts'
import { tellOfNotices } from './telling.ts'
import { buys, ends, toldTo } from './testing/world.ts'

/* Who is told what of orders and companies that are followed. */

let world: TenderWorld
let one: HttpClient
let two: HttpClient
let four: HttpClient
beforeAll(async () => {
  world = await tenderWorld({ archiveParts: [], features: [feature] })
  ;[one, two, , four] = world.suppliers as [HttpClient, HttpClient, HttpClient, HttpClient]
})
beforeEach(async () => {
  await world.t.settle()
  await world.t.owner.query(
    'delete from order_follow; delete from company_follow; delete from message_delivery; delete from message; delete from service_lot',
  )
  await buys(world.t, 'supplier4', 'diamond')
})

const told = async (client: HttpClient) => (await toldTo(world.t, client)).map(({ title }) => title)
const follow = (client: HttpClient, orderId: string) => client.call(contract.followOrder, { params: { orderId } })
const followCompany = (client: HttpClient, company: CompanyKey) =>
  client.call(contract.followCompany, { params: { companyId: COMPANIES[company].id } })
/** Settled, as messages of several events are made side by side. */
async function change(orderId: string, more: object = {}) {
  await world.buyer.call(publishChange, {
    params: { orderId },
    body: { title: '变更一', content: text('地点变更'), acceptWarnings: true, ...more },
  })
  await world.t.settle()
}

test('each public step of an order is told once, with its page; nothing that is not public', async () => {
  const { orderId, code } = await publish(world, { title: '监护仪采购' })
  await follow(four, orderId)
  const { tradeId } = await join(world, orderId, { supplier: one })
  const second = await join(world, orderId, { supplier: two })
  expect(await told(four)).toEqual([])
  await change(orderId, { place: '三号开标室' })
  const later = new Date(world.t.kernel.clock.now().getTime() + 45 * DAY).toISOString()
  await change(orderId, { title: '变更二', schedule: { bidEnd: later, openAt: later } })
  const { questionId } = await one.call(askQuestion, { params: { orderId }, body: { content: '是否接受进口？' } })
  const answers = [{ questionId, answer: '接受。' }]
  await world.buyer.call(publishClarification, { params: { orderId }, body: { title: '澄清一', answers } })
  await reviewed(world, orderId, [tradeId, second.tradeId])
  await publicise(world, orderId)
  const rows = await toldTo(world.t, four)
  expect(rows.map(({ title, content }) => [title, content])).toEqual([
    ['变更公告：监护仪采购', `您关注的“监护仪采购”（${code}）发布了变更公告《变更一》。`],
    ['变更公告：监护仪采购', `您关注的“监护仪采购”（${code}）发布了变更公告《变更二》，日程有调整。`],
    ['中标候选人公示：监护仪采购', expect.stringContaining('发布了中标候选人公示《')],
  ])
  for (const { link, kind } of rows) expect([link, kind]).toEqual([expect.stringContaining(orderId), 'follow.order'])
  const page = await four.call(contract.followedOrders, { query: {} })
  expect(page.rows).toMatchObject([{ last: { text: '中标候选人公示', link: rows[0]!.link } }])
  // Nobody else hears of it, participants by their own messages alone.
  expect(await told(one)).toEqual([])
  expect(await told(world.suppliers[2]!)).toEqual([])
})

test('a participant that follows the order is told of a notice once, as a participant', async () => {
  const { orderId } = await publish(world)
  await buys(world.t, 'supplier1', 'basic')
  await follow(one, orderId)
  await join(world, orderId, { supplier: one })
  await change(orderId)
  await world.t.settle()
  expect(await told(one)).toEqual([])
  const { rows } = await world.t.owner.query('select kind from message where user_id = $1 and title like $2', [
    PEOPLE.supplier1.id,
    '变更公告%',
  ])
  expect(rows).toEqual([{ kind: 'notice.published' }])
  const page = await one.call(contract.followedOrders, { query: {} })
  expect(page.rows).toMatchObject([{ last: { text: '变更公告' } }])
})

test('a second delivery tells nobody again', async () => {
  const { orderId } = await publish(world)
  await follow(four, orderId)
  await change(orderId)
  expect(await told(four)).toHaveLength(1)
  const { rows } = await world.t.owner.query<{ id: string; payload: Record<string, unknown>; at: Date }>(
    `select id, payload, at from outbox where kind = 'notice.published' order by id desc limit 1`,
  )
  const event = { ...rows[0]!, id: Number(rows[0]!.id), kind: 'notice.published' }
  await inContext(world.t.kernel, { tenantId: 1, actor: null }, (ctx) => tellOfNotices.handle(ctx, event))
  expect(await told(four)).toHaveLength(1)
})

test('an order that came to nothing is told of, and the one that takes its place', async () => {
  const { orderId, body } = await publish(world, { title: '超声刀采购' })
  await follow(four, orderId)
  await world.buyer.call(declareAbortive, { params: { orderId }, body: { reason: '有效投标人不足三家' } })
  await world.t.settle()
  await publish(world, { title: '别的采购' })
  const document = await world.buyer.upload('tender-document', '招标文件.pdf', PDF)
  const files = [{ fileId: document.fileId, kind: 'document' as const, name: '招标文件.pdf' }]
  const again = await world.buyer.call(createOrder, { body: { ...body, title: '超声刀采购（第二次）', files } })
  await world.buyer.call(publishOrder, { params: again, body: { acceptWarnings: true } })
  const rows = await toldTo(world.t, four)
  expect(rows.map(({ title }) => title)).toEqual(['流标公告：超声刀采购', '重新发布：超声刀采购（第二次）'])
  expect(rows[1]!.link).toContain(again.orderId)
  expect((await four.call(contract.followedOrders, { query: {} })).rows).toMatchObject([
    { last: { text: `重新发布（${again.code}）`, link: rows[1]!.link } },
  ])
})

test('a purchaser that is followed: its new public orders, neither changes nor what only some are invited to', async () => {
  await followCompany(four, 'hospital')
  const { orderId, code } = await publish(world, { title: '转运床采购' })
  await change(orderId)
  const invited = await draft(world, { method: invitedBidding.code, title: '密室改造' })
  const params = { orderId: invited.orderId }
  const companyIds = [COMPANIES.supplier1.id, COMPANIES.supplier2.id, COMPANIES.supplier4.id]
  await world.buyer.call(addInvitees, { params, body: { companyIds, reason: '具备能力，资信良好' } })
  await world.buyer.call(publishOrder, { params, body: { acceptWarnings: true } })
  const rows = await toldTo(world.t, four)
  expect(rows).toMatchObject([
    {
      kind: 'follow.company',
      title: '江州市第一人民医院：转运床采购',
      content: `您关注的企业“江州市第一人民医院”发布了招标公告：“转运床采购”（${code}）。`,
    },
  ])
  expect(rows[0]!.link).toContain(orderId)
  const page = await four.call(contract.followedCompanies, { query: {} })
  expect(page.rows).toMatchObject([{ last: { text: '招标公告：转运床采购' }, isPaused: false }])
})

test('a supplier that is followed: its published awards, never its sign-ups; once beside the order', async () => {
  await buys(world.t, 'supplier3', 'diamond')
  const three = world.suppliers[2]!
  await followCompany(four, 'supplier1')
  await followCompany(four, 'supplier2')
  await followCompany(three, 'supplier1')
  const { orderId, code } = await publish(world, { title: '内镜采购' })
  await follow(three, orderId)
  const { tradeId } = await join(world, orderId, { supplier: one })
  const second = await join(world, orderId, { supplier: two })
  await reviewed(world, orderId, [tradeId, second.tradeId])
  const { publicityEnd } = await publicise(world, orderId)
  expect(await told(four)).toEqual([])
  await world.t.settle()
  await world.t.advanceTo(publicityEnd)
  await award(world.buyer, orderId)
  expect(await toldTo(world.t, four)).toMatchObject([
    {
      kind: 'follow.company',
      title: '中标结果公告：内镜采购',
      content: `您关注的企业“${COMPANIES.supplier1.name}”已中标：“内镜采购”（${code}）。`,
    },
  ])
  expect((await four.call(contract.followedCompanies, { query: {} })).rows).toMatchObject([
    { name: COMPANIES.supplier2.name, last: null },
    { name: COMPANIES.supplier1.name, last: { text: '中标结果公告：内镜采购' } },
  ])
  expect(await told(three)).toEqual(['中标候选人公示：内镜采购', '中标结果公告：内镜采购'])
  expect((await three.call(contract.followedCompanies, { query: {} })).rows).toMatchObject([
    { last: { text: '中标结果公告：内镜采购' } },
  ])
})

test('what is paused tells nobody, and goes on with the next product', async () => {
  const { orderId } = await publish(world)
  await follow(four, orderId)
  await ends(world.t, 'supplier4')
  await change(orderId)
  expect(await told(four)).toEqual([])
  expect((await four.call(contract.followedOrders, { query: {} })).rows).toMatchObject([{ last: null, isPaused: true }])
  await buys(world.t, 'supplier4', 'follow-project')
  await change(orderId, { title: '变更二' })
  expect(await told(four)).toHaveLength(1)
})

test('neither who left, was disabled or lost the right is told, nor a company that is not admitted any more', async () => {
  const { owner } = world.t
  const accounts = ['supplier1', 'supplier2', 'supplier3', 'supplier4'] as const
  const { orderId } = await publish(world)
  for (const [i, account] of accounts.entries()) {
    if (account !== 'supplier4') await buys(world.t, account, 'basic')
    await follow(world.suppliers[i]!, orderId)
  }
  const ids = accounts.map((account) => PEOPLE[account].id)
  const toldOf = async (title: string) => {
    await change(orderId, { title })
    await world.t.settle()
    const { rows } = await owner.query<{ id: string }>(
      `select user_id as id from message where kind = 'follow.order' and content like '%' || $1 || '%'`,
      [title],
    )
    return rows.map(({ id }) => id).toSorted()
  }
  await owner.query('update employee set deleted_at = now() where user_id = $1', [ids[0]])
  await owner.query('update employee set status = 0 where user_id = $1', [ids[1]])
  await owner.query(`update employee set is_admin = false, rights = '{finance}' where user_id = $1`, [ids[2]])
  await owner.query('update company_tenant set is_certified = false where company_id = $1', [COMPANIES.supplier4.id])
  expect(await toldOf('变更甲')).toEqual([])
  await owner.query('update employee set deleted_at = null where user_id = $1', [ids[0]])
  await owner.query('update employee set status = 1 where user_id = $1', [ids[1]])
  await owner.query(`update employee set is_admin = true, rights = '{bidding}' where user_id = $1`, [ids[2]])
  await owner.query('update company_tenant set is_certified = true where company_id = $1', [COMPANIES.supplier4.id])
  expect(await toldOf('变更乙')).toEqual(ids.toSorted())
})

test('that an opening has begun is told to followers, once, and not to those who sit in it', async () => {
  const { t, facts } = await fromState('submitted')
  const outsider = await t.login('supplier5', { workbench: 'supplier' })
  const bidder = await t.login('supplier1', { workbench: 'supplier' })
  for (const [company, client] of [['supplier5', outsider] as const, ['supplier1', bidder] as const]) {
    await buys(t, company, 'follow-project')
    await follow(client, facts.orderId)
  }
  await t.settle()
  await t.advanceTo(facts.schedule.bidEnd!)
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  expect(await toldTo(t, outsider)).toEqual([])
  await buyer.call(hall.startOpening, { params: { projectId: facts.orderId } })
  const rows = await toldTo(t, outsider)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ kind: 'follow.order', title: expect.stringMatching(/^已开标：/) as string })
  expect(await toldTo(t, bidder)).toEqual([])
})
