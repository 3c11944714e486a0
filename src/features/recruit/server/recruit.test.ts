import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { TENANT_HEADER } from '#contract/workbench.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { inbox } from '#features/home/contract.ts'
import { messagePage } from '#features/messages/contract.ts'
import { setDefinitionStatus } from '#features/workflow/contract/definitions.ts'
import { agree, approver, enable, refuse } from '#features/workflow/server/testing/flows.ts'
import { supplierPage } from '#features/suppliers/contract/library.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { DEMO_PASSWORD } from '#server/testing/test-system.ts'
import * as c from '../contract/order.ts'
import * as own from '../contract/supplier.ts'
import * as trades from '../contract/trade.ts'
import { RESULT_EVENT } from './result.ts'
import { OWNER, PDF, type RecruitWorld, recruitWorld, TITLE } from './testing/world.ts'

/* A call for suppliers from its draft to its result, without money. */

const NOT_FOUND = { status: 404, code: 404 }
const WRONG_STATE = { code: 10002 }
const reason = '品类需求已经调整'

let w: RecruitWorld
let buyer: HttpClient
let suppliers: HttpClient[]

beforeAll(async () => {
  w = await recruitWorld()
  ;({ buyer, suppliers } = w)
})

const titles = async (client: HttpClient) =>
  (await client.call(messagePage, { query: { identity: client.workbench as 'agency', pageSize: 50 } })).rows.map(
    ({ title }) => title,
  )
const actionsOf = async (orderId: string) => (await w.detail(orderId)).actions
const todos = async (client: HttpClient) =>
  (await client.call(inbox, { query: { pageSize: 100 } })).rows
    .filter(({ title }) => title === TITLE)
    .map((r) => r.label)

describe('a draft', () => {
  test('is written, changed, published only when it is whole, and is nobody else’s', async () => {
    const params = await w.drafted({ categories: [], notice: '', endsAt: null, contactPhone: '' })
    const refused = await buyer.refused(c.publishRecruit, { params, body: {} })
    expect(refused.code).toBe(10001)
    const paths = (refused.details as { path: string }[]).map(({ path }) => path)
    expect(paths).toEqual(['categories', 'notice', 'endsAt', 'contactPhone'])
    await buyer.call(c.saveRecruit, { params, body: w.form() })
    expect((await w.detail(params.orderId)).contactPhone).toBe('13800138000')
    const { rows } = await w.t.owner.query('select contact_phone from recruit_order where id = $1', [params.orderId])
    expect(rows[0].contact_phone).toMatch(/^v\d+\./)
    expect(await suppliers[0]!.refused(own.callDetail, { params })).toMatchObject(NOT_FOUND)
    await buyer.call(c.publishRecruit, { params, body: {} })
    expect(await w.detail(params.orderId)).toMatchObject({ state: 'recruiting', counts: { applied: 0 } })
    expect(await buyer.refused(c.publishRecruit, { params, body: {} })).toMatchObject(WRONG_STATE)
    expect(await buyer.refused(c.saveRecruit, { params, body: w.form() })).toMatchObject(WRONG_STATE)
    expect(await buyer.refused(c.removeRecruit, { params })).toMatchObject(WRONG_STATE)
    await expect(
      w.t.owner.query(`update recruit_order set title = '别的' where id = $1`, [params.orderId]),
    ).rejects.toMatchObject({ code: 'KB002' })
  })

  test('keeps what is wrong out, field by field', async () => {
    const wrong = async (change: object) =>
      (await buyer.refused(c.createRecruit, { body: w.form(change) })).details as { path: string }[]
    expect(await wrong({ feeTiming: 'passed' })).toMatchObject([{ path: 'feeAmount' }])
    expect(await wrong({ feeTiming: 'passed', feeAmount: '0' })).toMatchObject([{ path: 'feeAmount' }])
    for (const id of [newId(), COMPANIES.hospital.id, COMPANIES.agency.id])
      expect(await wrong({ openness: 'chosen', invited: [id] })).toMatchObject([{ path: 'invited' }])
    const { categories } = w.form()
    expect(await wrong({ categories: [...categories!, categories![0]!] })).toMatchObject([
      { path: 'categories.2.name' },
    ])
    // A file of somebody else's.
    const { fileId } = await suppliers[0]!.upload('recruit-apply', 'x.pdf', PDF)
    expect(await wrong({ files: [{ fileId, name: 'x.pdf' }] })).toMatchObject([{ path: 'files' }])
    const params = await w.drafted({ title: '要删除的征集' })
    await buyer.call(c.removeRecruit, { params })
    expect(await buyer.refused(c.recruitDetail, { params })).toMatchObject(NOT_FOUND)
  })

  test('takes its materials from a sheet: all rows, or every wrong cell by name', async () => {
    const columns = [
      { key: 'name', title: '物料名称', type: 'text' },
      { key: 'quantity', title: '预计年用量', type: 'text' },
    ] as const
    const sheet = async (rows: { name: string | null; quantity: string }[]) => {
      const body = new FormData()
      const content = await writeSheet({ title: '物料', columns, rows })
      body.append('file', new Blob([new Uint8Array(content)]), '物料.xlsx')
      return (await buyer.raw('POST', '/api/workbench/template/materiel-recruit/import', body)) as {
        count: number
        materials: object[]
        errors: { cell: string; column: string }[]
      }
    }
    const bad = await sheet([
      { name: '手套', quantity: '很多' },
      { name: null, quantity: '5' },
      { name: '口罩', quantity: '10' },
    ])
    expect(bad).toMatchObject({ count: 0, materials: [] })
    expect(bad.errors.map(({ cell, column }) => `${cell} ${column}`)).toEqual(['B3 预计年用量', 'A4 物料名称'])
    const good = await sheet([{ name: '手套', quantity: '1000' }])
    expect(good).toMatchObject({ count: 1, materials: [{ name: '手套', quantity: '1000' }], errors: [] })
    const template = await buyer.file(c.materialTemplate, {})
    expect(template.content.subarray(0, 2).toString()).toBe('PK')
  })
})

describe('publication and result wait for approval', () => {
  test('nothing is public before it, a refusal leaves the draft', async () => {
    const byHead = [approver('head', ['buyer2'])]
    const definitions = [await enable(buyer, { type: 'recruit', node: 'publish' }, byHead)]
    const chief = await w.t.login('buyer2', { workbench: 'purchaser' })
    const params = await w.drafted({ title: '须审批的征集' })
    const asked = await buyer.call(c.publishRecruit, { params, body: {} })
    expect(asked.approval).toBeDefined()
    expect(await suppliers[0]!.refused(own.callDetail, { params })).toMatchObject(NOT_FOUND)
    expect(await buyer.refused(c.saveRecruit, { params, body: w.form() })).toMatchObject({
      message: '“发布征集”审批中',
    })
    await refuse(chief, asked.approval!.workflowId)
    await w.t.settle()
    expect(await w.detail(params.orderId)).toMatchObject({ state: 'draft' })
    const again = await buyer.call(c.publishRecruit, { params, body: {} })
    await agree(chief, again.approval!.workflowId)
    await w.t.settle()
    expect(await w.seen(suppliers[0]!, params.orderId)).toMatchObject({
      state: 'recruiting',
      trade: null,
      blocked: null,
    })
    definitions.push(await enable(buyer, { type: 'recruit', node: 'result' }, byHead))
    const tradeId = await w.applied(suppliers[0]!, params.orderId)
    await w.decide(tradeId, 'pass')
    await w.end(params.orderId)
    await buyer.call(trades.saveResult, { params, body: { entries: [w.entry(tradeId)] } })
    const held = await buyer.call(trades.publishResult, { body: params })
    expect((await w.detail(params.orderId)).state).toBe('drafted')
    // What is approved does not change beneath whoever approves it.
    expect(
      await buyer.refused(trades.decideTrade, { params: { tradeId }, body: { decision: 'refuse', reason } }),
    ).toMatchObject({ message: '“公布征集结果”审批中' })
    await agree(chief, held.approval!.workflowId)
    await w.t.settle()
    expect((await w.detail(params.orderId)).state).toBe('published')
    for (const id of definitions) await buyer.call(setDefinitionStatus, { params: { id }, body: { status: 2 } })
  })
})

describe('applications', () => {
  let params: { orderId: string }
  let tradeId: string
  beforeAll(async () => {
    params = await w.published()
  })

  test('what is missing is told by its field, and nothing is stored', async () => {
    const [first] = suppliers
    const refused = async (change: object) => {
      const body = await w.application(first!, change)
      return (await first!.refused(own.applyTo, { params, body })).details as { path: string; message: string }[]
    }
    expect(await refused({ documents: [] })).toEqual([
      { path: 'documents.gloves.permit', message: '医用手套：医疗器械经营许可证未上传' },
    ])
    const [permit] = (await w.application(first!)).documents!
    expect(await refused({ documents: [{ ...permit, validUntil: '2020-01-01' }] })).toMatchObject([
      { message: '医用手套：医疗器械经营许可证已于 2020-01-01 过期' },
    ])
    expect(await refused({ categories: ['unknown'] })).toMatchObject([{ path: 'categories' }])
    // Somebody else's file.
    const { fileId } = await suppliers[1]!.upload('recruit-apply', 'x.pdf', PDF)
    expect(await refused({ documents: [{ ...permit, files: [{ fileId, name: 'x.pdf' }] }] })).toMatchObject([
      { path: 'documents' },
    ])
    expect((await w.seen(first!, params.orderId)).trade).toBeNull()
  })

  test('one per company, though ten are sent at once', async () => {
    const [first] = suppliers
    const bodies = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => w.application(first!, { note: `第 ${i + 1} 份` })),
    )
    const answers = await Promise.allSettled(bodies.map((body) => first!.call(own.applyTo, { params, body })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    tradeId = (await w.seen(first!, params.orderId)).trade!.tradeId
    expect((await w.detail(params.orderId)).counts).toMatchObject({ applied: 1, pending: 1 })
    const { rows } = await w.t.owner.query('select contact_phone from recruit_trade where id = $1', [tradeId])
    expect(rows[0].contact_phone).toMatch(/^v\d+\./)
  })

  test('are nobody’s business: other suppliers, owners, tenants, workbenches', async () => {
    const [first, second] = suppliers
    const at = { params: { ...params, tradeId } }
    expect(await second!.refused(own.ownApplication, at)).toMatchObject(NOT_FOUND)
    const body = await w.application(second!)
    expect(await second!.refused(own.applyAgain, { params: { tradeId }, body })).toMatchObject(NOT_FOUND)
    expect(await second!.refused(own.payTrade, { params: { tradeId } })).toMatchObject(NOT_FOUND)
    const file = (await first!.call(own.ownApplication, at)).documents[0]!.files[0]!
    expect(await second!.refused(own.ownFile, { params: { tradeId, fileId: file.fileId } })).toMatchObject(NOT_FOUND)
    expect((await first!.file(own.ownFile, { params: { tradeId, fileId: file.fileId } })).content.equals(PDF)).toBe(
      true,
    )
    // A supplier learns neither who else applies nor how many.
    expect(JSON.stringify(await w.seen(second!, params.orderId))).not.toMatch(/applied|pending|counts/)
    const agent = await w.t.login('agent', { workbench: 'agency' })
    const elsewhere = w.t.client()
    const login = { mode: 'password', account: 'bj-buyer', password: DEMO_PASSWORD }
    await elsewhere.raw('POST', '/api/login', login, { headers: { [TENANT_HEADER]: '3' } })
    elsewhere.workbench = 'purchaser'
    const newbie = await w.t.login('newbie', { workbench: 'purchaser' })
    const entries = [w.entry(tradeId)]
    for (const client of [agent, elsewhere, newbie]) {
      const isColleague = client === newbie
      expect(await client.refused(c.recruitDetail, { params })).toMatchObject(NOT_FOUND)
      expect(await client.refused(trades.tradePage, { params })).toMatchObject(NOT_FOUND)
      expect(await client.refused(trades.tradeDetail, { params: { tradeId } })).toMatchObject(NOT_FOUND)
      expect(await client.refused(trades.tradeApprovals, { params: { tradeId } })).toMatchObject(NOT_FOUND)
      expect(await client.refused(trades.applyFile, at)).toMatchObject(NOT_FOUND)
      expect(await client.refused(trades.tradesSheet, { params })).toMatchObject(NOT_FOUND)
      expect(await client.refused(trades.tradesZip, { params })).toMatchObject(NOT_FOUND)
      expect(await client.refused(trades.prepareZip, { params })).toMatchObject(NOT_FOUND)
      expect(await client.refused(c.lastChange, { query: params })).toMatchObject(NOT_FOUND)
      expect(await client.refused(trades.supplierDetail, { params })).toMatchObject(NOT_FOUND)
      const decision = { decision: 'pass' as const }
      expect(await client.refused(trades.decideTrade, { params: { tradeId }, body: decision })).toMatchObject(NOT_FOUND)
      const gone = isColleague ? { status: 403 } : NOT_FOUND
      expect(await client.refused(c.publishRecruit, { params, body: {} })).toMatchObject(gone)
      expect(await client.refused(c.saveRecruit, { params, body: w.form() })).toMatchObject(gone)
      expect(await client.refused(c.removeRecruit, { params })).toMatchObject(gone)
      expect(await client.refused(c.endRecruit, { params, body: { reason } })).toMatchObject(gone)
      expect(await client.refused(c.abandonRecruit, { params, body: { reason } })).toMatchObject(gone)
      expect(await client.refused(c.refundAgain, { params })).toMatchObject(gone)
      expect(await client.refused(c.setAssist, { params, body: { userIds: [] } })).toMatchObject(gone)
      expect(await client.refused(c.saveChange, { params, body: { content: '变更' } })).toMatchObject(gone)
      expect(await client.refused(c.releaseChange, { body: params })).toMatchObject(gone)
      expect(await client.refused(trades.saveResult, { params, body: { entries } })).toMatchObject(gone)
      expect(await client.refused(trades.publishResult, { body: params })).toMatchObject(gone)
    }
    expect((await first!.refused(c.recruitDetail, { params })).status).toBe(403)
    expect((await buyer.refused(own.callDetail, { params })).status).toBe(403)
    expect((await newbie.call(c.recruitPage, {})).rows).toEqual([])
  })

  test('are changed until the end, sent back with a reason and mended', async () => {
    const [first] = suppliers
    const at = { params: { tradeId } }
    const body = await w.application(first!, { note: '补充说明' })
    await first!.call(own.applyAgain, { ...at, body })
    expect(await buyer.refused(trades.decideTrade, { ...at, body: { decision: 'sendBack' } })).toMatchObject({
      message: '请填写原因',
    })
    await w.decide(tradeId, 'sendBack', '许可证扫描件不清晰')
    await w.t.settle()
    expect(await titles(first!)).toContain(`入库申请退回修改：${TITLE}`)
    expect(await todos(first!)).toEqual(['修改入库申请'])
    const seen = (await w.seen(first!, params.orderId)).trade!
    expect(seen).toMatchObject({ status: 3, reason: '许可证扫描件不清晰' })
    expect(seen.history.map(({ action }) => action)).toEqual(['sendBack', 'mend', 'handIn'])
    await first!.call(own.applyAgain, { ...at, body })
    await w.decide(tradeId, 'pass')
    expect(await first!.refused(own.applyAgain, { ...at, body })).toMatchObject(WRONG_STATE)
    // A decision may be another one until the result is published.
    await w.decide(tradeId, 'refuse', '许可证被吊销')
    await w.decide(tradeId, 'pass')
    const history = await buyer.call(trades.tradeApprovals, at)
    expect(history.map(({ action }) => action)).toEqual([
      'pass',
      'refuse',
      'pass',
      'mend',
      'sendBack',
      'mend',
      'handIn',
    ])
    expect(history[0]).toMatchObject({ byName: PEOPLE.buyer.name })
    await expect(w.t.owner.query('delete from recruit_trade where id = $1', [tradeId])).rejects.toThrow('recruit_check')
  })

  test('two people decide at once: both are on record, the later one holds', async () => {
    const id = await w.applied(suppliers[1]!, params.orderId)
    const both = await Promise.allSettled([w.decide(id, 'pass'), w.decide(id, 'refuse', '经营范围不符')])
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true)
    const done = await buyer.call(trades.tradeApprovals, { params: { tradeId: id } })
    expect(done.length).toBe(1 + both.filter(({ status }) => status === 'fulfilled').length)
    const { status } = await buyer.call(trades.tradeDetail, { params: { tradeId: id } })
    expect(status).toBe(done[0]!.action === 'pass' ? 1 : 2)
  })

  test('a change tells everybody who applied, and moves the deadline, never before now', async () => {
    const content = '增加样品要求，延长申请时间'
    expect(await buyer.refused(c.releaseChange, { body: params })).toMatchObject({ message: '没有待发布的变更' })
    expect(await buyer.refused(c.saveChange, { params, body: { content, endsAt: w.later(-0.5) } })).toMatchObject({
      details: [{ path: 'endsAt' }],
    })
    const endsAt = w.later(20)
    const saved = await buyer.call(c.saveChange, { params, body: { content, endsAt: w.later(15) } })
    expect(await buyer.call(c.saveChange, { params, body: { content, endsAt } })).toEqual(saved)
    expect((await w.seen(suppliers[0]!, params.orderId)).changes).toEqual([])
    await buyer.call(c.releaseChange, { body: params })
    await w.t.settle()
    for (const client of suppliers.slice(0, 2)) expect(await titles(client)).toContain(`征集变更：${TITLE}`)
    expect(await titles(suppliers[2]!)).not.toContain(`征集变更：${TITLE}`)
    expect(await w.seen(suppliers[0]!, params.orderId)).toMatchObject({ endsAt, changes: [{ no: 1, content }] })
    expect((await buyer.call(c.lastChange, { query: params })).change).toMatchObject({ state: 'released', endsAt })
    await expect(
      w.t.owner.query(`update recruit_change set content = 'x' where order_id = $1`, [params.orderId]),
    ).rejects.toMatchObject({ code: 'KB002' })
  })

  test('a co-handler reads and checks, and does nothing else', async () => {
    const newbie = await w.t.login('newbie', { workbench: 'purchaser' })
    const { colleagues } = await buyer.call(c.recruitChoices, { query: {} })
    expect(colleagues.map(({ name }) => name)).toContain(PEOPLE.newbie.name)
    expect(await buyer.refused(c.setAssist, { params, body: { userIds: [PEOPLE.agent.id] } })).toMatchObject({
      details: [{ path: 'userIds' }],
    })
    await buyer.call(c.setAssist, { params, body: { userIds: [PEOPLE.newbie.id] } })
    await w.t.settle()
    expect(await titles(newbie)).toContain(`请协办供应商征集：${TITLE}`)
    const seen = await newbie.call(c.recruitDetail, { params })
    expect(seen.assist).toEqual([{ userId: PEOPLE.newbie.id, name: PEOPLE.newbie.name }])
    expect(seen.actions.map(({ action }) => action)).toEqual(['check'])
    expect((await newbie.call(c.recruitPage, {})).rows.map((row) => row.orderId)).toEqual([params.orderId])
    const id = await w.applied(suppliers[2]!, params.orderId)
    await newbie.call(trades.decideTrade, { params: { tradeId: id }, body: { decision: 'pass' } })
    expect((await newbie.refused(c.endRecruit, { params, body: { reason } })).status).toBe(403)
    const { rows } = await w.t.owner.query(
      `select count(*)::int as n from audit_entry where body->>'action' = 'recruit.assist' and body->>'entityId' = $1`,
      [params.orderId],
    )
    expect(rows[0].n).toBe(1)
  })

  test('an auditor reads all of it, and does nothing', async () => {
    await w.t.owner.query(`update employee set rights = '{auditing}' where id = $1`, [
      PEOPLE.buyer2.jobs[0]!.employeeId,
    ])
    const auditor = await w.t.login('buyer2', { workbench: 'purchaser' })
    expect((await auditor.call(c.recruitPage, {})).rows.map((row) => row.orderId)).toContain(params.orderId)
    expect((await auditor.call(c.recruitDetail, { params })).actions).toEqual([])
    expect((await auditor.call(trades.tradeDetail, { params: { tradeId } })).actions).toEqual([])
    const body = { decision: 'refuse' as const, reason }
    expect(await auditor.refused(trades.decideTrade, { params: { tradeId }, body })).toMatchObject(NOT_FOUND)
    expect((await auditor.refused(c.endRecruit, { params, body: { reason } })).status).toBe(403)
  })

  test('the deadline is the server’s clock; the result names who is in, and is final', async () => {
    const late = await w.application(suppliers[3]!)
    expect(await buyer.refused(trades.saveResult, { params, body: { entries: [w.entry(tradeId)] } })).toMatchObject(
      WRONG_STATE,
    )
    await w.t.advanceTo((await w.detail(params.orderId)).endsAt!)
    expect(await suppliers[3]!.refused(own.applyTo, { params, body: late })).toMatchObject({ message: '征集已截止' })
    expect((await w.detail(params.orderId)).state).toBe('ended')
    expect(await titles(buyer)).toContain(`征集已截止：${TITLE}`)
    expect(await todos(buyer)).toContain('拟定征集结果')
    const entry = w.entry(tradeId)
    const wrong = async (entries: object[]) =>
      (
        (await buyer.refused(trades.saveResult, { params, body: { entries: entries as [] } })).details as {
          path: string
        }[]
      )[0]!.path
    expect(await wrong([{ ...entry, tradeId: newId() }])).toBe('entries.0.tradeId')
    expect(await wrong([{ ...entry, categories: ['syringe'] }])).toBe('entries.0.categories')
    expect(await wrong([{ ...entry, until: '2026-01-01' }])).toBe('entries.0.until')
    expect(await wrong([entry, entry])).toBe('entries')
    await buyer.call(trades.saveResult, { params, body: { entries: [entry] } })
    // That a result is drafted is told to nobody outside.
    expect((await w.seen(suppliers[0]!, params.orderId)).state).toBe('ended')
    await buyer.call(trades.publishResult, { body: params })
    await w.t.settle()
    const { rows } = await w.t.owner.query<{ payload: object }>(
      `select payload from outbox where kind = $1 and payload->>'orderId' = $2`,
      [RESULT_EVENT, params.orderId],
    )
    expect(rows.map(({ payload }) => payload)).toEqual([
      {
        orderId: params.orderId,
        ownerCompanyId: OWNER.id,
        entries: [
          { companyId: COMPANIES.supplier1.id, categories: ['医用手套'], from: entry.from, until: entry.until },
        ],
      },
    ])
    // It is in the owner's library now, and once.
    const library = await buyer.call(supplierPage, { query: { origin: 'recruit' } })
    expect(library.rows).toMatchObject([
      { name: COMPANIES.supplier1.name, state: 'qualified', categories: ['医用手套'], validUntil: entry.until },
    ])
    expect((await w.seen(suppliers[0]!, params.orderId)).result).toMatchObject({ categories: ['医用手套'] })
    expect((await w.seen(suppliers[1]!, params.orderId)).result).toBeNull()
    expect(await titles(suppliers[1]!)).toContain(`征集结果已公布：${TITLE}`)
    // Nothing is undone behind it.
    expect(
      await buyer.refused(trades.decideTrade, { params: { tradeId }, body: { decision: 'refuse', reason } }),
    ).toMatchObject({
      message: '结果已公布，审核结论不能再修改',
    })
    expect(await buyer.refused(c.abandonRecruit, { params, body: { reason } })).toMatchObject(WRONG_STATE)
    expect(await actionsOf(params.orderId)).toEqual([])
    await expect(
      w.t.owner.query('delete from recruit_result where order_id = $1', [params.orderId]),
    ).rejects.toMatchObject({ code: 'KB002' })
  })
})

describe('a call to chosen suppliers', () => {
  test('does not exist for others, and is told to those', async () => {
    const title = '定向征集设备维保单位'
    const params = await w.published({ title, openness: 'chosen', invited: [COMPANIES.supplier2.id] })
    await w.t.settle()
    expect(await titles(suppliers[1]!)).toContain(`邀请参加供应商征集：${title}`)
    expect(await suppliers[0]!.refused(own.callDetail, { params })).toMatchObject(NOT_FOUND)
    const body = await w.application(suppliers[0]!)
    expect(await suppliers[0]!.refused(own.applyTo, { params, body })).toMatchObject(NOT_FOUND)
    const listed = async (client: HttpClient) =>
      (await client.call(own.ownRecruits, { query: { tab: 'open' } })).rows.map((row) => row.orderId)
    expect(await listed(suppliers[0]!)).not.toContain(params.orderId)
    expect(await listed(suppliers[1]!)).toContain(params.orderId)
    const row = (await suppliers[1]!.call(own.ownRecruits, { query: { keyword: title } })).rows[0]!
    expect(row).toMatchObject({ isChosen: true, next: { label: '申请截止' } })
    await w.applied(suppliers[1]!, params.orderId)
    const mine = (await suppliers[1]!.call(own.ownRecruits, { query: { tab: 'mine', keyword: title } })).rows
    expect(mine).toMatchObject([{ status: 0, next: null }])
    await buyer.call(c.abandonRecruit, { params, body: { reason } })
    await w.t.settle()
    expect(await titles(suppliers[1]!)).toContain(`供应商征集已终止：${title}`)
    expect(await w.detail(params.orderId)).toMatchObject({ state: 'abandoned', endReason: reason })
  })

  test('nobody applies before it begins', async () => {
    const params = await w.published({ title: '尚未开始', startsAt: w.later(2), endsAt: w.later(9) })
    const body = await w.application(suppliers[0]!)
    expect(await suppliers[0]!.refused(own.applyTo, { params, body })).toMatchObject({ message: '征集尚未开始' })
    expect((await w.seen(suppliers[0]!, params.orderId)).blocked).toBe('征集尚未开始')
  })
})
