import { beforeAll, expect, test } from 'vitest'
import { employeeOneself } from '#features/passport/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as d from '../contract/departments.ts'
import * as c from '../contract/employees.ts'
import { joinFirst } from './testing/joined.ts'

let t: TestSystem
let buyer: HttpClient
let agent: HttpClient
beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  agent = await t.login('agent', { workbench: 'agency' })
})

const add = async (name: string, parentId: string | null = null) =>
  (await buyer.call(d.createDepartment, { body: { name, parentId } })).deptId
const drawn = async () => {
  const rows = await buyer.call(d.departments, {})
  const depth = (id: string | null): number => {
    const row = rows.find((one) => one.deptId === id)
    return row ? 1 + depth(row.parentId) : 0
  }
  return rows.map((row) => '-'.repeat(depth(row.parentId)) + row.name)
}
const move = (deptId: string, parentId: string | null, index: number) =>
  buyer.call(d.sortDepartments, { body: { deptId, parentId, index } })

test('departments make a tree that can be sorted and moved', async () => {
  const [medical, supply] = [await add('医务部'), await add('采购部')]
  const [device, drug] = [await add('设备科', supply), await add('药品科', supply)]
  expect(await drawn()).toEqual(['医务部', '采购部', '-设备科', '-药品科'])
  await move(drug, supply, 0)
  await move(supply, null, 0)
  expect(await drawn()).toEqual(['采购部', '-药品科', '-设备科', '医务部'])
  await move(device, medical, 99)
  expect(await drawn()).toEqual(['采购部', '-药品科', '医务部', '-设备科'])
  await buyer.call(d.renameDepartment, { params: { id: device }, body: { name: '医学装备科' } })
  expect(await drawn()).toContain('-医学装备科')
  const below = await buyer.refused(d.sortDepartments, { body: { deptId: medical, parentId: device, index: 0 } })
  expect(below).toMatchObject({ code: 10002, message: '不能移动到自身或下级部门之下' })
  const twin = { body: { name: '采购部' } }
  expect(await buyer.refused(d.createDepartment, twin)).toMatchObject({ code: 10003, message: '同级已有同名部门' })
  expect(await buyer.refused(d.renameDepartment, { params: { id: medical }, ...twin })).toMatchObject({ code: 10003 })
  const again = await add('设备科', supply)
  await buyer.call(d.renameDepartment, { params: { id: again }, body: { name: '医学装备科' } })
  // Moving must not make twins either.
  expect(
    await buyer.refused(d.sortDepartments, { body: { deptId: again, parentId: medical, index: 0 } }),
  ).toMatchObject({
    code: 10003,
  })
  expect((await buyer.refused(d.createDepartment, { body: { name: ' ' } })).code).toBe(10001)
})

test('moves at the same time never make a ring', async () => {
  const [one, two] = [await add('甲'), await add('乙')]
  const outcomes = await Promise.allSettled([move(one, two, 0), move(two, one, 0)])
  expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(1)
  const names = await drawn()
  expect(names.filter((name) => /^-?[甲乙]$/.test(name)).toSorted()).toHaveLength(2)
})

test('only an empty department can be deleted', async () => {
  const parent = await add('信息部')
  const child = await add('网络科', parent)
  expect(await buyer.refused(d.deleteDepartment, { params: { id: parent } })).toMatchObject({
    message: '请先删除下级部门',
  })
  const { employeeId } = await buyer.call(c.createEmployee, {
    body: { name: '部门员工', mobile: '13900100001', deptId: child },
  })
  expect((await buyer.call(d.departments, {})).find((row) => row.deptId === child)).toMatchObject({ employees: 1 })
  expect(await buyer.refused(d.deleteDepartment, { params: { id: child } })).toMatchObject({ code: 10002 })
  await buyer.call(c.deleteEmployee, { params: { employeeId } })
  await buyer.call(d.deleteDepartment, { params: { id: child } })
  await buyer.call(d.deleteDepartment, { params: { id: parent } })
  expect((await buyer.refused(d.deleteDepartment, { params: { id: parent } })).status).toBe(404)
})

const headOf = async (client: HttpClient, deptId: string) => {
  const row = (await client.call(d.departments, {})).find((one) => one.deptId === deptId)!
  return [row.headEmployeeId, row.headName]
}
const setHead = (id: string, employeeId: string | null) => ({ params: { id }, body: { employeeId } })

test('a head is an employee in use, and stops with being one', async () => {
  const [one, two] = [await add('检验科'), await add('检验一组')]
  const { employeeId } = await buyer.call(c.createEmployee, { body: { name: '方宁', mobile: '13900100002' } })
  // Who has not accepted heads nothing.
  expect(await buyer.refused(d.setDepartmentHead, setHead(one, employeeId))).toMatchObject({ code: 10001 })
  await joinFirst(t, '13900100002')
  const params = { employeeId }
  expect(await headOf(buyer, one)).toEqual([null, ''])
  await buyer.call(d.setDepartmentHead, setHead(one, employeeId))
  await buyer.call(d.setDepartmentHead, setHead(one, employeeId))
  await buyer.call(d.setDepartmentHead, setHead(two, employeeId))
  const plain = await t.login('buyer2', { workbench: 'purchaser' })
  expect(await headOf(plain, one)).toEqual([employeeId, '方宁'])
  await buyer.call(d.setDepartmentHead, setHead(two, null))
  expect(await headOf(buyer, two)).toEqual([null, ''])

  await buyer.call(c.disableEmployee, { params })
  expect(await headOf(buyer, one)).toEqual([null, ''])
  const refusal = await buyer.refused(d.setDepartmentHead, setHead(one, employeeId))
  expect(refusal).toMatchObject({ status: 400, code: 10001, message: '员工不存在或已禁用' })
  await buyer.call(c.enableEmployee, { params })
  expect(await headOf(buyer, one)).toEqual([null, ''])
  await buyer.call(d.setDepartmentHead, setHead(one, employeeId))
  await buyer.call(c.deleteEmployee, { params })
  expect(await headOf(buyer, one)).toEqual([null, ''])
  expect((await buyer.refused(d.setDepartmentHead, setHead(one, employeeId))).code).toBe(10001)
})

test('whoever is disabled while being made head is head of nothing', async () => {
  const id = await add('病案室')
  const { employeeId } = await buyer.call(c.createEmployee, { body: { name: '方圆', mobile: '13900100003' } })
  await joinFirst(t, '13900100003')
  await Promise.allSettled([
    buyer.call(d.setDepartmentHead, setHead(id, employeeId)),
    buyer.call(c.disableEmployee, { params: { employeeId } }),
  ])
  expect(await headOf(buyer, id)).toEqual([null, ''])
})

test('a head comes from the own company, for an own department, by its administrator', async () => {
  const id = await add('护理部')
  const [own, foreign] = await Promise.all(
    [buyer, agent].map(async (client) => (await client.call(employeeOneself, {})).employeeId!),
  )
  expect((await buyer.refused(d.setDepartmentHead, setHead(id, foreign!))).code).toBe(10001)
  expect((await buyer.refused(d.setDepartmentHead, setHead(own!, own!))).status).toBe(404)
  expect((await agent.refused(d.setDepartmentHead, setHead(id, foreign!))).status).toBe(404)
  const plain = await t.login('buyer2', { workbench: 'purchaser' })
  expect(await plain.refused(d.setDepartmentHead, setHead(id, own!))).toMatchObject({ status: 403, code: 10008 })
  expect((await t.client().refused(d.setDepartmentHead, setHead(id, own!))).status).toBe(401)
  expect(await headOf(buyer, id)).toEqual([null, ''])
})

test('another company’s departments do not exist; colleagues may look only', async () => {
  const id = await add('外人看不见')
  const name = { name: '改名' }
  for (const call of [
    agent.refused(d.renameDepartment, { params: { id }, body: name }),
    agent.refused(d.deleteDepartment, { params: { id } }),
    agent.refused(d.sortDepartments, { body: { deptId: id, parentId: null, index: 0 } }),
    agent.refused(d.createDepartment, { body: { ...name, parentId: id } }),
  ])
    expect((await call).status).toBe(404)
  expect(await agent.call(d.departments, {})).toEqual([])
  const plain = await t.login('buyer2', { workbench: 'purchaser' })
  expect((await plain.call(d.departments, {})).some((row) => row.deptId === id)).toBe(true)
  for (const call of [
    plain.refused(d.createDepartment, { body: name }),
    plain.refused(d.renameDepartment, { params: { id }, body: name }),
    plain.refused(d.deleteDepartment, { params: { id } }),
    plain.refused(d.sortDepartments, { body: { deptId: id, parentId: null, index: 0 } }),
    plain.refused(d.orgSubCompanies, {}),
  ])
    expect(await call).toMatchObject({ status: 403, code: 10008 })
  expect((await t.client().refused(d.departments, {})).status).toBe(401)
})
