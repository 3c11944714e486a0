import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { COMPANIES } from '#demo/companies.ts'
import { UNTRUST_KINDS } from '../rules/listings.ts'
import { agree, approver, enable } from '#features/workflow/server/testing/flows.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import { inContext } from '#server/context.ts'
import * as l from '../contract/listings.ts'
import * as c from '../contract/library.ts'
import { admission } from './public.ts'
import {
  admitted,
  blacklisted,
  newCode,
  NOT_FOUND,
  PDF,
  registered,
  type SupplierWorld,
  supplierWorld,
  titles,
  todos,
  WRONG_STATE,
} from './testing/supplier-world.ts'

let world: SupplierWorld
let buyer: HttpClient
let other: HttpClient
beforeAll(async () => {
  world = await supplierWorld()
  ;({ buyer, other } = world)
  await world.t.owner.query(
    `insert into company_association (tenant_id, id, parent_company_id, child_company_id, sender_company_id, status, sent_by, sent_at)
     select 1, gen_random_uuid(), $1, $2, $1, 1, user_id, now() from employee where company_id = $1 limit 1`,
    [COMPANIES.hospital.id, COMPANIES.waterworks.id],
  )
})

const entry = async (client: HttpClient, listingId: string, kind: 'black' | 'red' | 'untrust' = 'black') =>
  (await client.call(l.listingPage, { query: { kind, pageSize: 100 } })).rows.find((row) => row.listingId === listingId)
const asks = (companyId: string, ownerCompanyId: string = COMPANIES.hospital.id) =>
  inContext(world.t.kernel, { tenantId: 1, actor: null, readOnly: true }, (ctx) =>
    admission(ctx, { ownerCompanyId, companyId, act: 'invite', isOpenByLaw: false }),
  )

describe('the blacklist', () => {
  test('takes an entry with basis, evidence and hearing, and only for as long as the law says', async () => {
    const { fileId } = await buyer.upload('supplier-file', '证据.pdf', PDF)
    const fields = {
      kind: 'black' as const,
      subject: registered(COMPANIES.supplier4.id),
      basis: 'gp77',
      reason: '与采购人恶意串通',
      hearing: '已听取陈述申辩',
      from: world.today(),
      until: world.inDays(500),
      files: [{ fileId, name: '证据.pdf' }],
    }
    const said = async (change: object) =>
      (await buyer.refused(l.createListing, { body: { ...fields, ...change } })).message
    expect(await said({ until: world.inDays(300) })).toContain('期限为 1 至 3 年')
    expect(await said({ until: world.inDays(1500) })).toContain('期限为 1 至 3 年')
    expect(await said({ basis: 'whim' })).toBe('请选择依据')
    expect(await said({ basis: 'own' })).toContain('本单位规定')
    expect(await said({ files: [] })).toBe('请上传证据材料')
    expect(await said({ hearing: '' })).toContain('听取')
    expect(await said({ files: [{ fileId: newId(), name: 'x.pdf' }] })).toContain('文件不存在')
    const params = await buyer.call(l.createListing, { body: fields })
    expect((await buyer.refused(l.createListing, { body: fields })).message).toContain('依据相同的草稿')
    expect(await asks(COMPANIES.supplier4.id)).toEqual({ level: 'ok' })
    await buyer.call(l.decideListing, { params, body: {} })
    expect(await asks(COMPANIES.supplier4.id)).toMatchObject({ level: 'block', rule: 'blacklist' })
    expect(await buyer.refused(l.removeListing, { params })).toMatchObject(WRONG_STATE)
    await world.t.settle()
    const supplier4 = await world.t.login('supplier4', { workbench: 'supplier' })
    expect(await titles(supplier4)).toContain(`${COMPANIES.hospital.name}已登记贵单位的黑名单记录`)
    // It is the owner’s alone.
    expect(await asks(COMPANIES.supplier4.id, COMPANIES.waterworks.id)).toEqual({ level: 'ok' })
    for (const call of [l.decideListing, l.removeListing] as const)
      expect(await other.refused(call as typeof l.removeListing, { params })).toMatchObject(NOT_FOUND)
    expect(await entry(other, params.listingId)).toBeUndefined()
    const file = { ...params, fileId }
    expect((await buyer.file(l.listingFile, { params: file })).content.equals(PDF)).toBe(true)
    expect((await other.refused(l.listingFile as never, { params: file } as never)).status).toBe(404)
    await expect(
      world.t.owner.query(`update supplier_listing set reason = 'x' where id = $1`, [params.listingId]),
    ).rejects.toThrow('cannot be changed')
  })

  test('goes to subordinate companies with a record of it, and is lifted everywhere at once', async () => {
    const companyId = COMPANIES.supplier5.id
    const listingId = await blacklisted(world, buyer, { companyId })
    const params = { listingId }
    expect(await buyer.call(l.syncListing, { params })).toEqual({ companies: 1 })
    expect((await buyer.refused(l.syncListing, { params })).message).toBe('下级企业均已同步')
    expect(await asks(companyId, COMPANIES.waterworks.id)).toMatchObject({ level: 'block' })
    const [copy] = (await other.call(l.listingPage, { query: { kind: 'black' } })).rows
    expect(copy).toMatchObject({ source: COMPANIES.hospital.name, state: 'inForce', files: [] })
    const [came] = (await other.call(l.syncPage, { query: {} })).rows
    expect(came).toMatchObject({ way: 'superior', source: COMPANIES.hospital.name, rowsNew: 1 })
    const [went] = (await buyer.call(l.syncPage, { query: {} })).rows
    expect(went).toMatchObject({ way: 'subordinates', items: [{ name: COMPANIES.waterworks.name }] })
    await world.t.settle()
    expect(await titles(other)).toContain(`${COMPANIES.hospital.name}同步黑名单：${COMPANIES.supplier5.name}`)
    // Below nobody lifts what came from above.
    const below = { params: { listingId: copy!.listingId }, body: { reason: '不同意上级意见' } }
    expect((await other.refused(l.liftListing, below)).message).toContain('由上级单位同步')
    expect((await buyer.refused(l.liftListing, { params, body: { reason: '' } })).status).toBe(400)
    await buyer.call(l.liftListing, { params, body: { reason: '复查后撤销' } })
    for (const owner of [COMPANIES.hospital.id, COMPANIES.waterworks.id])
      expect(await asks(companyId, owner)).toEqual({ level: 'ok' })
    const records = (await buyer.call(l.listingRecords, { query: { kind: 'black' } })).rows
    expect(records.filter((row) => row.listingId === listingId).map(({ action }) => action)).toEqual([
      'lift',
      'sync',
      'decide',
      'draft',
    ])
    await expect(world.t.owner.query('delete from supplier_listing_event')).rejects.toThrow('on record')
  })

  test('is decided by approval where the company has one; ten at once decide once', async () => {
    await enable(buyer, { type: 'suppliers', node: 'listing' }, [approver('chief', ['newbie'])])
    const listingId = await blacklisted(world, buyer, { companyId: COMPANIES.supplier6.id, isDraft: true })
    const asked = await Promise.allSettled(
      Array.from({ length: 10 }, () => buyer.call(l.decideListing, { params: { listingId }, body: {} })),
    )
    const held = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value.approval!.workflowId] : []))
    expect(held).toHaveLength(1)
    expect(await entry(buyer, listingId)).toMatchObject({ state: 'draft', pendingApproval: '列入名单' })
    expect(await asks(COMPANIES.supplier6.id)).toEqual({ level: 'ok' })
    const newbie = await world.t.login('newbie', { workbench: 'purchaser' })
    await agree(newbie, held[0]!)
    expect(await asks(COMPANIES.supplier6.id)).toMatchObject({ level: 'block' })
  })
})

test('the red list praises, and keeps nobody', async () => {
  const companyId = COMPANIES.supplier1.id
  const fields = { basis: '', reason: '疫情期间保障供应', from: world.today(), until: world.inDays(365) }
  const body = { kind: 'red' as const, subject: registered(companyId), ...fields }
  expect((await buyer.refused(l.createListing, { body })).message).toBe('请填写表彰依据')
  const params = await buyer.call(l.createListing, { body: { ...body, basisText: '年度优秀供应商评选' } })
  expect(await entry(buyer, params.listingId, 'red')).toMatchObject({
    state: 'draft',
    basisLabel: '年度优秀供应商评选',
  })
  expect(await asks(companyId)).toEqual({ level: 'ok' })
})

describe('public lists', () => {
  const send = async (rows: readonly Record<string, string>[]) => {
    const keys = ['名单类别', '企业名称', '统一社会信用代码', '事由', '列入日期', '截止日期', '查询来源', '查询日期']
    const columns = keys.map((title) => ({ key: title, title, type: 'text' as const }))
    const content = await writeSheet({ title: '失信', columns, rows })
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)]), '失信.xlsx')
    return (await buyer.raw('POST', `/api${l.importUntrust.path}`, form)) as {
      count: number
      errors: { column: string; message: string }[]
    }
  }
  const row = (change: object = {}) => ({
    名单类别: UNTRUST_KINDS.enforced,
    企业名称: COMPANIES.supplier2.name,
    统一社会信用代码: COMPANIES.supplier2.creditCode,
    事由: '有履行能力而拒不履行',
    列入日期: world.inDays(-30),
    查询来源: '中国执行信息公开网',
    查询日期: world.today(),
    ...change,
  })

  test('match by credit code alone; a name needs a person, and other codes are untouched', async () => {
    for (const key of ['supplier2', 'supplier3'] as const)
      await admitted(world, buyer, { companyId: COMPANIES[key].id })
    const bad = await send([row({ 名单类别: '别的', 统一社会信用代码: '123', 查询日期: world.inDays(3) })])
    expect(bad.count).toBe(0)
    expect(bad.errors.map(({ column }) => column)).toEqual(
      expect.arrayContaining(['名单类别', '统一社会信用代码', '查询日期']),
    )
    const { name } = COMPANIES.supplier3
    const rows = [
      row(),
      row({ 企业名称: name, 统一社会信用代码: '' }),
      // The same name, another company.
      row({ 企业名称: name, 统一社会信用代码: newCode(7) }),
    ]
    expect((await send(rows)).count).toBe(3)
    expect((await send(rows)).count).toBe(0)
    expect(await asks(COMPANIES.supplier2.id)).toMatchObject({ level: 'block', rule: 'untrust' })
    expect(await asks(COMPANIES.supplier3.id)).toEqual({ level: 'ok' })
    const [, first] = (await buyer.call(l.syncPage, { query: {} })).rows
    expect(first).toMatchObject({ way: 'public', rowsRead: 3, rowsNew: 3, rowsPossible: 1 })
    expect(first!.items.map(({ outcome }) => outcome)).toEqual(['已匹配', '名称一致，待核实', '库中暂无该企业'])
    expect((await todos(buyer)).find(({ label }) => label === '核实失信信息')).toMatchObject({ title: name })
    const possible = (await buyer.call(l.listingPage, { query: { kind: 'untrust', match: 'possible' } })).rows
    expect(possible).toHaveLength(1)
    const params = { listingId: possible[0]!.listingId }
    expect(await other.refused(l.confirmMatch, { params, body: { isSame: true, reason: '核对' } })).toMatchObject(
      NOT_FOUND,
    )
    await buyer.call(l.confirmMatch, { params, body: { isSame: true, reason: '执行裁定书载明信用代码' } })
    expect(await asks(COMPANIES.supplier3.id)).toMatchObject({ level: 'block', rule: 'untrust' })
    const again = { params, body: { isSame: false, reason: '又查了一次' } }
    expect((await buyer.refused(l.confirmMatch, again)).status).toBe(404)
    expect((await buyer.call(c.supplierPage, { query: { listed: 'untrust' } })).rows).toHaveLength(2)
  })
})

test('an entry holds through its last day in Beijing, and ends by itself', async () => {
  const companyId = COMPANIES.supplier1.id
  const from = world.inDays(2)
  const until = world.inDays(5)
  await enable(buyer, { type: 'suppliers', node: 'listing' }, [approver('chief', ['newbie'])])
  const listingId = await blacklisted(world, buyer, { companyId, from, until, isDraft: true })
  const held = await buyer.call(l.decideListing, { params: { listingId }, body: {} })
  const newbie = await world.t.login('newbie', { workbench: 'purchaser' })
  await agree(newbie, held.approval!.workflowId)
  expect(await entry(buyer, listingId)).toMatchObject({ state: 'upcoming' })
  expect(await asks(companyId)).toEqual({ level: 'ok' })
  const at = async (instant: string) => {
    await world.t.advanceTo(instant)
    return (await asks(companyId)).level
  }
  expect(await at(`${from}T00:00:30+08:00`)).toBe('block')
  expect(await at(`${until}T23:59:00+08:00`)).toBe('block')
  const after = new Date(Date.parse(`${until}T00:01:00+08:00`) + 24 * 3600_000).toISOString()
  expect(await at(after)).toBe('ok')
  expect(await entry(buyer, listingId)).toMatchObject({ state: 'ended' })
  const records = (await buyer.call(l.listingRecords, { query: {} })).rows.filter((row) => row.listingId === listingId)
  expect(records.filter(({ action }) => action === 'end')).toHaveLength(1)
})
