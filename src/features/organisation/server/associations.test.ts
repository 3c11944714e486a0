import { beforeAll, describe, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as a from '../contract/associations.ts'
import * as d from '../contract/departments.ts'
import * as c from '../contract/employees.ts'
import { CHOSEN_PASSWORD, joinFirst, prove } from './testing/joined.ts'

let t: TestSystem
const who = {} as Record<'top' | 'mid' | 'low' | 'other', HttpClient>
const { supplier1: top, supplier2: mid, supplier3: low } = COMPANIES
beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  for (const [name, account] of Object.entries({
    top: 'supplier1',
    mid: 'supplier2',
    low: 'supplier3',
    other: 'supplier4',
  }))
    who[name as 'top'] = await t.login(account, { workbench: 'supplier' })
})

const CHILD = 1
const PARENT = 2
const ask = (from: HttpClient, companyId: string, kind: 1 | 2) =>
  from.call(a.sendAssociation, { body: { companyId, kind, message: '请确认' } })
const sent = async (from: HttpClient) => (await from.call(a.sentPage, { query: {} })).rows
const received = async (by: HttpClient) => (await by.call(a.receivedPage, { query: {} })).rows
const actions = (row: { actions: { action: string }[] }) => row.actions.map((one) => one.action)
const below = async (from: HttpClient) =>
  (await from.call(d.orgSubordinates, {})).map((row) => `${'-'.repeat(row.depth)}${row.name}`)

test('a request goes through its states, seen from both sides', async () => {
  expect(await who.top.call(a.companiesToAssociate, { query: { keyword: '苏州迈德' } })).toEqual([
    { companyId: mid.id, name: mid.name, creditCode: mid.creditCode },
  ])
  expect((await who.top.refused(a.companiesToAssociate, { query: { keyword: '苏' } })).status).toBe(400)
  const { associationId } = await ask(who.top, mid.id, CHILD)
  const params = { id: associationId }
  expect(await sent(who.top)).toMatchObject([
    { companyName: mid.name, kind: CHILD, status: 0, actions: [{ action: 'cancel' }] },
  ])
  const [row] = await received(who.mid)
  expect(row).toMatchObject({ companyName: top.name, kind: PARENT, status: 0, message: '请确认', sentBy: '沈瑶' })
  expect(actions(row!)).toEqual(['agree', 'refuse', 'ignore'])
  // The sender cannot agree with itself, a third company sees nothing.
  expect(await who.top.refused(a.agreeAssociation, { params, body: {} })).toMatchObject({ status: 404 })
  for (const call of [
    a.agreeAssociation,
    a.refuseAssociation,
    a.ignoreAssociation,
    a.cancelAssociation,
    a.againAssociation,
  ])
    expect((await who.other.refused(call, { params, body: {} })).status).toBe(404)
  expect(await who.top.refused(a.sendAssociation, { body: { companyId: mid.id, kind: CHILD } })).toMatchObject({
    code: 10003,
  })

  await who.mid.call(a.ignoreAssociation, { params })
  expect((await sent(who.top))[0]).toMatchObject({ status: 3, actions: [{ action: 'cancel' }, { action: 'again' }] })
  await who.top.call(a.againAssociation, { params, body: { message: '再请确认' } })
  expect((await received(who.mid))[0]).toMatchObject({ status: 0, message: '再请确认' })
  await who.mid.call(a.refuseAssociation, { params, body: { answer: '暂不' } })
  expect((await sent(who.top))[0]).toMatchObject({ status: 2, answer: '暂不', actions: [{ action: 'again' }] })
  expect(await who.mid.refused(a.agreeAssociation, { params, body: {} })).toMatchObject({ code: 10002 })
  await who.top.call(a.againAssociation, { params, body: {} })
  await who.top.call(a.cancelAssociation, { params })
  expect((await received(who.mid))[0]).toMatchObject({ status: -1, actions: [] })
  await who.top.call(a.againAssociation, { params, body: {} })
  await who.mid.call(a.agreeAssociation, { params, body: { answer: '同意' } })
  expect((await sent(who.top))[0]).toMatchObject({ status: 1, answer: '同意', actions: [{ action: 'disassociate' }] })
  expect(await who.top.call(a.subCompanies, {})).toMatchObject([{ companyId: mid.id }])
  expect(await who.mid.call(a.parentCompany, {})).toMatchObject({ companyId: top.id })
  expect(await who.top.call(a.parentCompany, {})).toBeNull()
  await t.settle()
  const { rows } = await t.owner.query(
    "select title from message where user_id = $1 and kind = 'association.changed' order by id",
    [PEOPLE.supplier2.id],
  )
  expect(rows.map((one) => one.title)).toEqual([
    `${top.name}申请与贵企业关联`,
    `${top.name}再次申请与贵企业关联`,
    `${top.name}再次申请与贵企业关联`,
    `${top.name}取消了企业关联申请`,
    `${top.name}再次申请与贵企业关联`,
  ])
})

describe('the tree', () => {
  test('has one parent each and no rings, also when asked at the same time', async () => {
    // From below this time: the child asks its parent.
    const { associationId } = await ask(who.low, mid.id, PARENT)
    await who.mid.call(a.agreeAssociation, { params: { id: associationId }, body: {} })
    expect(await below(who.top)).toEqual([`-${mid.name}`, `--${low.name}`])
    expect(await below(who.mid)).toEqual([`-${low.name}`])
    expect(await who.low.refused(a.sendAssociation, { body: { companyId: top.id, kind: CHILD } })).toMatchObject({
      code: 10002,
    })
    expect(await who.other.refused(a.sendAssociation, { body: { companyId: low.id, kind: CHILD } })).toMatchObject({
      message: '对方已有上级企业',
    })
    expect(await who.low.refused(a.sendAssociation, { body: { companyId: top.id, kind: PARENT } })).toMatchObject({
      message: '本企业已有上级企业，请先解除',
    })
    expect((await who.top.refused(a.sendAssociation, { body: { companyId: top.id, kind: CHILD } })).code).toBe(10001)
    expect(
      (await who.top.refused(a.sendAssociation, { body: { companyId: COMPANIES.bjSupplier.id, kind: CHILD } })).status,
    ).toBe(404)
    // Two that ask one another, both agreed to in the same instant: one of them is above.
    const five = await t.login('supplier5', { workbench: 'supplier' })
    const one = await ask(who.other, COMPANIES.supplier5.id, CHILD)
    const two = await ask(five, COMPANIES.supplier4.id, CHILD)
    const outcomes = await Promise.allSettled([
      five.call(a.agreeAssociation, { params: { id: one.associationId }, body: {} }),
      who.other.call(a.agreeAssociation, { params: { id: two.associationId }, body: {} }),
    ])
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(1)
  })

  test('is shown with figures, sorted, and reaches departments of companies below only', async () => {
    const six = await t.login('supplier6', { workbench: 'supplier' })
    const { associationId } = await ask(six, top.id, PARENT)
    await who.top.call(a.agreeAssociation, { params: { id: associationId }, body: {} })
    const order = async () => (await who.top.call(d.orgSubCompanies, {})).map((row) => row.companyId)
    expect(await order()).toEqual([mid.id, COMPANIES.supplier6.id])
    await who.top.call(d.sortSubCompanies, { body: { companyIds: [COMPANIES.supplier6.id, mid.id] } })
    expect(await order()).toEqual([COMPANIES.supplier6.id, mid.id])
    for (const companyIds of [[mid.id], [mid.id, mid.id], [mid.id, COMPANIES.supplier6.id, low.id]])
      expect(await who.top.refused(d.sortSubCompanies, { body: { companyIds } })).toMatchObject({ code: 10003 })
    await who.low.call(d.createDepartment, { body: { name: '下级企业的部门' } })
    expect(await who.top.call(d.orgDepartments, { query: { companyId: low.id } })).toMatchObject([
      { name: '下级企业的部门' },
    ])
    expect((await who.low.refused(d.orgDepartments, { query: { companyId: top.id } })).status).toBe(404)
    expect(await who.mid.call(d.orgCompany, {})).toMatchObject({
      name: mid.name,
      employees: 1,
      administrators: [{ name: '顾一鸣' }],
      parent: { companyId: top.id, name: top.name },
    })
  })

  test('a company above appoints the administrator below, and nobody else does', async () => {
    const added = await who.low.call(c.createEmployee, { body: { name: '新管理员', mobile: '13900400001' } })
    const params = { subordinateCompanyId: low.id }
    await joinFirst(t, '13900400001')
    expect(
      await who.top.refused(a.appointAdministrator, { params, body: { employeeId: added.employeeId } }),
    ).toMatchObject({ code: 10002, message: expect.stringContaining('验证手机号') })
    await prove(t, '13900400001')
    const found = await who.top.call(a.subordinateEmployees, { params, query: {} })
    expect(found.map((row) => [row.name, row.isAdmin, row.mobile])).toEqual([
      ['陆遥', true, '138****0113'],
      ['新管理员', false, '139****0001'],
    ])
    const body = { employeeId: added.employeeId }
    expect((await who.other.refused(a.appointAdministrator, { params, body })).status).toBe(404)
    expect(
      (await who.low.refused(a.appointAdministrator, { params: { subordinateCompanyId: top.id }, body })).status,
    ).toBe(404)
    const stranger = (await who.top.call(c.managePage, { query: {} })).rows[0]!
    expect(
      (await who.top.refused(a.appointAdministrator, { params, body: { employeeId: stranger.employeeId } })).status,
    ).toBe(404)
    await who.top.call(a.appointAdministrator, { params, body })
    expect((await who.low.refused(c.managePage, { query: {} })).code).toBe(10008)
    const fresh = await t.login('13900400001', { workbench: 'supplier', password: CHOSEN_PASSWORD })
    expect((await fresh.call(c.managePage, { query: {} })).rows.filter((row) => row.isAdmin)).toHaveLength(1)
  })

  test('comes apart from either side', async () => {
    expect((await who.other.refused(a.dropSubCompany, { params: { subCompanyId: mid.id } })).status).toBe(404)
    await who.mid.call(a.dropParent, {})
    expect((await who.mid.refused(a.dropParent, {})).status).toBe(404)
    expect((await sent(who.top)).find((row) => row.companyId === mid.id)).toMatchObject({
      status: 4,
      actions: [{ action: 'again' }],
    })
    expect((await received(who.mid)).find((row) => row.companyId === top.id)).toMatchObject({ status: 4, actions: [] })
    await who.top.call(a.dropSubCompany, { params: { subCompanyId: COMPANIES.supplier6.id } })
    expect(await below(who.top)).toEqual([])
    // The side that was asked before may ask now: the row turns round.
    await ask(who.mid, top.id, PARENT)
    expect((await sent(who.mid)).find((row) => row.companyId === top.id)).toMatchObject({ status: 0, kind: PARENT })
    expect((await received(who.top)).find((row) => row.companyId === mid.id)).toMatchObject({ status: 0, kind: CHILD })
  })
})

test('only administrators of a company deal with associations', async () => {
  const plain = await t.login('buyer2', { workbench: 'purchaser' })
  for (const call of [
    plain.refused(a.sentPage, { query: {} }),
    plain.refused(a.receivedPage, { query: {} }),
    plain.refused(a.subCompanies, {}),
    plain.refused(a.parentCompany, {}),
    plain.refused(a.sendAssociation, { body: { companyId: top.id, kind: CHILD } }),
    plain.refused(a.dropParent, {}),
  ])
    expect(await call).toMatchObject({ status: 403, code: 10008 })
  expect((await t.client().refused(a.sentPage, { query: {} })).status).toBe(401)
})

test('a natural person is nobody’s parent or child, and its identity number is shown to nobody', async () => {
  const { id, name, creditCode } = COMPANIES.supplier4
  const identity = '11010519491231002X'
  const { cipher, db } = t.kernel
  const become = (facts: object) => db.updateTable('company').set(facts).where('id', '=', id).execute()
  await become({ company_type: 4, credit_code: '', ...cipher.fields('company.identity', id, identity) })
  for (const keyword of [name, identity, identity.slice(-4)])
    expect(await who.top.call(a.companiesToAssociate, { query: { keyword } })).toEqual([])
  expect((await who.top.refused(a.sendAssociation, { body: { companyId: id, kind: CHILD } })).status).toBe(404)
  expect(await who.other.refused(a.sendAssociation, { body: { companyId: top.id, kind: PARENT } })).toMatchObject({
    code: 10002,
    message: '自然人不能建立上下级企业关联',
  })
  await become({ company_type: 1, credit_code: creditCode, identity: null, identity_hash: null })
  expect(await who.top.call(a.companiesToAssociate, { query: { keyword: creditCode } })).toMatchObject([{ name }])
})
