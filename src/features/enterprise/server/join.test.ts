import { beforeAll, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { employeeOneself, enterCompany, joinedCompanies } from '#features/passport/contract.ts'
import { messageSettings } from '#features/messages/contract-settings.ts'
import { messagePage } from '#features/messages/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract/certification.ts'
import { enterpriseSystem, newPerson } from './testing/company.ts'
import { blind } from '#server/testing/sealed.ts'

let t: TestSystem
let supplier: HttpClient
beforeAll(async () => {
  t = await enterpriseSystem()
  supplier = await t.login('supplier1', { workbench: 'supplier' })
})

const companyId = COMPANIES.supplier1.id
const ask = { body: { companyId, name: '路远', message: '市场部新同事' } }

test('somebody asks, the administrators are told and take the person in', async () => {
  const person = await newPerson(t, { mobile: '13900040001', name: '路远' })
  const { id } = await person.call(c.askToJoin, ask)
  expect((await person.refused(c.askToJoin, ask)).message).toBe('您已申请加入该企业，请等待管理员处理')
  await t.settle()
  const inbox = await supplier.call(messagePage, { query: { identity: 'supplier' } })
  expect(inbox.rows[0]).toMatchObject({ title: '有人申请加入企业', link: '/enterprise/organisation?part=guests' })
  // A kind of its own: found by its group, and subscribed to like any other.
  const own = await supplier.call(messagePage, { query: { identity: 'supplier', group: '企业' } })
  expect(own.rows[0]).toMatchObject({ messageId: inbox.rows[0]!.messageId, kindLabel: '申请加入本企业' })
  const others = await supplier.call(messagePage, { query: { identity: 'supplier', group: '其他消息' } })
  expect(others.rows).toEqual([])
  const settings = await supplier.call(messageSettings, { query: { identity: 'supplier' } })
  expect(settings.kinds.filter((one) => one.group === '企业').map((one) => one.label)).toEqual([
    '企业认证审核结果',
    '服务开通结果',
    '品牌申请结果',
    '申请加入本企业',
    '加入企业结果',
    '绑卡验证款',
    '企业关联',
    '加入企业的邀请',
    '邀请被谢绝',
    '企业管理员变更',
  ])
  expect(await supplier.call(c.joinRequests, {})).toMatchObject([
    { id, name: '路远', mobile: '13900040001', message: '市场部新同事', status: 0 },
  ])
  const both = await Promise.allSettled(
    [true, true].map((accept) => supplier.call(c.decideJoin, { params: { id }, body: { accept } })),
  )
  expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await supplier.call(c.joinRequests, {})).toEqual([])
  const [company] = await person.call(joinedCompanies, {})
  await person.call(enterCompany, { body: { companyId: company!.companyId } })
  // Taken in, but with no right: that is for the administrators to give.
  expect(await person.call(employeeOneself, {})).toMatchObject({ isAdmin: false, rights: [] })
  expect((await person.refused(c.askToJoin, ask)).message).toBe('您已是该企业的员工')
  expect(await person.call(c.ownJoinRequests, {})).toMatchObject([{ status: 1, companyName: COMPANIES.supplier1.name }])
})

test('a refused person may ask again; who was deleted comes back without the rights of then', async () => {
  const person = await newPerson(t, { mobile: '13900040002', name: '再来' })
  const first = await person.call(c.askToJoin, ask)
  await supplier.call(c.decideJoin, { params: first, body: { accept: false } })
  expect(await person.call(joinedCompanies, {})).toEqual([])
  const second = await person.call(c.askToJoin, ask)
  await supplier.call(c.decideJoin, { params: second, body: { accept: true } })
  await t.owner.query(
    `update employee set deleted_at = now(), is_admin = true, rights = '{bidding}', direct_rights = '{bidding}'
     where user_id = (select id from app_user where mobile_hash = $1)`,
    [blind('app_user.mobile', '13900040002')],
  )
  const third = await person.call(c.askToJoin, ask)
  await supplier.call(c.decideJoin, { params: third, body: { accept: true } })
  const { rows } = await t.owner.query(
    `select e.rights, e.direct_rights, e.is_admin from employee e join app_user u on u.id = e.user_id where u.mobile_hash = $1 and e.deleted_at is null`,
    [blind('app_user.mobile', '13900040002')],
  )
  expect(rows).toEqual([{ rights: [], direct_rights: [], is_admin: false }])
})

test('requests belong to one company of one tenant', async () => {
  const person = await newPerson(t, { mobile: '13900040003', name: '越界' })
  const { id } = await person.call(c.askToJoin, { body: { companyId: COMPANIES.supplier2.id, name: '越界' } })
  const decide = { params: { id }, body: { accept: true } }
  expect((await supplier.refused(c.decideJoin, decide)).status).toBe(404)
  expect((await person.refused(c.decideJoin, decide)).code).toBe(10013)
  const newbie = await t.login('newbie', { workbench: 'purchaser' })
  expect((await newbie.refused(c.decideJoin, decide)).code).toBe(10008)
  expect((await newbie.refused(c.joinRequests, {})).code).toBe(10008)
  expect((await t.client().refused(c.askToJoin, ask)).status).toBe(401)
  const foreign = { body: { companyId: COMPANIES.bjSupplier.id, name: '越界' } }
  expect((await person.refused(c.askToJoin, foreign)).status).toBe(404)
  expect((await person.refused(c.askToJoin, { body: { companyId, name: ' ' } })).status).toBe(400)
})
