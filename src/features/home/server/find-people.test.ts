import { beforeAll, expect, test } from 'vitest'
import { PEOPLE } from '#demo/people.ts'
import { agree, approver, copy, enable, STAFF, taskFor } from '#features/workflow/server/testing/flows.ts'
import { type ApprovalWorld, approvalWorld, start } from '#features/workflow/server/testing/world.ts'
import { taskDetail, workflowDetail } from '#features/workflow/contract/workflows.ts'
import { managePage } from '#features/organisation/contract/employees.ts'
import { expertDetail } from '#features/experts/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { findRecords } from '../contract.ts'

let world: ApprovalWorld
beforeAll(async () => {
  world = await approvalWorld()
})

const found = async (client: HttpClient, keyword: string, what: string) =>
  (await client.call(findRecords, { query: { keyword } })).rows.filter((row) => row.what === what)

test('an approval is found by whoever started it, decides it or got a copy, each on the page of its part', async () => {
  const { t, staff } = world
  await enable(staff.buyer, 'abortive', [approver('one', ['buyer2']), copy('cc', ['multi'])])
  const { workflowId } = await start(world)
  const taskId = await taskFor(staff.buyer2, workflowId)
  const linkOf = async (client: HttpClient) => (await found(client, '审批标段', '审批')).map(({ link }) => link)
  const page = (part: string) => `/to-do-list/workflow/${workflowId}/${part}/detail`
  expect(await linkOf(staff.newbie)).toEqual([page('task/initiate/initatPerson')])
  expect(await linkOf(staff.buyer2)).toEqual([page(`task/${taskId}/initiate/auditPerson`)])
  expect(await linkOf(staff.multi)).toEqual([])
  // What is offered can be opened.
  await staff.newbie.call(workflowDetail, { params: { id: workflowId } })
  await staff.buyer2.call(taskDetail, { params: { id: taskId } })
  // By who started it, too; not by what stands in neither.
  expect(await found(staff.buyer2, PEOPLE.newbie.name, '审批')).toHaveLength(1)
  expect(await found(staff.buyer2, '流标原因', '审批')).toEqual([])
  await agree(staff.buyer2, workflowId)
  expect((await linkOf(staff.multi))[0]).toContain('/copyPerson/')
  const strangers = [
    await t.login('agent', { workbench: 'agency' }),
    await t.login('supplier1', { workbench: 'supplier' }),
    await t.login('bj-buyer', { workbench: 'purchaser' }),
  ]
  for (const stranger of strangers) expect(await linkOf(stranger)).toEqual([])
})

test('employees are found by the company’s administrator alone, in their list', async () => {
  const { t, staff } = world
  const { name, mobile } = PEOPLE.buyer2
  const [row, ...more] = await found(staff.buyer, name, '员工')
  expect(more).toEqual([])
  const { searchParams, pathname } = new URL(row!.link, 'http://x')
  expect(pathname).toBe('/enterprise/organisation')
  const list = await staff.buyer.call(managePage, { query: { keyword: searchParams.get('keyword')! } })
  expect(list.rows.map((one) => one.employeeId)).toEqual([STAFF.buyer2])
  expect(row!.code).toBe(`${mobile.slice(0, 3)}****${mobile.slice(-4)}`)
  expect(await found(staff.buyer, mobile.slice(-4), '员工')).toHaveLength(1)
  for (const other of [staff.newbie, staff.buyer2, await t.login('agent', { workbench: 'agency' })])
    expect(await found(other, name, '员工')).toEqual([])
})

test('experts are found by those who keep a library they stand in', async () => {
  const { t, staff } = world
  const { name } = PEOPLE.expert1
  const [row] = await found(staff.buyer, name, '专家')
  const expertId = /^\/expert\/manage\/([^/]+)\/detail$/.exec(row!.link)![1]!
  expect(await staff.buyer.call(expertDetail, { params: { expertId } })).toMatchObject({ name })
  expect(await found(await t.login('admin', { workbench: 'admin' }), name, '专家')).toHaveLength(1)
  const others = [
    staff.newbie,
    await t.login('supplier1', { workbench: 'supplier' }),
    await t.login('expert2', { workbench: 'expert' }),
    await t.login('bj-buyer', { workbench: 'purchaser' }),
  ]
  for (const other of others) expect(await found(other, name, '专家')).toEqual([])
})
