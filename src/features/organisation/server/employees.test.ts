import { beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PASSWORD, PEOPLE } from '#demo/people.ts'
import { expertPage } from '#features/experts/contract.ts'
import { employeeOneself, joinedCompanies, oneself } from '#features/passport/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as d from '../contract/departments.ts'
import * as c from '../contract/employees.ts'
import * as r from '../contract/roles.ts'
import { CHOSEN_PASSWORD, joinFirst, prove } from './testing/joined.ts'
import { blind } from '#server/testing/sealed.ts'

let t: TestSystem
let buyer: HttpClient
let agent: HttpClient
beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  agent = await t.login('agent', { workbench: 'agency' })
})

let n = 0
const mobile = () => `139000${String(++n).padStart(5, '0')}`
const fields = (more: Partial<InputOf<typeof c.createEmployee>['body']> = {}) => ({
  name: '林晚',
  mobile: mobile(),
  ...more,
})
const add = (more: Parameters<typeof fields>[0] = {}) => buyer.call(c.createEmployee, { body: fields(more) })
/** Somebody new who has accepted, logged in. */
async function join(more: Parameters<typeof fields>[0] = {}) {
  const body = fields(more)
  const { employeeId } = await buyer.call(c.createEmployee, { body })
  return { employeeId, mobile: body.mobile, client: await joinFirst(t, body.mobile, { workbench: 'purchaser' }) }
}
const rightsOf = async (client: HttpClient) => (await client.call(employeeOneself, {})).rights
const idOf = async (account: 'newbie' | 'buyer' | 'buyer2' | 'multi') =>
  (await buyer.call(c.managePage, { query: { keyword: PEOPLE[account].mobile } })).rows[0]!.employeeId

describe('an employee', () => {
  test('is invited, logs in with the first password, and has the rights given once it is changed', async () => {
    const body = fields({ rights: ['expertManagement'], email: 'lin@example.com', isSigner: true })
    const added = await buyer.call(c.createEmployee, { body })
    expect(added).toEqual({ employeeId: expect.any(String) })
    const before = await t.login(body.mobile, { workbench: 'purchaser' })
    expect(await before.call(oneself, {})).toMatchObject({ isDefaultPassword: true, account: body.mobile })
    expect(await before.refused(expertPage, { query: {} })).toMatchObject({ status: 403 })
    expect(await before.call(joinedCompanies, {})).toEqual([])
    const lin = await joinFirst(t, body.mobile, { workbench: 'purchaser' })
    expect(await lin.call(expertPage, { query: {} })).toMatchObject({ total: 9 })
    // A right that was not given: 10008, as for every call of the feature.
    expect(await lin.refused(c.managePage, { query: {} })).toMatchObject({ status: 403, code: 10008 })
    expect(await buyer.call(c.employeeDetail, { params: { employeeId: added.employeeId } })).toMatchObject({
      ...body,
      status: 1,
      isAdmin: false,
      directRights: ['expertManagement'],
      account: body.mobile,
    })
    expect(await buyer.refused(c.createEmployee, { body })).toMatchObject({ status: 409, code: 10003 })
    const { rows } = await t.owner.query(
      "select body from channel_outbox where recipient_hash = $1 and channel = 'sms'",
      [blind('channel_outbox.recipient', body.mobile)],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].body).toContain(COMPANIES.hospital.name)
  })

  test.each([
    [{ name: ' ' }, '请输入姓名'],
    [{ mobile: '1390000' }, '请输入11位手机号码'],
    [{ mobile: '23900000001' }, '请输入11位手机号码'],
    [{ email: 'nobody' }, '邮箱格式不正确'],
    [{ rights: ['businessManagement'] }, '所选权限未开通'],
    [{ rights: ['agencyTendering'] }, '所选权限未开通'],
    [{ rights: ['nonsense'] }, '所选权限未开通'],
    [{ deptId: COMPANIES.hospital.id }, '部门不存在'],
    [{ roleIds: [COMPANIES.hospital.id] }, '角色不存在'],
  ])('is refused with %o', async (wrong, message) => {
    const refusal = await buyer.refused(c.createEmployee, { body: fields(wrong) })
    expect(refusal).toMatchObject({ status: 400, code: 10001 })
    expect(JSON.stringify(refusal)).toContain(message)
  })

  test('the same request twice is one employee; two at once are one', async () => {
    const body = fields()
    const [first, again] = [
      await buyer.call(c.createEmployee, { body }, { key: 'twice-employee' }),
      await buyer.call(c.createEmployee, { body }, { key: 'twice-employee' }),
    ]
    expect(again).toEqual(first)
    const both = fields()
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => buyer.call(c.createEmployee, { body: both })))
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(1)
    expect((await buyer.call(c.managePage, { query: { keyword: both.mobile } })).total).toBe(1)
  })

  test('a change of rights takes effect on an open session at once', async () => {
    const { employeeId, client: lin } = await join({ rights: ['expertManagement'] })
    expect(await rightsOf(lin)).toContain('expertManagement')
    await buyer.call(c.updateEmployee, { params: { employeeId }, body: { name: '林晚晚', rights: ['statistics'] } })
    expect(await rightsOf(lin)).toEqual(expect.arrayContaining(['statistics']))
    expect(await rightsOf(lin)).not.toContain('expertManagement')
    expect((await lin.refused(expertPage, { query: {} })).code).toBe(10008)
  })
})

describe('disabling, enabling, deleting', () => {
  test('a disabled employee can do nothing from the next call on, and everything again when enabled', async () => {
    const { employeeId, client: open } = await join({ rights: ['expertManagement'] })
    await open.call(expertPage, { query: {} })
    await buyer.call(c.disableEmployee, { params: { employeeId } })
    expect(await open.refused(d.departments, {})).toMatchObject({ status: 403, code: 10012 })
    expect((await open.call(employeeOneself, {})).status).toBe(0)
    expect(await buyer.refused(c.disableEmployee, { params: { employeeId } })).toMatchObject({ code: 10002 })
    await buyer.call(c.enableEmployee, { params: { employeeId } })
    await open.call(expertPage, { query: {} })
    expect(await buyer.refused(c.enableEmployee, { params: { employeeId } })).toMatchObject({ code: 10002 })
    const { rows } = await t.owner.query("select kind from outbox where payload->>'employeeId' = $1 order by id", [
      employeeId,
    ])
    expect(rows.map((row) => row.kind)).toEqual([
      'employee.invited',
      'employee.created',
      'employee.disabled',
      'employee.enabled',
    ])
  })

  test('a deleted one is none any more, and comes back without the rights of before', async () => {
    const body = fields({ rights: ['expertManagement'] })
    const { employeeId } = await buyer.call(c.createEmployee, { body })
    const open = await joinFirst(t, body.mobile, { workbench: 'purchaser' })
    await buyer.call(c.deleteEmployee, { params: { employeeId } })
    expect((await open.refused(d.departments, {})).status).toBe(403)
    for (const gone of [
      buyer.refused(c.employeeDetail, { params: { employeeId } }),
      buyer.refused(c.deleteEmployee, { params: { employeeId } }),
      buyer.refused(c.updateEmployee, { params: { employeeId }, body: { name: 'x' } }),
    ])
      expect((await gone).status).toBe(404)
    const back = await buyer.call(c.createEmployee, { body: { ...body, rights: [] } })
    expect(back).toEqual({ employeeId })
    expect((await buyer.call(c.employeeDetail, { params: { employeeId } })).rights).toEqual([])
  })

  test('nobody disables or deletes oneself, nor the last administrator', async () => {
    const self = { params: { employeeId: await idOf('buyer') } }
    for (const call of [c.disableEmployee, c.deleteEmployee])
      expect(await buyer.refused(call, self)).toMatchObject({ code: 10002, message: expect.stringContaining('自己') })
    // Two administrators who disable each other at the same time: one of them stays.
    const { employeeId, mobile: account } = await join({ name: '副管理员' })
    await t.owner.query('update employee set is_admin = true where id = $1', [employeeId])
    const second = await t.login(account, { workbench: 'purchaser', password: CHOSEN_PASSWORD })
    const outcomes = await Promise.allSettled([
      buyer.call(c.disableEmployee, { params: { employeeId } }),
      second.call(c.disableEmployee, self),
    ])
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(1)
    const { rows } = await t.owner.query(
      'select user_id from employee where company_id = $1 and is_admin and status = 1 and deleted_at is null',
      [COMPANIES.hospital.id],
    )
    expect(rows).toHaveLength(1)
    await t.owner.query(
      'update employee set status = 1, is_admin = (user_id = $2) where company_id = $1 and is_admin',
      [COMPANIES.hospital.id, PEOPLE.buyer.id],
    )
    buyer = await t.login('buyer', { workbench: 'purchaser' })
  })

  test('administration is handed over with the password, in one piece', async () => {
    const { employeeId, mobile: account } = await join({ name: '接任者' })
    const body = { toEmployeeId: employeeId, password: PASSWORD }
    // Who has not shown that the number is theirs may lose the place by the first code.
    expect(await buyer.refused(c.transferAdministrator, { body })).toMatchObject({
      code: 10002,
      message: expect.stringContaining('验证手机号'),
    })
    const heir = await prove(t, account, { workbench: 'purchaser' })
    expect(await buyer.refused(c.transferAdministrator, { body: { ...body, password: 'Wrong2026' } })).toMatchObject({
      code: 10010,
    })
    expect((await heir.refused(c.transferAdministrator, { body })).code).toBe(10008)
    expect((await agent.refused(c.transferAdministrator, { body })).status).toBe(404)
    await buyer.call(c.transferAdministrator, { body })
    expect((await buyer.refused(c.managePage, { query: {} })).code).toBe(10008)
    await heir.call(c.managePage, { query: {} })
    const back = (await heir.call(c.managePage, { query: { keyword: PEOPLE.buyer.mobile } })).rows[0]!.employeeId
    await heir.call(c.transferAdministrator, { body: { toEmployeeId: back, password: CHOSEN_PASSWORD } })
    await buyer.call(c.managePage, { query: {} })
  })
})

describe('roles', () => {
  test('give their rights to everybody who has them, and take them away again', async () => {
    const body = { name: '专家管理岗', rights: ['expertManagement', 'expertExtraction'] }
    const { roleId } = await buyer.call(r.createRole, { body })
    const { employeeId, client: lin } = await join({ roleIds: [roleId], rights: ['statistics', 'expertManagement'] })
    const { roles } = await buyer.call(c.employeeDetail, { params: { employeeId } })
    expect(roles).toEqual([{ roleId, name: body.name }])
    expect(await rightsOf(lin)).toEqual(expect.arrayContaining(['statistics', 'expertManagement', 'expertExtraction']))
    await buyer.call(r.updateRole, { params: { roleId }, body: { ...body, rights: ['loginLog'] } })
    const now = await rightsOf(lin)
    expect(now).toEqual(expect.arrayContaining(['statistics', 'expertManagement', 'loginLog']))
    expect(now).not.toContain('expertExtraction')
    expect(await buyer.refused(r.deleteRole, { params: { roleId } })).toMatchObject({ code: 10002 })
    expect((await buyer.call(r.roles, {})).find((one) => one.roleId === roleId)).toMatchObject({
      holders: 1,
      rights: ['loginLog'],
    })
    await buyer.call(c.updateEmployee, { params: { employeeId }, body: { name: '林晚' } })
    await buyer.call(r.deleteRole, { params: { roleId } })
    expect((await buyer.call(r.roles, {})).some((one) => one.roleId === roleId)).toBe(false)
  })

  test('are the company’s own, named once, and hold what is on offer', async () => {
    const body = { name: '综合岗', rights: ['statistics'] }
    const { roleId } = await buyer.call(r.createRole, { body })
    expect(await buyer.refused(r.createRole, { body })).toMatchObject({ code: 10003 })
    expect(await buyer.refused(r.createRole, { body: { name: '空', rights: [] } })).toMatchObject({ code: 10001 })
    expect(await buyer.refused(r.createRole, { body: { name: '投标岗', rights: ['bidding'] } })).toMatchObject({
      code: 10001,
    })
    expect((await agent.refused(r.updateRole, { params: { roleId }, body })).status).toBe(404)
    expect((await agent.refused(r.deleteRole, { params: { roleId } })).status).toBe(404)
    expect(await agent.refused(c.createEmployee, { body: fields({ roleIds: [roleId] }) })).toMatchObject({
      code: 10001,
    })
  })

  test('a service that is off offers and gives nothing, and nobody loses the right for good', async () => {
    const { employeeId, mobile: account, client: lin } = await join({ rights: ['expertManagement', 'statistics'] })
    await t.owner.query("update company_tenant set services = '{procurement,statistics}' where company_id = $1", [
      COMPANIES.hospital.id,
    ])
    const offered = async () =>
      (await buyer.call(c.employeeOptions, {})).workbenches.flatMap((w) => w.rights.map((one) => one.right))
    expect(await offered()).not.toContain('expertManagement')
    expect(await buyer.refused(c.createEmployee, { body: fields({ rights: ['expertManagement'] }) })).toMatchObject({
      code: 10001,
    })
    await buyer.call(c.updateEmployee, { params: { employeeId }, body: { name: '林晚', rights: ['statistics'] } })
    expect(await rightsOf(lin)).toContain('statistics')
    expect(await rightsOf(lin)).not.toContain('expertManagement')
    await t.owner.query('update company_tenant set services = null where company_id = $1', [COMPANIES.hospital.id])
    lin.cookies.clear()
    await lin.login(account, CHOSEN_PASSWORD)
    expect(await rightsOf(lin)).toContain('expertManagement')
    expect(await offered()).toContain('expertManagement')
  })
})

describe('the five lists', () => {
  test('hold whom they are named for', async () => {
    const names = async (page: typeof c.managePage, client = buyer) =>
      (await client.call(page, { query: { pageSize: 100 } })).rows.map((row) => row.name)
    await join({ name: '只管统计', rights: ['statistics'] })
    await join({ name: '签字人', isSigner: true })
    await join({ name: '招标经办', rights: ['tendering'] })
    await add({ name: '未加入者', rights: ['tendering'] })
    expect(await names(c.managePage)).toEqual(expect.arrayContaining(['张晓', '孙止', '只管统计', '签字人']))
    const buyers = await names(c.purchaserRolePage)
    expect(buyers).toEqual(expect.arrayContaining(['张晓', '招标经办', '只管统计']))
    expect(buyers).not.toContain('孙止')
    expect(buyers).not.toContain('未加入者')
    expect(buyers).not.toContain('签字人')
    expect(await names(c.agencyRolePage, agent)).toEqual(expect.arrayContaining(['李衡', '周双']))
    const agents = await names(c.agentPage)
    expect(agents).toEqual(expect.arrayContaining(['张晓', '招标经办', '签字人']))
    expect(agents).not.toContain('只管统计')
  })

  test('colleagues see masked numbers and may do nothing; strangers see nobody', async () => {
    const plain = await t.login('buyer2', { workbench: 'purchaser' })
    const { rows } = await plain.call(c.agentPage, { query: {} })
    expect(rows.every((row) => row.mobile.includes('****') && row.actions.length === 0)).toBe(true)
    // Nor can what stands behind the stars be guessed digit by digit; who knows a number finds its owner.
    const { mobile } = (await buyer.call(c.managePage, { query: { keyword: '张晓' } })).rows[0]!
    const found = async (keyword: string) => (await plain.call(c.agentPage, { query: { keyword } })).total
    expect([await found(mobile.slice(0, 8)), await found(mobile.slice(4)), await found(mobile)]).toEqual([0, 0, 1])
    const ofAll = async (keyword: string) => (await buyer.call(c.managePage, { query: { keyword } })).total
    expect([await ofAll(mobile.slice(4)), await ofAll(mobile.slice(-4)), await ofAll(mobile)]).toEqual([0, 1, 1])
    expect((await agent.call(c.managePage, { query: { keyword: '张晓' } })).total).toBe(0)
    const other = await t.login('bj-buyer', { workbench: 'purchaser', tenantId: 3 })
    const theirs = (await other.call(c.managePage, { query: {} })).rows.map((row) => row.name)
    expect(theirs).toContain('孟岩')
    expect(theirs).not.toContain('张晓')
  })

  test('page by key, count by status, filter by department and role', async () => {
    const { deptId } = await buyer.call(d.createDepartment, { body: { name: '筛选部' } })
    const child = await buyer.call(d.createDepartment, { body: { name: '下级', parentId: deptId } })
    const { roleId } = await buyer.call(r.createRole, { body: { name: '筛选岗', rights: ['loginLog'] } })
    const inside = await add({ deptId: child.deptId, roleIds: [roleId] })
    const pick = async (query: InputOf<typeof c.managePage>['query']) =>
      (await buyer.call(c.managePage, { query: query ?? {} })).rows.map((row) => row.employeeId)
    expect(await pick({ deptId })).toEqual([inside.employeeId])
    expect(await pick({ roleId })).toEqual([inside.employeeId])
    const all = await buyer.call(c.managePage, { query: { pageSize: 100 } })
    expect(all.counts).toMatchObject({ all: all.total })
    expect(all.counts!['0']! + all.counts!['1']! + all.counts!['2']!).toBe(all.total)
    expect((await pick({ status: 0 })).length).toBe(all.counts!['0'])
    const first = await buyer.call(c.managePage, { query: { pageSize: 3 } })
    const second = await buyer.call(c.managePage, { query: { pageSize: 3, cursor: first.next! } })
    expect([...first.rows, ...second.rows].map((row) => row.employeeId)).toEqual(
      all.rows.slice(0, 6).map((row) => row.employeeId),
    )
    expect((await buyer.refused(c.managePage, { query: { cursor: 'x' } })).status).toBe(400)
    expect((await buyer.refused(c.managePage, { query: { deptId: roleId } })).status).toBe(404)
  })
})

test('strangers, the logged-out and those without the right get nothing', async () => {
  const own = { params: { employeeId: await idOf('newbie') } }
  const edit = { ...own, body: { name: '改名' } }
  const newbie = await t.login('newbie', { workbench: 'purchaser' })
  const expert = await t.login('expert1', { workbench: 'expert' })
  const calls = [
    (who: HttpClient) => who.refused(c.employeeDetail, own),
    (who: HttpClient) => who.refused(c.updateEmployee, edit),
    (who: HttpClient) => who.refused(c.disableEmployee, own),
    (who: HttpClient) => who.refused(c.enableEmployee, own),
    (who: HttpClient) => who.refused(c.deleteEmployee, own),
    (who: HttpClient) => who.refused(c.resetPassword, own),
    (who: HttpClient) => who.refused(c.inviteAgain, own),
  ]
  for (const call of calls) {
    expect((await call(agent)).status).toBe(404)
    expect(await call(newbie)).toMatchObject({ status: 403, code: 10008 })
    expect((await call(expert)).status).toBe(403)
    expect((await call(t.client())).status).toBe(401)
  }
  const keeping = [
    (who: HttpClient) => who.refused(c.managePage, { query: {} }),
    (who: HttpClient) => who.refused(c.employeeOptions, {}),
    (who: HttpClient) => who.refused(c.createEmployee, { body: fields() }),
    (who: HttpClient) => who.refused(r.roles, {}),
    (who: HttpClient) => who.refused(r.createRole, { body: { name: 'x', rights: ['loginLog'] } }),
    (who: HttpClient) => who.refused(c.guestPage, { query: {} }),
  ]
  for (const call of keeping) {
    expect(await call(newbie)).toMatchObject({ status: 403, code: 10008 })
    expect((await call(t.client())).status).toBe(401)
  }
})
