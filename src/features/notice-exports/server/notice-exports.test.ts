import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { fromState } from '#demo/states/from-state.ts'
import { accountsRemain } from '#features/membership/contract.ts'
import { HOLD_MS, holdCounts } from '#features/membership/server/public.ts'
import { messagePage } from '#features/messages/contract.ts'
import { placeOrder } from '#features/payment/contract/order.ts'
import { PayMethod } from '#features/payment/rules/enums.ts'
import { actsIn } from '#features/payment/server/testing/pay.ts'
import { portalNotice, portalNotices } from '#features/procurement/contract/portal.ts'
import { TENANT_HEADER } from '#contract/workbench.ts'
import { publish, text } from '#features/procurement/server/testing/tender.ts'
import { parseRows } from '#server/sheet/parse.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import { DEMO_PASSWORD, type TestSystem } from '#server/testing/test-system.ts'
import { enqueue } from '#server/work/worker.ts'
import * as contract from '../contract.ts'
import { MOST_NOTICES } from '../rules.ts'
import { MAKE } from './start.ts'

const EXPORTS = '50000000-0000-4000-8000-000000000901'
/** What a spreadsheet would run, were it no text. */
const FORMULA = '=cmd()'
let t: TestSystem
let one: HttpClient
let two: HttpClient
let notices: { noticeId: string; code: string }[]

beforeAll(async () => {
  ;({ t } = await fromState('people'))
  const world = { t, buyer: await t.login('buyer', { workbench: 'purchaser' }), suppliers: [] }
  for (const title of ['住院楼电梯维保', '配电柜', FORMULA])
    await publish(world, {
      title,
      announcement: { title: `${title}招标公告`, content: text(`${title}，欢迎参加投标。`) },
    })
  one = await t.login('supplier1', { workbench: 'supplier' })
  two = await t.login('supplier2', { workbench: 'supplier' })
  notices = (await one.call(portalNotices, { query: {} })).rows
})
beforeEach(async () => {
  await t.settle()
  await t.owner.query(
    `delete from notice_export; delete from service_use; delete from service_lot; delete from message;
     delete from timer where kind = 'service.overdue'`,
  )
})

/** Counts of the export, as they stand after a purchase. */
async function buys(company: 'supplier1' | 'supplier2', quantity: number): Promise<void> {
  await t.owner.query(
    `insert into service_lot (tenant_id, id, company_id, product, quantity, from_at, paid, pay_order_id, line, part, created_at)
     values (1, gen_random_uuid(), $1, 'export', $2, $3, 0, gen_random_uuid(), 0, 0, $3)`,
    [COMPANIES[company].id, quantity, t.kernel.clock.now()],
  )
}
const lots = async (company: 'supplier1' | 'supplier2' = 'supplier1') =>
  (
    await t.owner.query<{ used: number; held: number }>(
      'select sum(used)::int as used, sum(held)::int as held from service_lot where company_id = $1',
      [COMPANIES[company].id],
    )
  ).rows[0]!
const choose = async (client: HttpClient, noticeIds: string[]) =>
  (await client.call(contract.chooseNotices, { body: { noticeIds } })).code
const start = (client: HttpClient, code: string) => client.call(contract.generateNoticeExport, { params: { code } })
const tasks = async (client: HttpClient) => (await client.call(contract.exportPage, { query: {} })).rows
const becomes = (client: HttpClient, code: string, status: number) =>
  vi.waitFor(async () => {
    const task = (await tasks(client)).find((row) => row.code === code)!
    expect([task.status, task.reason]).toEqual([status, status === 4 ? (expect.any(String) as string) : ''])
    return task
  }, PATIENT)

async function take(client: HttpClient, code: string): Promise<Map<string, Buffer>> {
  const { url } = await client.call(contract.exportAddress, { params: { code } })
  const answer = await client.fetch('GET', url)
  expect(answer.status).toBe(200)
  const content = Buffer.from(await answer.arrayBuffer())
  await expect(client.fetch('GET', url)).rejects.toMatchObject({ status: 401 })
  return entriesOf(content)
}

async function entriesOf(content: Buffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(content, {})
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}

test('what was chosen becomes one file that anybody can check; a notice is paid once, by a company', async () => {
  await buys('supplier1', 10)
  const ids = notices.slice(0, 2).map(({ noticeId }) => noticeId)
  const chosen = await one.call(contract.chooseNotices, { body: { noticeIds: [...ids, ids[0]!] } })
  expect(chosen).toMatchObject({ notices: 2, paid: 0, counts: 2, remain: 10, isUnlimited: false })
  expect(await tasks(one)).toEqual([])
  expect(await start(one, chosen.code)).toEqual({ code: chosen.code, status: 2 })
  const done = await becomes(one, chosen.code, 3)
  expect(done).toMatchObject({ notices: 2, counts: 2, progress: 100, reason: '', userName: PEOPLE.supplier1.name })
  expect(await lots()).toEqual({ used: 2, held: 0 })
  await vi.waitFor(async () => {
    const { rows } = await one.call(messagePage, { query: { identity: 'supplier' } })
    expect(rows.map(({ kind }) => kind)).toEqual(['notice-export.done'])
  }, PATIENT)

  const files = await take(one, chosen.code)
  for (const { code, noticeId } of notices.slice(0, 2)) {
    const { contentHash, title } = await one.call(portalNotice, { params: { noticeId } })
    const facts = files.get(`核验数据/${code}.json`)!
    expect(createHash('sha256').update(facts).digest('hex')).toBe(contentHash)
    expect(JSON.parse(facts.toString())).toMatchObject({ code, title })
    expect(files.get(`公告原文/${code}.pdf`)!.subarray(0, 5).toString()).toBe('%PDF-')
  }
  const sums = files.get('SHA256SUMS')!.toString().trim().split('\n')
  expect(sums).toHaveLength(files.size - 1)
  for (const line of sums) {
    const [sum, path] = line.split('  ')
    expect(createHash('sha256').update(files.get(path!)!).digest('hex')).toBe(sum)
  }
  const { rows } = await parseRows(files.get('公告清单.xlsx')!, [
    { key: 'code', title: '公告编号', type: 'text' },
    { key: 'title', title: '标题', type: 'text' },
    { key: 'text', title: '全文', type: 'text', max: '40000' },
  ])
  expect(rows.map(({ code }) => code)).toEqual(notices.slice(0, 2).map(({ code }) => code))
  // The newest stands first, and what looks like a formula is text.
  expect(rows[0]).toMatchObject({ title: `${FORMULA}招标公告`, text: `${FORMULA}，欢迎参加投标。` })
  const cells = (await entriesOf(files.get('公告清单.xlsx')!)).get('xl/worksheets/sheet1.xml')!.toString()
  expect(cells).not.toContain('<f>')

  // The same again beside another one: only what is new counts.
  const all = await one.call(contract.chooseNotices, { body: { filters: {} } })
  expect(all).toMatchObject({ notices: notices.length, paid: 2, counts: notices.length - 2 })
  await start(one, all.code)
  await becomes(one, all.code, 3)
  await vi.waitFor(async () => expect(await lots()).toEqual({ used: notices.length, held: 0 }), PATIENT)
  expect((await two.call(contract.chooseNotices, { body: { noticeIds: ids } })).paid).toBe(0)
})

test('without counts it waits, and goes on by itself when they were bought; cancelled, it is gone', async () => {
  const ids = notices.slice(0, 2).map(({ noticeId }) => noticeId)
  const [first, second] = [await choose(one, [ids[0]!]), await choose(one, ids)]
  expect(await start(one, first)).toMatchObject({ status: 1 })
  expect(await start(one, second)).toMatchObject({ status: 1 })
  expect(await tasks(one)).toMatchObject([
    { code: second, status: 1, counts: 2, actions: [{ label: '继续导出' }, { label: '取消' }] },
    { code: first, status: 1, counts: 1 },
  ])
  expect((await one.refused(contract.exportAddress, { params: { code: first } })).code).toBe(10002)
  // Asked for again it waits on, and nothing was spent.
  expect((await one.refused(contract.generateNoticeExport, { params: { code: first } })).code).toBe(41003)
  const world = actsIn(t, one)
  const body = { skuId: EXPORTS, count: 1, payMethod: PayMethod.values.wechat }
  const { payCode } = await one.call(placeOrder, { body })
  await world.isBegun(payCode!)
  await world.play(payCode!, 'pay')
  // The older one has the only count; then the other lacks one, no longer two.
  await becomes(one, first, 3)
  expect(await becomes(one, second, 1)).toMatchObject({ counts: 1 })
  expect(await one.call(accountsRemain, {})).toEqual([])
  await one.call(contract.removeExport, { params: { code: second } })
  expect((await tasks(one)).map(({ code }) => code)).toEqual([first])
  expect(await one.refused(contract.generateNoticeExport, { params: { code: second } })).toMatchObject({ status: 404 })
})

test('what cannot be made gives its counts back and can be tried again; a second export of the same costs nothing', async () => {
  await buys('supplier1', 3)
  const { noticeId } = notices[0]!
  const { rows } = await t.owner.query<{ content_hash: Buffer }>('select content_hash from notice where id = $1', [
    noticeId,
  ])
  const hash = rows[0]!.content_hash
  const altered = (value: Buffer) =>
    t.owner.query(
      `begin; set local session_replication_role = replica;
       update notice set content_hash = '\\x${value.toString('hex')}' where id = '${noticeId}'; commit`,
    )
  await altered(createHash('sha256').update('another').digest())
  const code = await choose(one, [noticeId])
  // Under a key of its own: sent again without one it would be another try, since this one has ended at once.
  await one.call(contract.generateNoticeExport, { params: { code } }, { key: crypto.randomUUID() })
  const failed = await becomes(one, code, 4)
  expect(failed.reason).toContain('指纹不符')
  expect(await lots()).toEqual({ used: 0, held: 0 })
  await altered(hash)
  await start(one, code)
  expect((await becomes(one, code, 3)).reason).toBe('')
  expect(await lots()).toEqual({ used: 1, held: 0 })
})

test('ten at once spend one count a notice, and as many as there are', async () => {
  await buys('supplier1', 2)
  const ids = notices.slice(0, 3).map(({ noticeId }) => noticeId)
  const codes: string[] = []
  for (let i = 0; i < 9; i++) codes.push(await choose(one, [ids[i % 3]!]))
  await Promise.all(
    codes.map((code) => one.call(contract.generateNoticeExport, { params: { code } }, { key: crypto.randomUUID() })),
  )
  await vi.waitFor(async () => {
    const states = (await tasks(one)).map(({ status }) => status)
    expect(states.filter((status) => status === 3)).toHaveLength(6)
    expect(states.filter((status) => status === 1)).toHaveLength(3)
  }, PATIENT)
  expect(await lots()).toEqual({ used: 2, held: 0 })
})

test('nobody else sees, starts, takes or drops it; who has left spends nothing any more', async () => {
  await buys('supplier1', 1)
  const { noticeId } = notices[0]!
  const code = await choose(one, [noticeId])
  const bj = t.client()
  const login = { mode: 'password', account: 'bj-supplier1', password: DEMO_PASSWORD }
  await bj.raw('POST', '/api/login', login, { headers: { [TENANT_HEADER]: '3' } })
  bj.workbench = 'supplier'
  await start(one, code)
  await becomes(one, code, 3)
  for (const stranger of [two, bj]) {
    expect(await tasks(stranger)).toEqual([])
    for (const call of [contract.generateNoticeExport, contract.exportAddress, contract.removeExport] as const)
      expect(await stranger.refused(call, { params: { code } })).toMatchObject({ status: 404 })
  }
  // Notices of one tenant are none of another's.
  expect(await bj.refused(contract.chooseNotices, { body: { noticeIds: [noticeId] } })).toMatchObject({ status: 404 })
  const ticketless = one.fetch('GET', `/api/notice-exports/tasks/${code}/content`)
  await expect(ticketless).rejects.toMatchObject({ status: 403 })
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  expect((await buyer.refused(contract.exportPage, { query: {} })).status).toBe(403)
  expect((await t.client().refused(contract.exportPage, { query: {} })).status).toBe(401)

  const waits = await choose(one, [notices[1]!.noticeId])
  expect(await start(one, waits)).toMatchObject({ status: 1 })
  const disabled = (is: boolean) =>
    t.owner.query('update employee set status = $2 where id = $1', [PEOPLE.supplier1.jobs[0]!.employeeId, is ? 0 : 1])
  await disabled(true)
  await buys('supplier1', 1)
  await actsIn(t, one).act(async (ctx) => {
    ctx.emit({ kind: 'service.changed', payload: { companyId: COMPANIES.supplier1.id } })
    return Promise.resolve()
  })
  await t.settle()
  expect(await lots()).toEqual({ used: 1, held: 0 })
  await disabled(false)
})

test('what broke off frees its counts in time; made after that, it takes them anew or fails', async () => {
  await buys('supplier1', 1)
  const { companyId, userId } = { companyId: COMPANIES.supplier1.id, userId: PEOPLE.supplier1.id }
  const world = actsIn(t, one)
  const ids = notices.map(({ noticeId }) => noticeId)
  /** Its counts are set apart, and nobody makes it. */
  const brokenOff = async (noticeId: string) => {
    const code = await choose(one, [noticeId])
    await world.act(async (ctx) => {
      const useIds = await holdCounts(ctx, { companyId, userId, product: 'export', subjects: [noticeId] })
      await ctx.update('notice_export', { code }, { state: 'exporting', useIds, startedAt: ctx.clock.now() })
    })
    expect((await lots()).held).toBe(1)
    await t.settle()
    await t.advanceTo(new Date(t.kernel.clock.now().getTime() + HOLD_MS + 1000))
    expect(await lots()).toEqual({ used: 0, held: 0 })
    return code
  }
  const goOn = (code: string) =>
    world.act(async (ctx) => enqueue(ctx, MAKE, (await ctx.expectOne('notice_export', { code })).id))
  const first = await brokenOff(ids[0]!)
  const second = await brokenOff(ids[1]!)
  await goOn(first)
  await becomes(one, first, 3)
  expect(await lots()).toEqual({ used: 1, held: 0 })
  await goOn(second)
  expect((await becomes(one, second, 4)).reason).toContain('次数已退回')
  expect(await lots()).toEqual({ used: 1, held: 0 })
})

test('letters and what is secret cannot be chosen; too many, none and what is unknown are refused', async () => {
  const { rows } = await t.owner.query<{ id: string }>('select id from notice where status = 1 and kind in (3, 7)')
  for (const noticeId of [...rows.map(({ id }) => id), crypto.randomUUID()])
    expect(await one.refused(contract.chooseNotices, { body: { noticeIds: [noticeId] } })).toMatchObject({
      status: 404,
    })
  const noticeIds = Array.from({ length: MOST_NOTICES + 1 }, () => crypto.randomUUID())
  expect((await one.refused(contract.chooseNotices, { body: { noticeIds } })).status).toBe(400)
  const nothing = await one.refused(contract.chooseNotices, { body: { filters: { keyword: '没有这样的公告' } } })
  expect(nothing.message).toBe('没有符合条件的公告')
  expect(await one.refused(contract.generateNoticeExport, { params: { code: 'X-1' } })).toMatchObject({ status: 404 })
})
