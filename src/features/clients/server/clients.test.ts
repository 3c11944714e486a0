import { beforeAll, describe, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { decideCompanyAudit, companyAudit } from '#features/enterprise/contract/admin.ts'
import { companyExists, submitAudit } from '#features/enterprise/contract/certification.ts'
import { application, certified, creditCode, newPerson } from '#features/enterprise/server/testing/company.ts'
import { enterCompany } from '#features/passport/contract.ts'
import { orderDetail, orderPage } from '#features/procurement/contract/order.ts'
import { createProject, partnerCompanies, projectDetail, projectPage } from '#features/procurement/contract/project.ts'
import { draft, type TenderWorld } from '#features/procurement/server/testing/tender.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract.ts'

/* The agency buys for purchasers that have no account; one is certified later. */

const NOT_FOUND = { status: 404, code: 404 }

let t: TestSystem
let agent: HttpClient
let buyer: HttpClient
let platform: HttpClient

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  agent = await t.login('agent', { workbench: 'agency' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  platform = await t.login('admin', { workbench: 'admin' })
})

let n = 700
const person = () => newPerson(t, { mobile: `139007${String(++n).padStart(5, '0')}`, name: `新人${n}` })
const client = (no: number, name = `江州第${no}中学`) => ({ name, creditCode: creditCode(no, '91'), contact: '吴老师' })
const projectFor = async (purchaserCompanyId: string, name = '教学设备采购') => {
  const body = { name, category: 'goods' as const, regime: 'enterprise' as const, budget: '500000', purchaserCompanyId }
  return (await agent.call(createProject, { body })).projectId
}
/** Somebody applies for a company with these facts, as a purchaser. */
const applied = async (who: HttpClient, fields: { companyName: string; socialCreditCode: string }) =>
  application(who, 1, { ...fields, workbenches: ['purchaser'] })
/** The applicant, who administers the company now. */
async function founded(who: HttpClient): Promise<HttpClient> {
  const { rows } = await t.owner.query<{ id: string }>(
    `select company_id as id from employee where is_admin order by created_at desc limit 1`,
  )
  await who.call(enterCompany, { body: { companyId: rows[0]!.id } })
  who.workbench = 'purchaser'
  return who
}

describe('a client', () => {
  test('is registered with a valid code, once, and never a company that is here', async () => {
    const body = client(801)
    for (const wrong of [body.creditCode.slice(0, 17), `${body.creditCode.slice(0, 17)}0`, ''])
      expect((await agent.refused(c.registerClient, { body: { ...body, creditCode: wrong } })).message).toContain(
        '统一社会信用代码',
      )
    const made = await agent.call(c.registerClient, { body })
    expect((await agent.refused(c.registerClient, { body: { ...body, name: '别的名称' } })).message).toBe(
      '该采购人已登记',
    )
    const hospital = { name: COMPANIES.hospital.name, creditCode: COMPANIES.hospital.creditCode }
    expect((await agent.refused(c.registerClient, { body: hospital })).message).toContain('新建项目时可直接选择')
    const supplier = { name: COMPANIES.supplier1.name, creditCode: COMPANIES.supplier1.creditCode }
    expect((await agent.refused(c.registerClient, { body: supplier })).message).toContain('请联系其开通采购人服务')
    const page = await agent.call(c.clientPage, { query: { keyword: '801' } })
    expect(page.rows).toMatchObject([{ ...made, isClaimed: false, projects: 0, contact: '吴老师' }])
    // It may be bought for, by this agency alone; nobody finds it as a company.
    const partners = async (who: HttpClient) => who.call(partnerCompanies, { query: { kind: 'purchaser' } })
    expect((await partners(agent)).map(({ companyId }) => companyId)).toContain(made.companyId)
    await projectFor(made.companyId)
    expect((await agent.refused(c.removeClient, { params: made })).message).toContain('已有项目')
    const asked = { query: { socialCreditCode: body.creditCode } }
    expect(await buyer.call(companyExists, asked)).toMatchObject({ exist: false })
  })

  test('sixteen times at once is one client, and two names for one code one company', async () => {
    const body = client(802)
    const results = await Promise.allSettled(
      Array.from({ length: 16 }, (_, i) =>
        agent.call(c.registerClient, { body: { ...body, name: `${body.name}${i % 2}` } }, { key: `client-${i}` }),
      ),
    )
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
    const { rows } = await t.owner.query<{ clients: number; companies: number }>(
      `select (select count(*)::int from client where credit_code = $1) as clients,
              (select count(*)::int from company where credit_code = $1) as companies`,
      [body.creditCode],
    )
    expect(rows[0]).toEqual({ clients: 1, companies: 1 })
  })

  test('does not exist for others', async () => {
    const made = await agent.call(c.registerClient, { body: client(803) })
    await t.owner.query('update company_tenant set is_agency = true where company_id = $1', [COMPANIES.waterworks.id])
    await t.owner.query(`update employee set rights = '{agencyTendering,tendering}' where company_id = $1`, [
      COMPANIES.waterworks.id,
    ])
    const other = await t.login('multi')
    await other.call(enterCompany, { body: { companyId: COMPANIES.waterworks.id } })
    other.workbench = 'agency'
    const params = { clientId: made.clientId }
    expect(await other.refused(c.clientDetail, { params })).toMatchObject(NOT_FOUND)
    expect(await other.refused(c.updateClient, { params, body: { contact: '别人' } })).toMatchObject(NOT_FOUND)
    expect(await other.refused(c.removeClient, { params })).toMatchObject(NOT_FOUND)
    expect((await buyer.refused(c.clientPage, { query: {} })).status).toBe(403)
    const body = { name: '盗用', category: 'goods' as const, regime: 'enterprise' as const, budget: '1' }
    expect(
      (await other.refused(createProject, { body: { ...body, purchaserCompanyId: made.companyId } })).message,
    ).toBe('采购人不存在')
    await agent.call(c.updateClient, { params, body: { contact: '郑老师', remark: '每周二联系' } })
    expect(await agent.call(c.clientDetail, { params })).toMatchObject({ contact: '郑老师', remark: '每周二联系' })
    await agent.call(c.removeClient, { params })
    expect(await agent.refused(c.clientDetail, { params })).toMatchObject(NOT_FOUND)
  })
})

describe('a company that is certified later', () => {
  test('with the code takes its projects and orders over, under its own name', async () => {
    const body = client(811, '江州实验中学（筹）')
    const { companyId } = await agent.call(c.registerClient, { body })
    const projectId = await projectFor(companyId)
    const world: TenderWorld = { t, buyer: agent, suppliers: [] }
    const { orderId } = await draft(world, { projectId })
    const founder = await person()
    const facts = await applied(founder, { companyName: '江州实验中学', socialCreditCode: body.creditCode })
    await certified(founder, platform, facts)
    const owner = await founded(founder)
    expect((await owner.call(projectPage, { query: {} })).rows).toMatchObject([
      { projectId, purchaserName: '江州实验中学', agencyName: COMPANIES.agency.name },
    ])
    expect((await owner.call(orderPage, { query: { entrusted: 'true' } })).rows).toMatchObject([{ orderId }])
    expect((await owner.call(orderDetail, { params: { orderId } })).actions).toEqual([])
    expect((await agent.call(c.clientPage, { query: { keyword: '筹' } })).rows).toMatchObject([{ isClaimed: true }])
    // What was taken over is on record, and the code is theirs for good.
    const { rowCount } = await t.owner.query(`select 1 from audit_entry where body->>'action' = 'company.claim'`)
    expect(rowCount).toBe(1)
    expect((await agent.refused(c.registerClient, { body: { ...body, name: '冒名' } })).status).toBe(409)
  })

  test('with another code gets nothing, though it bears the name', async () => {
    const body = client(812, '江州外国语学校')
    const { companyId } = await agent.call(c.registerClient, { body })
    const projectId = await projectFor(companyId)
    const founder = await person()
    const facts = await applied(founder, { companyName: body.name, socialCreditCode: creditCode(813, '91') })
    const { auditId } = await founder.call(submitAudit, { body: facts })
    expect((await platform.call(companyAudit, { params: { auditId } })).obstacle).toBe('')
    await platform.call(decideCompanyAudit, { params: { auditId }, body: { pass: true } })
    const owner = await founded(founder)
    expect((await owner.call(projectPage, { query: {} })).rows).toEqual([])
    expect(await owner.refused(projectDetail, { params: { projectId } })).toMatchObject(NOT_FOUND)
    expect((await agent.call(projectDetail, { params: { projectId } })).purchaserName).toBe(
      `${body.name}（${body.creditCode}）`,
    )
  })

  test('while two apply at once, one takes over', async () => {
    const body = client(814, '江州体育学校')
    const { companyId } = await agent.call(c.registerClient, { body })
    const projectId = await projectFor(companyId)
    const people = [await person(), await person()]
    const audits = await Promise.allSettled(
      people.map(async (who) => {
        const facts = await applied(who, { companyName: body.name, socialCreditCode: body.creditCode })
        return who.call(submitAudit, { body: facts })
      }),
    )
    const ids = audits.flatMap((one) => (one.status === 'fulfilled' ? [one.value.auditId] : []))
    expect(ids).toHaveLength(1)
    await Promise.allSettled(
      Array.from({ length: 4 }, (_, i) =>
        platform.call(decideCompanyAudit, { params: { auditId: ids[0]! }, body: { pass: true } }, { key: `pass-${i}` }),
      ),
    )
    const { rows } = await t.owner.query<{ n: number }>(
      'select count(*)::int as n from employee where company_id = $1 and is_admin',
      [companyId],
    )
    expect(rows[0]!.n).toBe(1)
    const winner = people[audits.findIndex(({ status }) => status === 'fulfilled')]!
    const owner = await founded(winner)
    expect((await owner.call(projectPage, { query: {} })).rows).toMatchObject([{ projectId }])
  })
})
