import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { countTrips } from '#server/testing/count-trips.ts'
import * as order from '../contract/order.ts'
import * as project from '../contract/project.ts'
import { draft, scheduleFrom, tenderWorld, type TenderWorld } from './testing/tender.ts'

type Body = InputOf<typeof order.createWithProject>['body']

let world: TenderWorld
beforeAll(async () => {
  world = await tenderWorld()
})

const ITEMS = [
  { name: '监护仪', unit: '台', quantity: '10', controlPrice: '50000' },
  { name: '输液泵', unit: '台', quantity: '20', lotNo: 2 },
]

const bodyOf = (change: Partial<Body> = {}): Body => ({
  project: { name: '医用设备采购', category: 'goods', budget: '2000000', regime: 'tender' },
  items: ITEMS,
  title: '第一标段',
  estimatedPrice: '1000000',
  schedule: scheduleFrom(world.t.kernel.clock.now()),
  settings: {},
  announcement: { title: '招标公告', content: null },
  ...change,
})

const together = (body: Body, key?: string) =>
  world.buyer.call(order.createWithProject, { body }, key === undefined ? {} : { key })

/** Rows that the call writes, of whatever kind; facts of refusals are none. */
async function written(): Promise<number> {
  const { rows } = await world.t.owner.query<{ n: number }>(
    `select (select count(*) from project) + (select count(*) from project_item) + (select count(*) from purchase_order)
      + (select count(*) from order_file) + (select count(*) from notice) + (select count(*) from code_counter)
      + (select count(*) from audit_entry) as n`,
  )
  return rows[0]!.n
}

test('project, lines, documents and order are made together, as by the separate calls', async () => {
  const { buyer, t } = world
  const { files } = (await draft(world)).body
  const made = await together(bodyOf({ files: files! }))
  const found = await buyer.call(project.projectDetail, { params: made })
  expect(found).toMatchObject({ name: '医用设备采购', regime: 'tender', orders: 1, items: 2 })
  expect(found.lines).toMatchObject([
    { lotNo: 1, line: 1, name: '监护仪', controlPrice: '50000' },
    { lotNo: 2, line: 1, name: '输液泵', controlPrice: null },
  ])
  const detail = await buyer.call(order.orderDetail, { params: made })
  expect(detail).toMatchObject({ code: made.code, status: 0, project: { projectId: made.projectId } })
  expect(detail.files).toHaveLength(1)
  expect(detail.announcement.title).toBe('招标公告')
  expect(made.code).toBe(`ZB${found.code.slice(2)}001001`)
  const next = await buyer.call(order.createOrder, { body: { ...bodyOf(), projectId: made.projectId, lotNo: 2 } })
  expect(next.code).toBe(`ZB${found.code.slice(2)}002002`)
  const { rows } = await t.owner.query<{ action: string }>(
    `select body->>'action' as action from audit_entry where body->>'entityId' in ($1, $2) order by 1`,
    [made.projectId, made.orderId],
  )
  expect(rows.map((row) => row.action)).toEqual(['order.create', 'project.create', 'project.items'])
})

test('what is refused of one part leaves nothing of the others', async () => {
  const stolen = { fileId: randomUUID(), kind: 'document' as const, name: '别人的文件.pdf' }
  const wrong: Record<string, Partial<Body>> = {
    'a quantity of zero': { items: [{ name: '监护仪', unit: '台', quantity: '0' }] },
    'a file of somebody else': { files: [stolen] },
    'a method that is none': { method: 99 },
    'too many lines': { items: Array.from({ length: 5001 }, () => ITEMS[0]!) },
    'no name': { project: { ...bodyOf().project, name: ' ' } },
    'an amount that no column holds': { estimatedPrice: '1'.repeat(40) },
  }
  const before = await written()
  for (const [what, change] of Object.entries(wrong)) {
    const { status, message } = await world.buyer.refused(order.createWithProject, { body: bodyOf(change) })
    expect([what, status]).toEqual([what, 400])
    expect(message).toMatch(/[\u4e00-\u9fff]/)
  }
  expect(await written()).toBe(before)
})

test('the same request twice, or two at once, make one project', async () => {
  const before = await written()
  const [body, other] = [bodyOf({ title: '只有一个' }), bodyOf({ title: '同时' })]
  const once = await together(body, 'together-1')
  const each = (await written()) - before
  expect(await together(body, 'together-1')).toEqual(once)
  const two = await Promise.allSettled([1, 2].map(() => together(other, 'together-2')))
  expect(two.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await written()).toBe(before + 2 * each)
})

test('what is read first goes with begin, what is written last with commit', async () => {
  const { buyer } = world
  const trips: Record<string, number> = {}
  const count = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    let made: T
    // The least of three: the dispatcher asks the same database, and a session is looked up now and then.
    const counted: number[] = []
    for (let i = 0; i < 3; i++) counted.push(await countTrips(async () => (made = await work()), 'process'))
    trips[what] = Math.min(...counted)
    return made!
  }
  const { projectId } = await count('project', () => buyer.call(project.createProject, { body: bodyOf().project }))
  await count('lines of a new project', async () => {
    const params = await buyer.call(project.createProject, { body: bodyOf().project })
    await buyer.call(project.replaceItems, { params, body: { items: ITEMS } })
  })
  await count('order', () => buyer.call(order.createOrder, { body: { ...bodyOf(), projectId } }))
  await count('all together', () => together(bodyOf()))
  await count('a list', () => buyer.call(order.orderPage, {}))
  const { next } = await buyer.call(order.orderPage, { query: { pageSize: 1 } })
  await count('its next page', () => buyer.call(order.orderPage, { query: { pageSize: 1, cursor: next! } }))
  expect(trips).toEqual({
    project: 2,
    'lines of a new project': 4,
    order: 2,
    'all together': 2,
    'a list': 1,
    'its next page': 1,
  })
})
