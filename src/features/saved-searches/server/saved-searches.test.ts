import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { TENANT_HEADER } from '#contract/workbench.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { playTwice } from '#demo/keyless/twice.ts'
import { PLAYED_TWICE } from '#demo/keyless/files.ts'
import { markRead, messagePage } from '#features/messages/contract.ts'
import { addInvitees } from '#features/procurement/contract/follow-up.ts'
import { publishChange } from '#features/procurement/contract/notice.ts'
import { publishOrder } from '#features/procurement/contract/order.ts'
import { createProject } from '#features/procurement/contract/project.ts'
import { publicTenders } from '#features/procurement/contract/supplier.ts'
import { invitedBidding } from '#features/procurement/methods/invited-bidding.ts'
import { draft, publish, tenderWorld, type TenderWorld, text } from '#features/procurement/server/testing/tender.ts'
import { inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { DEMO_PASSWORD } from '#server/testing/test-system.ts'
import {
  changeSearch,
  dropSearch,
  latestMessages,
  latestSubscription,
  MOST_SEARCHES,
  savedSearches,
  saveSearch,
} from '../contract.ts'
import { savedSearches as feature } from './feature.ts'
import { tellOfNewOrders } from './telling.ts'

playTwice(PLAYED_TWICE['src/features/saved-searches/server/saved-searches.test.ts']!)

let world: TenderWorld
let one: HttpClient
let two: HttpClient
beforeAll(async () => {
  world = await tenderWorld({ archiveParts: [], features: [feature] })
  ;[one, two] = [world.suppliers[0]!, world.suppliers[1]!]
})
beforeEach(async () => {
  await world.t.owner.query(
    'delete from saved_search; delete from message_delivery; delete from message; delete from service_lot',
  )
  await buys('supplier1', 'diamond')
})

/** A membership, or the subscription alone, that was bought for a year. */
async function buys(company: 'supplier1' | 'supplier2', product: string): Promise<void> {
  await world.t.owner.query(
    `insert into service_lot (tenant_id, id, company_id, product, from_at, until_at, paid, pay_order_id, line, part, created_at)
     values (1, gen_random_uuid(), $1, $2, $3, $3::timestamptz + interval '1 year', 0, gen_random_uuid(), 0, 0, $3)`,
    [COMPANIES[company].id, product, world.t.kernel.clock.now()],
  )
}
const ends = (company: 'supplier1' | 'supplier2') =>
  world.t.owner.query('update service_lot set ended_at = $1 where company_id = $2', [
    world.t.kernel.clock.now(),
    COMPANIES[company].id,
  ])
const kept = async (client: HttpClient) => (await client.call(savedSearches, {})).searches

type Body = InputOf<typeof saveSearch>['body']
const save = (client: HttpClient, body: Body) => client.call(saveSearch, { body })
const refusedSave = (client: HttpClient, body: Body) => client.refused(saveSearch, { body })

/** What a person was told of new orders, the newest first. */
async function toldTo(client: HttpClient) {
  await world.t.settle()
  const { rows } = await client.call(messagePage, { query: { identity: 'supplier' } })
  return rows.filter(({ kind }) => kind === 'saved-search.match')
}

async function projectOf(category: 'goods' | 'services', region: string): Promise<string> {
  const body = { name: '项目', category, regime: 'tender' as const, budget: '2000000', region, funds: '自筹资金' }
  return (await world.buyer.call(createProject, { body })).projectId
}

test('filters are kept, renamed, and dropped, by their owner alone', async () => {
  const { searchId } = await save(one, { name: '消防', keyword: ' 消防 ', region: '江州' })
  const params = { searchId }
  expect(await kept(one)).toEqual([
    {
      searchId,
      name: '消防',
      keyword: '消防',
      category: '',
      region: '江州',
      isTelling: true,
      isPaused: false,
      toldCount: 0,
      toldAt: null,
    },
  ])
  const bj = world.t.client()
  const login = { mode: 'password', account: 'bj-supplier1', password: DEMO_PASSWORD }
  await bj.raw('POST', '/api/login', login, { headers: { [TENANT_HEADER]: '3' } })
  bj.workbench = 'supplier'
  for (const stranger of [two, bj]) {
    expect(await kept(stranger)).toEqual([])
    const change = { params, body: { name: '别人的', isTelling: false } }
    expect(await stranger.refused(changeSearch, change)).toMatchObject({ status: 404 })
    expect(await stranger.refused(dropSearch, { params })).toMatchObject({ status: 404 })
  }
  expect((await world.buyer.refused(savedSearches, {})).status).toBe(403)
  expect((await world.t.client().refused(savedSearches, {})).status).toBe(401)
  for (let i = 0; i < 3; i++) await one.call(changeSearch, { params, body: { name: '消防设备', isTelling: false } })
  expect(await kept(one)).toMatchObject([{ name: '消防设备', keyword: '消防', isTelling: false }])
  await one.call(dropSearch, { params })
  expect(await one.refused(dropSearch, { params })).toMatchObject({ status: 404 })
  expect(await kept(one)).toEqual([])
})

test('the same filters, however typed, and the same name are refused; so is what asks for nothing', async () => {
  await save(one, { name: '甲', keyword: '消防 设备', region: '江州 滨江' })
  expect(await refusedSave(one, { name: '乙', keyword: '设备　消防', region: '滨江  江州' })).toMatchObject({
    status: 409,
    message: '相同的筛选条件已保存为“甲”',
  })
  expect(await refusedSave(one, { name: '甲', keyword: '电梯' })).toMatchObject({
    message: '已有名为“甲”的搜索，请换一个名称',
  })
  await save(one, { name: '乙', keyword: '消防 设备', region: '江州 滨江', category: 'goods' })
  const names = (await kept(one)).map(({ searchId, name }) => ({ searchId, name }))
  const rename = { params: { searchId: names[1]!.searchId }, body: { name: '甲', isTelling: true } }
  expect((await one.refused(changeSearch, rename)).code).toBe(10001)
  expect(await refusedSave(one, { name: '空' })).toMatchObject({ message: '请至少填写一个筛选条件' })
  expect(await refusedSave(one, { name: '标点', keyword: '！？' })).toMatchObject({ message: '关键词须含文字或数字' })
  expect(await refusedSave(one, { name: ' ', keyword: '电梯' })).toMatchObject({ code: 10001 })
  expect(await refusedSave(one, { name: '长', keyword: '长'.repeat(101) })).toMatchObject({ code: 10001 })
  // What another one keeps is none of it.
  await save(two, { name: '甲', keyword: '消防 设备', region: '江州 滨江' })
})

test('at most a hundred, also when many come at once; two alike at once are one', async () => {
  await world.t.owner.query(
    `insert into saved_search (tenant_id, id, employee_id, name, keyword, region, region_parts, category, words, is_telling, created_at)
     select 1, gen_random_uuid(), $1::uuid, '第' || n || '个', '词' || n, '', '{}', null, ('词' || n)::tsquery, false, $2::timestamptz
     from generate_series(1, $3::int) n`,
    [PEOPLE.supplier1.jobs[0]!.employeeId, world.t.kernel.clock.now(), MOST_SEARCHES - 1],
  )
  const answers = await Promise.allSettled(
    Array.from({ length: 3 }, (_, i) => save(one, { name: `同时${i}`, keyword: `同时${i}` })),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await refusedSave(one, { name: '再一个', keyword: '再一个' })).toMatchObject({
    message: `最多保存 ${MOST_SEARCHES} 个搜索，请先删除不再使用的`,
  })
  const alike = await Promise.allSettled(['甲', '乙'].map((name) => save(two, { name, keyword: '电梯' })))
  expect(alike.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('as many tell as the membership allows; what is beyond it is paused, and goes on with the next one', async () => {
  const full = { status: 403, code: 41003, message: expect.stringContaining('可订阅 1 组') as string }
  await save(two, { name: '甲', keyword: '推车' })
  expect(await refusedSave(two, { name: '乙', keyword: '转运' })).toMatchObject(full)
  const { searchId } = await save(two, { name: '乙', keyword: '转运', isTelling: false })
  const on = { params: { searchId }, body: { name: '乙', isTelling: true } }
  expect(await two.refused(changeSearch, on)).toMatchObject(full)
  await buys('supplier2', 'basic')
  await two.call(changeSearch, on)
  const atOnce = await Promise.allSettled(['丙', '丁'].map((name) => save(two, { name, keyword: `${name}转运` })))
  expect(atOnce.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await two.call(savedSearches, {})).groups).toBe(3)
  expect((await kept(two)).map(({ isPaused }) => isPaused)).toEqual([false, false, false])

  await ends('supplier2')
  expect((await kept(two)).map(({ isTelling, isPaused }) => [isTelling, isPaused])).toEqual([
    [true, false],
    [true, true],
    [true, true],
  ])
  await two.call(changeSearch, { params: { searchId }, body: { name: '转运', isTelling: true } })
  await publish(world, { title: '转运床' })
  expect(await toldTo(two)).toEqual([])
  await publish(world, { title: '转运推车' })
  expect((await toldTo(two)).map(({ content }) => content)).toEqual([expect.stringContaining('保存的搜索“甲”')])
  // Whoever stops an older one has the next go on; a membership brings all of them back.
  const [first] = await kept(two)
  await two.call(changeSearch, { params: { searchId: first!.searchId }, body: { name: '甲', isTelling: false } })
  await publish(world, { title: '转运椅' })
  expect(await toldTo(two)).toHaveLength(2)
  await buys('supplier2', 'subscription')
  expect((await kept(two)).map(({ isPaused }) => isPaused)).toEqual([false, false, false])
  expect((await one.call(savedSearches, {})).groups).toBeNull()
})

test('who is told is who would find the order in the list, by words, category and region', async () => {
  const searches: Body[] = [
    { name: '字', keyword: '电' },
    { name: '词', keyword: '电梯' },
    { name: '两词', keyword: '维保 电梯' },
    { name: '他词', keyword: '电扇' },
    { name: '字母', keyword: 'ab' },
    { name: '数字', keyword: '12' },
    { name: '采购人', keyword: '第一人民医院' },
    { name: '货物', category: 'goods' },
    { name: '服务', category: 'services' },
    { name: '地区', region: '江州' },
    { name: '地区两处', region: '滨江 江州' },
    { name: '百分号', region: '%' },
    { name: '全部', keyword: 'ＡＢ', category: 'services', region: '滨江' },
  ]
  for (const body of searches) await save(one, body)
  const orders = [
    await publish(world, { title: '住院楼电梯维保ABC12', projectId: await projectOf('services', '江州市滨江区') }),
    await publish(world, { title: '配电柜', projectId: await projectOf('goods', '东海省100%县') }),
  ]
  const told = await toldTo(one)
  expect(told).toHaveLength(2)
  for (const { orderId, code } of orders) {
    const found: string[] = []
    for (const { name, category, ...rest } of searches) {
      const query = { ...rest, ...(category && { category }) }
      const { rows } = await one.call(publicTenders, { query: { ...query, pageSize: 100 } })
      if (rows.some((row) => row.orderId === orderId)) found.push(`“${name}”`)
    }
    expect(found.length).toBeGreaterThan(2)
    expect(told.find(({ content }) => content.includes(code))!.content).toContain(
      `符合您保存的搜索${found.join('、')}，报名截止 `,
    )
  }
})

test('one message an order, with a link; neither a second delivery nor a change tells again', async () => {
  await save(one, { name: '监护', keyword: '监护' })
  await save(one, { name: '静默', keyword: '监护仪', isTelling: false })
  const { orderId, code, noticeId } = await publish(world, { title: '监护仪采购' })
  const [message, ...more] = await toldTo(one)
  expect(more).toEqual([])
  expect(message).toMatchObject({ title: '新公告：监护仪采购' })
  expect(message!.content).toContain(`“监护仪采购”（${code}）符合您保存的搜索“监护”，报名截止 `)
  expect(message!.link).toContain(orderId)
  expect(await kept(one)).toMatchObject([
    { name: '监护', toldCount: 1, toldAt: expect.any(String) },
    { name: '静默', toldCount: 0 },
  ])
  const { rows } = await world.t.owner.query<{ id: string; payload: Record<string, unknown>; at: Date }>(
    `select id, payload, at from outbox where kind = 'notice.published' and payload->>'noticeId' = $1`,
    [noticeId],
  )
  const event = { ...rows[0]!, id: Number(rows[0]!.id), kind: 'notice.published' }
  await inContext(world.t.kernel, { tenantId: 1, actor: null }, (ctx) => tellOfNewOrders.handle(ctx, event))
  const body = { title: '变更一', content: text('地点变更'), place: '三号开标室', acceptWarnings: true }
  await world.buyer.call(publishChange, { params: { orderId }, body })
  expect(await toldTo(one)).toHaveLength(1)
  expect(await kept(one)).toMatchObject([{ toldCount: 1 }, { toldCount: 0 }])
  expect(await toldTo(two)).toEqual([])
})

test('neither who left, was disabled or lost the right is told, nor a company that is not admitted any more', async () => {
  const { owner } = world.t
  const everybody = world.suppliers
  for (const client of everybody) await save(client, { name: '推车', keyword: '推车' })
  const ids = ['supplier1', 'supplier2', 'supplier3'].map((account) => PEOPLE[account as 'supplier1'].id)
  await owner.query('update employee set deleted_at = now() where user_id = $1', [ids[0]])
  await owner.query('update employee set status = 0 where user_id = $1', [ids[1]])
  await owner.query(`update employee set is_admin = false, rights = '{finance}' where user_id = $1`, [ids[2]])
  await owner.query('update company_tenant set is_certified = false where company_id = $1', [COMPANIES.supplier4.id])
  const toldOf = async (title: string) => {
    await publish(world, { title })
    await world.t.settle()
    const { rows } = await owner.query<{ id: string }>(
      `select user_id as id from message where kind = 'saved-search.match' and title = '新公告：' || $1`,
      [title],
    )
    return rows.map(({ id }) => id).toSorted()
  }
  expect(await toldOf('转运推车')).toEqual([])
  await owner.query('update employee set deleted_at = null where user_id = $1', [ids[0]])
  await owner.query('update employee set status = 1 where user_id = $1', [ids[1]])
  await owner.query(`update employee set is_admin = true, rights = '{bidding}' where user_id = $1`, [ids[2]])
  await owner.query('update company_tenant set is_certified = true where company_id = $1', [COMPANIES.supplier4.id])
  expect(await toldOf('抢救推车')).toEqual([...ids, PEOPLE.supplier4.id].toSorted())
})

test('an invited order tells nobody, another tenant neither', async () => {
  const { t, buyer } = world
  await save(one, { name: '受邀', keyword: '密室' })
  await t.owner.query(
    `insert into saved_search (tenant_id, id, employee_id, name, keyword, region, words, region_parts, is_telling, created_at)
     select 3, gen_random_uuid(), id, '外', '密室', '', '''密室''', '{}', true, '2020-01-01' from employee where user_id = $1`,
    [PEOPLE['bj-supplier1'].id],
  )
  const { orderId } = await draft(world, { method: invitedBidding.code, title: '密室改造' })
  const companyIds = [COMPANIES.supplier1.id, COMPANIES.supplier2.id, COMPANIES.supplier3.id]
  await buyer.call(addInvitees, { params: { orderId }, body: { companyIds, reason: '具备能力，资信良好' } })
  await buyer.call(publishOrder, { params: { orderId }, body: { acceptWarnings: true } })
  await publish(world, { title: '密室公开' })
  expect((await toldTo(one)).map(({ title }) => title)).toEqual(['新公告：密室公开'])
  const { rows } = await t.owner.query(`select tenant_id from message where kind = 'saved-search.match'`)
  expect(rows).toEqual([{ tenant_id: 1 }])
})

test('the newest search that tells, its unread messages, and nobody else’s', async () => {
  expect(await one.call(latestSubscription, {})).toBeNull()
  expect(await one.call(latestMessages, { query: {} })).toMatchObject({ rows: [], total: 0 })
  await save(one, { name: '电梯', keyword: '电梯' })
  await save(one, { name: '推车', keyword: '推车' })
  await save(one, { name: '不提醒', keyword: '推车', region: '江州', isTelling: false })
  await publish(world, { title: '电梯维保' })
  await publish(world, { title: '治疗推车' })
  // Messages of several events are made side by side.
  await world.t.settle()
  await publish(world, { title: '电梯与推车' })
  await world.t.settle()
  expect(await one.call(latestSubscription, {})).toMatchObject({ name: '推车', keyword: '推车', unread: 2 })
  const { rows, total } = await one.call(latestMessages, { query: { pageSize: 1 } })
  expect([rows.map(({ title }) => title), total]).toEqual([['新公告：电梯与推车'], 2])
  await one.call(markRead, { body: { messageIds: [rows[0]!.messageId] } })
  expect(await one.call(latestSubscription, {})).toMatchObject({ unread: 1 })
  // What the membership pauses is not the newest that tells.
  await ends('supplier1')
  expect(await one.call(latestSubscription, {})).toMatchObject({ name: '电梯', unread: 1 })
  expect(await two.call(latestSubscription, {})).toBeNull()
  expect((await two.call(latestMessages, { query: {} })).total).toBe(0)
  expect((await world.buyer.refused(latestSubscription, {})).status).toBe(403)
  expect((await world.t.client().refused(latestMessages, { query: {} })).status).toBe(401)
})
