import { beforeAll, expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import { DAY } from '#contract/time.ts'
import { PASSWORD, PEOPLE } from '#demo/people.ts'
import { enterCompany, joinedCompanies } from '#features/passport/contract.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import { readRows, writeSheet } from '#server/sheet/sheet.ts'
import { type HttpClient, ownKey } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as d from '../contract/departments.ts'
import * as c from '../contract/employees.ts'
import * as v from '../contract/invitations.ts'
import * as r from '../contract/roles.ts'
import { blind } from '#server/testing/sealed.ts'

let t: TestSystem
let buyer: HttpClient
let agent: HttpClient
let roleId: string
beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  agent = await t.login('agent', { workbench: 'agency' })
  ;({ roleId } = await buyer.call(r.createRole, { body: { name: '专家岗', rights: ['expertManagement'] } }))
})

const COLUMNS = ['姓名', '手机号码', '邮箱', '部门', '角色', '签字人'].map((title): SheetColumn => ({
  key: title,
  title,
  type: 'text',
  max: '2000',
}))
async function upload(rows: Record<string, string>[], client = buyer) {
  const content = await writeSheet({ title: '员工', columns: COLUMNS, rows })
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), '员工.xlsx')
  return (await client.raw('POST', '/api/enterprise/employees/import', form)) as OutputOf<typeof c.importEmployees>
}

/** The link of the last invitation sent to a number. */
async function linkTo(mobile: string): Promise<string> {
  const { rows } = await t.owner.query<{ body: string }>(
    "select body from channel_outbox where recipient_hash = $1 and body like '%/join/%' order by created_at desc, id desc limit 1",
    [blind('channel_outbox.recipient', mobile)],
  )
  return /\/join\/([\w-]+)/.exec(rows[0]!.body)![1]!
}

test('a sheet of employees comes in with departments and roles', async () => {
  const parent = await buyer.call(d.createDepartment, { body: { name: '采购部' } })
  await buyer.call(d.createDepartment, { body: { name: '设备科', parentId: parent.deptId } })
  const template = await buyer.file(c.employeeTemplate, {})
  expect(template.name).toBe('员工导入模板.xlsx')
  expect((await readRows(template.content, COLUMNS)).rows[0]).toMatchObject({ 姓名: '王小明', 部门: '采购部/设备科' })
  const result = await upload([
    { 姓名: '导入甲', 手机号码: '13900200001', 部门: '采购部 / 设备科', 角色: '专家岗', 签字人: '是' },
    { 姓名: '导入乙', 手机号码: '13900200002', 邮箱: 'yi@example.com' },
  ])
  expect(result).toEqual({ count: 2, errors: [] })
  const { rows } = await buyer.call(c.managePage, { query: { keyword: '导入' } })
  expect(rows.find((row) => row.name === '导入甲')).toMatchObject({
    deptName: '设备科',
    isSigner: true,
    rights: ['expertManagement'],
  })
  await t.login('13900200002')
})

test('wrong cells are named, and nobody is stored', async () => {
  const { count, errors } = await upload([
    { 姓名: '好人', 手机号码: '13900200010' },
    { 姓名: '短号', 手机号码: '1390020' },
    { 姓名: '重号', 手机号码: '13900200010', 邮箱: '不是邮箱' },
    { 姓名: '在册', 手机号码: PEOPLE.buyer.mobile },
    { 姓名: '无部门', 手机号码: '13900200011', 部门: '没有这个部门', 角色: '专家岗、没有的岗', 签字人: '对' },
    { 姓名: '', 手机号码: '13900200012' },
  ])
  expect(count).toBe(0)
  const at = (cell: string) => errors.filter((e) => e.cell === cell).map((e) => e.message)
  expect(at('B4')).toEqual(['请输入11位手机号码'])
  expect(at('B5')).toEqual(['与第3行的手机号码重复'])
  expect(at('C5')).toEqual(['邮箱格式不正确'])
  expect(at('B6')).toEqual(['该手机号的员工已在本企业'])
  expect(at('D7')).toEqual(['没有部门“没有这个部门”，请先在组织架构中新增'])
  expect(at('E7')).toEqual(['没有角色“没有的岗”，请先新增角色'])
  expect(at('F7')).toEqual(['请填写“是”或“否”'])
  expect(at('A8')[0]).toContain('姓名')
  expect((await buyer.call(c.managePage, { query: { keyword: '好人' } })).total).toBe(0)
})

test('who may not administer imports nobody', async () => {
  const newbie = await t.login('newbie', { workbench: 'purchaser' })
  await expect(upload([{ 姓名: '甲', 手机号码: '13900200020' }], newbie)).rejects.toMatchObject({ status: 403 })
  await expect(upload([{ 姓名: '甲', 手机号码: '13900200020' }], t.client())).rejects.toMatchObject({ status: 401 })
})

test('an invited person without account opens one by the link and is in with the roles meant', async () => {
  const mobile = '13900300001'
  const { invitationId } = await buyer.call(v.invite, { body: { name: '受邀人', mobile, roleIds: [roleId] } })
  const token = await linkTo(mobile)
  const stranger = t.client()
  expect(await stranger.call(v.invitation, { params: { token } })).toMatchObject({
    companyName: '江州市第一人民医院',
    invitedBy: '张晓',
    mobile: '139****0001',
    status: 0,
    hasAccount: false,
    isMine: null,
  })
  expect(
    await stranger.refused(v.registerInvited, { params: { token }, body: { password: 'weak', again: 'weak' } }),
  ).toMatchObject({
    code: 10001,
  })
  const body = { password: 'Sommer2026', again: 'Sommer2026' }
  await stranger.call(v.registerInvited, { params: { token }, body })
  expect(await stranger.refused(v.registerInvited, { params: { token }, body })).toMatchObject({ code: 10002 })
  const person = await t.login(mobile, { password: 'Sommer2026', workbench: 'purchaser' })
  expect((await person.call(joinedCompanies, {})).map((row) => row.companyName)).toEqual(['江州市第一人民医院'])
  const { rows } = await buyer.call(c.guestPage, { query: { keyword: '受邀人' } })
  expect(rows).toMatchObject([{ invitationId, status: 1, roles: ['专家岗'], actions: [] }])
  expect((await buyer.call(c.managePage, { query: { keyword: mobile } })).rows[0]).toMatchObject({
    rights: ['expertManagement'],
  })
})

test('an invited person with an account joins logged in; others cannot use the link', async () => {
  const { mobile } = PEOPLE.supplier2
  await buyer.call(v.invite, { body: { name: '顾一鸣', mobile } })
  const token = await linkTo(mobile)
  expect(await t.client().refused(v.acceptInvitation, { params: { token } })).toMatchObject({ status: 401 })
  const other = await t.login('supplier3')
  expect((await other.call(v.invitation, { params: { token } })).isMine).toBe(false)
  expect(await other.refused(v.acceptInvitation, { params: { token } })).toMatchObject({ status: 403 })
  // The link alone is not the account: nobody sets a password over it.
  expect(
    await t
      .client()
      .refused(v.registerInvited, { params: { token }, body: { password: 'Sommer2026', again: 'Sommer2026' } }),
  ).toMatchObject({ code: 10003 })
  const person = await t.login('supplier2')
  expect((await person.call(v.invitation, { params: { token } })).isMine).toBe(true)
  // Under keys of their own, as without them the second is a repetition that gets the answer of the first.
  const accepts = [ownKey(), ownKey()].map((key) => person.call(v.acceptInvitation, { params: { token } }, { key }))
  const outcomes = await Promise.allSettled(accepts)
  expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(1)
  const { companyId } = (await person.call(joinedCompanies, {})).find((row) => row.companyName.includes('医院'))!
  await person.call(enterCompany, { body: { companyId } })
  await t.login('supplier2', { password: PASSWORD })
})

test('invitations are sent once, sent again, withdrawn and run out', async () => {
  const mobile = '13900300002'
  const { invitationId } = await buyer.call(v.invite, { body: { name: '再来', mobile } })
  const first = await linkTo(mobile)
  expect(await buyer.refused(v.invite, { body: { name: '再来', mobile } })).toMatchObject({ code: 10003 })
  expect(await buyer.refused(v.invite, { body: { name: '自己', mobile: PEOPLE.buyer.mobile } })).toMatchObject({
    code: 10003,
  })
  expect(await buyer.refused(v.resendInvitation, { params: { invitationId } })).toMatchObject({ code: 10006 })
  expect((await agent.refused(v.resendInvitation, { params: { invitationId } })).status).toBe(404)
  expect((await agent.refused(v.withdrawInvitation, { params: { invitationId } })).status).toBe(404)
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 2 * 60_000))
  await buyer.call(v.resendInvitation, { params: { invitationId } })
  const second = await linkTo(mobile)
  expect((await t.client().refused(v.invitation, { params: { token: first } })).status).toBe(404)
  expect((await t.client().call(v.invitation, { params: { token: second } })).status).toBe(0)
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 8 * DAY))
  expect((await t.client().call(v.invitation, { params: { token: second } })).status).toBe(3)
  const body = { password: 'Sommer2026', again: 'Sommer2026' }
  expect(await t.client().refused(v.registerInvited, { params: { token: second }, body })).toMatchObject({
    code: 10002,
    message: '该邀请已过期',
  })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  expect((await buyer.call(c.guestPage, { query: { status: 3 } })).rows.map((row) => row.mobile)).toEqual([mobile])
  // One that has run out does not stand in the way of a new one.
  const fresh = await buyer.call(v.invite, { body: { name: '再来', mobile } })
  await buyer.call(v.withdrawInvitation, { params: fresh })
  expect(await buyer.refused(v.withdrawInvitation, { params: fresh })).toMatchObject({ code: 10002 })
  expect((await t.client().call(v.invitation, { params: { token: await linkTo(mobile) } })).status).toBe(2)
  expect((await t.client().refused(v.invitation, { params: { token: 'x'.repeat(43) } })).status).toBe(404)
  expect((await t.client().refused(v.invitation, { params: { token: 'short' } })).status).toBe(400)
})

test('one connection sends invitation after invitation', async () => {
  for (let i = 0; i < 8; i++)
    await buyer.call(v.invite, { body: { name: '陆续', mobile: `1390030010${i}` } }, { key: `many-invitations-${i}` })
  expect(await buyer.refused(v.invite, { body: { name: '陆续', mobile: '13900300100' } })).toMatchObject({
    code: 10003,
  })
})
