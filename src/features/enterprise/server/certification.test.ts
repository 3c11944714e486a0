import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { employeeOneself, enterCompany, joinedCompanies, loginStatus } from '#features/passport/contract.ts'
import { messagePage } from '#features/messages/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as admin from '../contract/admin.ts'
import * as c from '../contract/certification.ts'
import { businessInfo, companyOneself } from '../contract/company.ts'
import { creditCodeOk } from '../rules/identifiers.ts'
import {
  application,
  certified,
  creditCode,
  enterpriseSystem,
  identityNumber,
  newPerson,
  PNG,
} from './testing/company.ts'
import { blind } from '#server/testing/sealed.ts'
import { findPlainNumbers } from '#server/testing/plain-numbers.ts'

let t: TestSystem
let platform: HttpClient
let buyer: HttpClient
let founder: HttpClient
beforeAll(async () => {
  t = await enterpriseSystem()
  platform = await t.login('admin', { workbench: 'admin' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  founder = await newPerson(t, { mobile: '13900020001', name: '程新' })
})

let n = 100
const person = () => newPerson(t, { mobile: `139000${String(++n).padStart(5, '0')}`, name: `新人${n}` })
const pass = (auditId: string) => platform.call(admin.decideCompanyAudit, { params: { auditId }, body: { pass: true } })
const reject = (auditId: string, reason = '执照不清晰') =>
  platform.call(admin.decideCompanyAudit, { params: { auditId }, body: { pass: false, reason } })

test('from the application over a rejection to the workbench', async () => {
  const body = await application(founder, 1)
  const first = await founder.call(c.submitAudit, { body })
  expect(await founder.call(c.companyExists, { query: { socialCreditCode: body.socialCreditCode! } })).toEqual({
    exist: false,
    company: null,
    joined: false,
    auditing: true,
  })
  const waiting = await platform.call(admin.companyAudits, { query: { status: 0 } })
  expect(waiting.rows[0]).toMatchObject({ auditId: first.auditId, status: 0, kind: 1, applicantMobile: '13900020001' })
  expect(waiting.counts).toMatchObject({ 0: 1 })
  const seen = await platform.call(admin.companyAudit, { params: { auditId: first.auditId } })
  expect(seen.actions.map((a) => a.action)).toEqual(['pass', 'reject'])
  expect([seen.obstacle, seen.isKnown, seen.documents.length]).toEqual(['', false, 2])
  const file = await platform.file(admin.companyAuditFile, {
    params: { auditId: first.auditId, fileId: seen.documents[0]!.fileId },
  })
  expect(file.content.equals(PNG)).toBe(true)

  expect((await platform.refused(admin.decideCompanyAudit, { params: first, body: { pass: false } })).status).toBe(400)
  await reject(first.auditId)
  const latest = await founder.call(c.latestAudit, { query: {} })
  expect(latest).toMatchObject({ status: 2, reason: '执照不清晰', decidedByName: '平台' })
  expect(await founder.call(joinedCompanies, {})).toEqual([])

  // Documents of the rejected application need not be uploaded again.
  const second = await founder.call(c.submitAudit, { body: { ...body, legalPerson: '程新新' } })
  await pass(second.auditId)
  const [company] = await founder.call(joinedCompanies, {})
  expect(company).toMatchObject({ companyName: body.companyName, companyStatus: 1, employeeStatus: 1 })
  await founder.call(enterCompany, { body: { companyId: company!.companyId } })
  const employee = await founder.call(employeeOneself, {})
  expect(employee).toMatchObject({ isAdmin: true, workbenches: ['supplier'] })
  expect(employee.rights).toEqual(expect.arrayContaining(['bidding', 'caCentre', 'businessManagement']))
  founder.workbench = 'supplier'
  expect(await founder.call(companyOneself, {})).toMatchObject({
    isCertified: true,
    isSupplier: true,
    isPurchaser: false,
    socialCreditCode: body.socialCreditCode,
    administratorInfo: [{ name: '程新', mobile: '13900020001' }],
  })
  expect(await founder.call(businessInfo, {})).toMatchObject({
    legalPerson: '程新新',
    registeredCapital: '5000000',
    identityNumber: expect.stringMatching(/^320402\*{8}\d{3}[\dX]$/),
  })
  const history = await founder.call(c.auditPage, { query: { of: 'company' } })
  // The rejected one was before there was a company; it stays in the person's own history.
  expect(history.rows.map((row) => row.status)).toEqual([1])
  expect((await founder.call(c.auditPage, { query: {} })).rows.map((row) => row.status)).toEqual([1, 2])

  await t.settle()
  const inbox = await platform.call(messagePage, { query: { identity: 'admin' } })
  expect(inbox.rows.filter((m) => m.title === '新的企业认证申请')).toHaveLength(2)
  const told = await founder.call(messagePage, { query: { identity: 'supplier' } })
  expect(told.rows.map((m) => [m.title, m.link])).toEqual([
    ['企业认证已通过', '/enterprise/certificate/info'],
    // Where it is corrected: there is no company yet whose records one could open.
    ['企业认证被驳回', '/home/enterprise-certificate'],
  ])
  const { rows } = await t.owner.query(
    `select body from channel_outbox where recipient_hash = $1 and body like '%驳回：执照不清晰%'`,
    [blind('channel_outbox.recipient', '13900010001')],
  )
  expect(rows).toHaveLength(1)
})

test('an administrator who was deleted comes back with the rights given directly', async () => {
  const client = await person()
  const body = await application(client, 17)
  await pass((await client.call(c.submitAudit, { body })).auditId)
  const [company] = await client.call(joinedCompanies, {})
  const ids = [company!.companyId]
  await t.owner.query(
    "update employee set deleted_at = now(), rights = '{}', direct_rights = '{}' where company_id = $1",
    ids,
  )
  await t.owner.query('update company_tenant set is_certified = false where company_id = $1', ids)
  const again = await application(client, 17)
  await pass((await client.call(c.submitAudit, { body: again })).auditId)
  const { rows } = await t.owner.query('select rights, direct_rights from employee where company_id = $1', ids)
  expect(rows).toHaveLength(1)
  expect(rows[0].rights).toContain('bidding')
  expect(rows[0].direct_rights).toEqual(rows[0].rights)
})

test('a decision is made once, also by two at the same time', async () => {
  const client = await person()
  const { auditId } = await client.call(c.submitAudit, { body: await application(client, 2) })
  const other = await t.login('admin', { workbench: 'admin' })
  const both = await Promise.allSettled([
    platform.call(admin.decideCompanyAudit, { params: { auditId }, body: { pass: true } }),
    other.call(admin.decideCompanyAudit, { params: { auditId }, body: { pass: false, reason: '重复' } }),
  ])
  expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const after = await platform.refused(admin.decideCompanyAudit, { params: { auditId }, body: { pass: true } })
  expect([after.status, after.code]).toEqual([409, 10002])
  await expect(t.owner.query(`update company_audit set reason = '改' where id = $1`, [auditId])).rejects.toMatchObject({
    code: 'KB002',
  })
})

test('the snapshot of a waiting application cannot be exchanged, not even in the database', async () => {
  const client = await person()
  const { auditId } = await client.call(c.submitAudit, { body: await application(client, 3) })
  await expect(t.owner.query(`update company_audit set content = '{}' where id = $1`, [auditId])).rejects.toMatchObject(
    {
      code: 'KB002',
    },
  )
})

test('the same company is applied for once: a second time, by somebody else, by two at the same time', async () => {
  const [one, two] = [await person(), await person()]
  const body = await application(one, 4)
  const rival = await application(two, 4)
  const both = await Promise.allSettled([one.call(c.submitAudit, { body }), two.call(c.submitAudit, { body: rival })])
  expect(both.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [winner, own] = both[0].status === 'fulfilled' ? [one, body] : [two, rival]
  const again = await winner.refused(c.submitAudit, { body: own })
  expect([again.code, again.message]).toEqual([10003, '该企业已有申请正在审核，请等待审核结果'])
  const latest = await winner.call(c.latestAudit, { query: {} })
  await pass(latest!.auditId)
  const late = await person()
  const refused = await late.refused(c.submitAudit, { body: await application(late, 4) })
  expect(refused.message).toBe('该企业已在本平台认证，请申请加入或联系企业管理员')
  const sameName = { ...(await application(late, 5)), companyName: own.companyName }
  expect((await late.refused(c.submitAudit, { body: sameName })).code).toBe(10003)
  const exist = await late.call(c.companyExists, { query: { companyName: own.companyName } })
  expect(exist).toMatchObject({ exist: true, company: { companyName: own.companyName }, joined: false })
})

test('the same request twice is one application', async () => {
  const client = await person()
  const body = await application(client, 6)
  const key = randomUUID()
  const first = await client.call(c.submitAudit, { body }, { key })
  expect(await client.call(c.submitAudit, { body }, { key })).toEqual(first)
})

test('documents that somebody else uploaded are refused like ones that do not exist', async () => {
  const [owner, thief] = [await person(), await person()]
  const foreign = await owner.upload('company-document', '执照.png', PNG)
  const body = await application(thief, 7)
  const stolen = [{ kind: 'license', fileId: foreign.fileId, name: '执照.png' }, body.documents![1]!]
  for (const documents of [stolen, [{ ...stolen[0]!, fileId: randomUUID() }, body.documents![1]!]]) {
    const refused = await thief.refused(c.submitAudit, { body: { ...body, documents } })
    expect([refused.code, refused.message]).toEqual([10001, '文件不存在或无权使用，请重新上传'])
  }
  // An upload for another purpose is no document either.
  const picture = await thief.upload('company-document', 'a.png', PNG)
  await t.owner.query(`update file_object set use = 'brand-picture' where id = $1`, [picture.fileId])
  await expect(thief.upload('brand-picture', 'a.png', PNG)).rejects.toMatchObject({ status: 403 })
  const misused = [{ ...stolen[0]!, fileId: picture.fileId }, body.documents![1]!]
  expect((await thief.refused(c.submitAudit, { body: { ...body, documents: misused } })).code).toBe(10001)
})

test('wrong codes, types and missing documents are told at their fields', async () => {
  const client = await person()
  const body = await application(client, 8)
  const problems = async (change: object) => {
    const refused = await client.refused(c.submitAudit, { body: { ...body, ...change } })
    expect(refused.status).toBe(400)
    return (refused.details as { path: string }[]).map((detail) => detail.path)
  }
  expect(await problems({ socialCreditCode: creditCode(8).slice(0, 17) + 'I' })).toEqual(['socialCreditCode'])
  expect(await problems({ identityNumber: '320402198805010011' })).toEqual(['identityNumber'])
  expect(await problems({ contactMobile: '12345' })).toEqual(['contactMobile'])
  expect(await problems({ workbenches: [] })).toEqual(['workbenches'])
  expect(await problems({ documents: [] })).toEqual(['docs.license', 'docs.legalPersonId'])
  expect(await problems({ companyType: 3, socialCreditCode: creditCode(8, '92'), workbenches: ['purchaser'] })).toEqual(
    ['workbenches'],
  )
})

test('a natural person applies with the identity number, which nobody else is shown', async () => {
  const client = await person()
  const files = await Promise.all(
    ['idFront', 'idBack'].map((kind) => client.upload('company-document', `${kind}.png`, PNG)),
  )
  const body = await application(client, 9, {
    companyType: 4,
    companyName: '李默',
    socialCreditCode: '',
    legalPerson: '',
    documents: files.map((file, i) => ({ kind: ['idFront', 'idBack'][i]!, fileId: file.fileId, name: file.name })),
  })
  const { auditId } = await certified(client, platform, body)
  const listed = await platform.call(admin.companyAudits, { query: { keyword: '李默' } })
  expect(listed.rows[0]!.code).toMatch(/^320402\*{8}/)
  // Found by the whole number, or not at all.
  const byNumber = async (keyword: string) => [
    (await platform.call(admin.companyAudits, { query: { keyword } })).total,
    (await platform.call(admin.companies, { query: { keyword } })).total,
  ]
  expect(await byNumber(identityNumber(9).toLowerCase())).toEqual([1, 1])
  expect(await byNumber(identityNumber(9).slice(0, 17))).toEqual([0, 0])
  // The platform compares with the document, so the detail has it whole.
  const seen = await platform.call(admin.companyAudit, { params: { auditId } })
  expect(seen.content.identityNumber).toBe(identityNumber(9))
  // Another one of the same name may be certified; the same number not again, and nobody is told of persons.
  const other = await person()
  const twin = { ...(await application(other, 10)), companyType: 4 as const, companyName: '李默', socialCreditCode: '' }
  const papers = await Promise.all(
    ['idFront', 'idBack'].map((kind) => other.upload('company-document', `${kind}.png`, PNG)),
  )
  twin.documents = papers.map((file, i) => ({ kind: ['idFront', 'idBack'][i]!, fileId: file.fileId, name: file.name }))
  expect((await other.refused(c.submitAudit, { body: { ...twin, identityNumber: identityNumber(9) } })).message).toBe(
    '该身份证号码已在本平台认证，请直接登录',
  )
  await certified(other, platform, twin)
  expect(await findPlainNumbers(t.owner)).toEqual({})
  expect((await other.call(c.companyExists, { query: { companyName: '李默' } })).exist).toBe(false)
})

test('a change keeps the old facts in force until it is passed; only administrators may ask for one', async () => {
  const client = await person()
  const body = await application(client, 11)
  await certified(client, platform, body)
  const [company] = await client.call(joinedCompanies, {})
  await client.call(enterCompany, { body: { companyId: company!.companyId } })
  client.workbench = 'supplier'
  const change = { ...body, companyId: company!.companyId, workbenches: [], companyName: '江州新程改名有限公司' }
  expect((await client.refused(c.submitAudit, { body: { ...change, companyName: body.companyName } })).message).toBe(
    '没有变更内容，无需提交',
  )
  const { auditId } = await client.call(c.submitAudit, { body: change })
  expect((await client.refused(c.submitAudit, { body: { ...change, legalPerson: '另一人' } })).code).toBe(10003)
  expect((await client.call(companyOneself, {})).companyName).toBe(body.companyName)
  const seen = await platform.call(admin.companyAudit, { params: { auditId } })
  expect(seen.changes).toEqual([
    { fact: 'companyName', label: '名称', from: body.companyName, to: '江州新程改名有限公司' },
  ])
  await pass(auditId)
  // At once, in the open session.
  expect((await client.call(companyOneself, {})).companyName).toBe('江州新程改名有限公司')
  expect((await client.call(employeeOneself, {})).company?.companyName).toBe('江州新程改名有限公司')
  const history = await client.call(c.auditPage, { query: { of: 'company' } })
  expect(history.rows.map((row) => [row.kind, row.changes.length])).toEqual([
    [2, 1],
    [1, 0],
  ])
  // On behalf of another company, and as an employee without administration.
  const forAnother = { ...change, companyId: COMPANIES.hospital.id, companyName: '冒名' }
  expect((await client.refused(c.submitAudit, { body: forAnother })).status).toBe(404)
  const plain = await t.login('newbie', { workbench: 'purchaser' })
  const papers = (await application(plain, 12)).documents
  const asEmployee = { ...change, companyId: COMPANIES.hospital.id, companyName: '改名医院', documents: papers }
  expect((await plain.refused(c.submitAudit, { body: asEmployee })).code).toBe(10008)
  // A code that belongs to another company.
  const taken = { ...change, companyName: '再改名有限公司', socialCreditCode: COMPANIES.supplier1.creditCode }
  expect((await client.refused(c.submitAudit, { body: taken })).code).toBe(10003)
})

test('a change of type takes away the workbench that the new type may not have', async () => {
  const client = await person()
  const body = await application(client, 13, { workbenches: ['purchaser', 'supplier'] })
  await certified(client, platform, body)
  const [company] = await client.call(joinedCompanies, {})
  await client.call(enterCompany, { body: { companyId: company!.companyId } })
  client.workbench = 'purchaser'
  expect((await client.call(companyOneself, {})).isPurchaser).toBe(true)
  const change = {
    ...body,
    companyId: company!.companyId,
    companyType: 3 as const,
    socialCreditCode: creditCode(13, '92'),
  }
  const { auditId } = await client.call(c.submitAudit, { body: { ...change, workbenches: [] } })
  await pass(auditId)
  expect((await client.refused(companyOneself, {})).code).toBe(10008)
  client.workbench = 'supplier'
  expect(await client.call(companyOneself, {})).toMatchObject({ isPurchaser: false, isSupplier: true, companyType: 3 })
})

test('at another tenant the company is used again when the facts agree, and nothing of the first is told', async () => {
  const client = await newPerson(t, { mobile: '13900020077', name: '外地经办', tenantId: 3 })
  const platform3 = await t.login('admin', { workbench: 'admin', tenantId: 3 })
  const { supplier1 } = COMPANIES
  const facts = { companyName: supplier1.name, socialCreditCode: supplier1.creditCode, legalPerson: '别人' }
  const exist = await client.call(c.companyExists, { query: { socialCreditCode: supplier1.creditCode } })
  expect(exist).toEqual({ exist: false, company: null, joined: false, auditing: false })
  const wrong = await client.call(c.submitAudit, { body: await application(client, 14, facts) })
  const seen = await platform3.call(admin.companyAudit, { params: wrong })
  expect([seen.isKnown, seen.actions.find((a) => a.action === 'pass')?.reason]).toEqual([
    false,
    '名称、类型或法定代表人与平台主体库登记的不一致，请驳回并要求核对',
  ])
  expect((await platform3.refused(admin.decideCompanyAudit, { params: wrong, body: { pass: true } })).code).toBe(10002)
  await platform3.call(admin.decideCompanyAudit, { params: wrong, body: { pass: false, reason: '请核对法定代表人' } })
  // The first tenant's administration knows nothing of it.
  expect((await platform.refused(admin.companyAudit, { params: wrong })).status).toBe(404)
  const right = await application(client, 14, { ...facts, legalPerson: supplier1.legalPerson })
  const { auditId } = await certified(client, platform3, right)
  expect((await platform3.call(admin.companyAudit, { params: { auditId } })).companyId).toBe(supplier1.id)
  const [company] = await client.call(joinedCompanies, {})
  expect(company!.companyId).toBe(supplier1.id)
  // What the other tenant was told stays there, and its people are not this one's.
  const supplier = await t.login('supplier1', { workbench: 'supplier' })
  expect(await supplier.call(businessInfo, {})).toMatchObject({ registeredAddress: '', contactMobile: '' })
  expect((await supplier.call(companyOneself, {})).administratorInfo.map((one) => one.name)).toEqual(['沈瑶'])
})

test('a name under another code is not passed', async () => {
  const client = await newPerson(t, { mobile: '13900020078', name: '同名者', tenantId: 3 })
  const platform3 = await t.login('admin', { workbench: 'admin', tenantId: 3 })
  const body = await application(client, 15, { companyName: COMPANIES.supplier2.name })
  const audit = await client.call(c.submitAudit, { body })
  const refused = await platform3.refused(admin.decideCompanyAudit, { params: audit, body: { pass: true } })
  expect(refused.message).toBe('该名称已登记在另一统一社会信用代码之下')
})

test('a decision whose answer was lost is answered again under its number, and is no second decision', async () => {
  const client = await person()
  const { auditId } = await client.call(c.submitAudit, { body: await application(client, 90) })
  const decide = () =>
    platform.call(admin.decideCompanyAudit, { params: { auditId }, body: { pass: true } }, { key: 'decision-90' })
  const first = await decide()
  expect(await decide()).toEqual(first)
  const other = { params: { auditId }, body: { pass: false, reason: '重复' } }
  expect((await platform.refused(admin.decideCompanyAudit, other, { key: 'decision-90' })).status).toBe(422)
  expect((await client.call(c.latestAudit, { query: {} }))?.status).toBe(1)
})

test('strangers see nothing of an application, and nobody but the platform decides', async () => {
  const [client, stranger] = [await person(), await person()]
  const { auditId } = await client.call(c.submitAudit, { body: await application(client, 16) })
  const own = await client.call(c.auditDetail, { params: { auditId } })
  const params = { auditId, fileId: own.documents[0]!.fileId }
  expect((await client.file(c.auditFile, { params })).content.equals(PNG)).toBe(true)
  for (const who of [stranger, buyer]) {
    expect((await who.refused(c.auditDetail, { params: { auditId } })).status).toBe(404)
    await expect(who.file(c.auditFile, { params })).rejects.toMatchObject({ status: 404 })
    for (const call of [
      who.refused(admin.companyAudits, { query: {} }),
      who.refused(admin.companyAudit, { params: { auditId } }),
      who.refused(admin.decideCompanyAudit, { params: { auditId }, body: { pass: true } }),
    ])
      expect(await call).toMatchObject({ status: 403, code: 10008 })
    await expect(who.file(admin.companyAuditFile, { params })).rejects.toMatchObject({ status: 403 })
  }
  // Of two documents in different applications, each opens only with its own.
  const foreign = await platform.call(admin.companyAudits, { query: { status: 1 } })
  const mixed = { params: { auditId: foreign.rows[0]!.auditId, fileId: params.fileId } }
  await expect(platform.file(admin.companyAuditFile, mixed)).rejects.toMatchObject({ status: 404 })
  const nobody = t.client()
  const ownCalls = [
    nobody.refused(c.latestAudit, { query: {} }),
    nobody.refused(c.companyExists, { query: {} }),
    nobody.refused(admin.companyAudits, { query: {} }),
    nobody.refused(c.ownJoinRequests, {}),
  ]
  for (const call of ownCalls) expect((await call).status).toBe(401)
  expect((await client.refused(c.auditPage, { query: { of: 'company' } })).code).toBe(10013)
  expect((await client.refused(c.workbenchAuditStatus, {})).code).toBe(10013)
  expect((await client.call(loginStatus, {})).asEmployee).toBe(false)
})

test('one person has at most five applications waiting', async () => {
  const client = await person()
  const first = await application(client, 20)
  for (let i = 0; i < 5; i++)
    await client.call(c.submitAudit, {
      body: { ...first, socialCreditCode: creditCode(30 + i), companyName: `江州试试${i}号有限公司` },
    })
  const refused = await client.refused(c.submitAudit, {
    body: { ...first, socialCreditCode: creditCode(40), companyName: '江州再试有限公司' },
  })
  expect(refused.code).toBe(10006)
})

test('every code of the demonstration world is a right one', () => {
  const codes = Object.values(COMPANIES).map((company) => company.creditCode)
  expect(codes.filter((code) => !creditCodeOk(code))).toEqual([])
})
