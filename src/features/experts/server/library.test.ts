import { beforeAll, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { DAY } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import * as association from '#features/organisation/contract/associations.ts'
import * as audit from '../contract-audit.ts'
import * as c from '../contract.ts'
import { type ExpertWorld, expertWorld, importPeople, sendSheet } from './testing/expert-world.ts'

let world: ExpertWorld
const PDF = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
const fields = {
  name: '陶然',
  kind: 'economic' as const,
  employer: '江州市审计局',
  majors: ['C0101'],
  title: '高级审计师',
  region: '320000',
  city: '江州市',
  since: 2001,
}

beforeAll(async () => {
  world = await expertWorld()
})

test('a sheet is taken whole or not at all, and every wrong cell is named', async () => {
  const { buyer } = world
  const row = { 姓名: '甲', 手机号码: '13977770001', 专家类别: '技术专家', 工作单位: '某院', 专业: '医疗设备、A0302' }
  const bad = await sendSheet(buyer, [
    row,
    { ...row, 专家类别: '其他', 职称: '院士', 省级地区: '江南省', 专业: '炼丹', 手机号码: '139' },
    { ...row, 姓名: '' },
    { ...row, 姓名: '乙' },
  ])
  expect(bad.count).toBe(0)
  // The second and the third person of the sheet.
  const first = Math.min(...bad.errors.map((e) => e.row))
  const said = new Map(bad.errors.map((e) => [`${e.row - first}/${e.column}`, e.message]))
  expect(said.get('0/专家类别')).toContain('技术专家')
  expect(said.get('0/职称')).toContain('院士')
  expect(said.get('0/省级地区')).toContain('江南省')
  expect(said.get('0/专业')).toContain('炼丹')
  expect(said.get('0/手机号码')).toContain('11位')
  expect(said.get('2/手机号码')).toContain('重复')
  expect(said.has('1/姓名')).toBe(true)
  expect(bad.errors.every((e) => /^[A-Z]+\d+$/.test(e.cell))).toBe(true)
  const before = (await buyer.call(c.expertPage, { query: { library: 'company' } })).total
  expect(before).toBe(0)
  expect((await sendSheet(buyer, [row])).count).toBe(1)
  const { rows } = await buyer.call(c.expertPage, { query: { library: 'company' } })
  expect(rows[0]).toMatchObject({ name: '甲', majorNames: ['医疗设备', '机电安装'] })
  const again = await sendSheet(buyer, [row])
  expect(again.errors[0]!.message).toContain('已在专家库中')
  const template = await buyer.file(c.expertTemplate, {})
  expect(template.name).toBe('专家导入模板.xlsx')
})

test('certificates are the own library’s; forged ones are refused', async () => {
  const { buyer, agent } = world
  const file = await buyer.upload('expert-certificate', '职称证书.pdf', PDF)
  const certificate = { fileId: file.fileId, name: '职称证书.pdf' }
  const body = { ...fields, mobile: '13977770002', files: [certificate] }
  expect((await agent.refused(c.addExpert, { body })).message).toContain('无权使用')
  const { expertId } = await buyer.call(c.addExpert, { body })
  const detail = await buyer.call(c.expertDetail, { params: { expertId } })
  expect(detail.files).toMatchObject([{ name: '职称证书.pdf', sha256: file.sha256 }])
  expect(detail.gaps).toEqual([])
  const read = await buyer.file(c.expertFile, { params: { expertId, fileId: file.fileId } })
  expect(read.content.equals(PDF)).toBe(true)
  const params = { expertId, fileId: file.fileId }
  expect((await agent.refused(c.expertFile, { params })).status).toBe(404)
  expect((await buyer.refused(c.expertFile, { params: { ...params, fileId: newId() } })).status).toBe(404)
  // Left out, they stay; given, they replace.
  await buyer.call(c.updateExpert, { params: { expertId }, body: fields })
  expect((await buyer.call(c.expertDetail, { params: { expertId } })).files).toHaveLength(1)
  await buyer.call(c.updateExpert, { params: { expertId }, body: { ...fields, files: [] } })
  expect((await buyer.call(c.expertDetail, { params: { expertId } })).files).toEqual([])
})

test('an application is decided once, by whoever keeps the library and did not make it', async () => {
  const { buyer, agent, admin, t } = world
  const supplier = await t.login('supplier2', { workbench: 'supplier' })
  const { applicationId } = await supplier.call(audit.applyAsExpert, {
    body: { ...fields, companyId: COMPANIES.hospital.id, statement: '从事审计二十年' },
  })
  await t.settle()
  const params = { applicationId }
  const again = { ...fields, companyId: COMPANIES.hospital.id }
  expect((await supplier.refused(audit.applyAsExpert, { body: again })).code).toBe(10003)
  expect((await supplier.refused(audit.applyAsExpert, { body: { ...fields, companyId: newId() } })).status).toBe(404)
  for (const stranger of [agent, admin]) {
    expect((await stranger.refused(audit.applicationDetail, { params })).status).toBe(404)
    expect((await stranger.refused(audit.decideApplication, { params, body: { pass: true } })).status).toBe(404)
  }
  const page = await buyer.call(audit.applicationPage, { query: { status: 0 } })
  expect(page.rows).toMatchObject([{ applicationId, kind: 1, name: '陶然', mayDecide: true }])
  const reasonless = await buyer.refused(audit.decideApplication, { params, body: { pass: false } })
  expect(reasonless.message).toBe('请填写未通过的原因')
  await buyer.call(audit.decideApplication, { params, body: { pass: false, reason: '任职于潜在投标人' } })
  expect((await buyer.refused(audit.decideApplication, { params, body: { pass: true } })).code).toBe(10002)
  const second = await supplier.call(audit.applyAsExpert, { body: again })
  const detail = await buyer.call(audit.applicationDetail, { params: second })
  expect(detail.history).toMatchObject([{ status: 2, reason: '任职于潜在投标人' }])
  const both = await Promise.allSettled([
    buyer.call(audit.decideApplication, { params: second, body: { pass: true } }),
    buyer.call(audit.decideApplication, { params: second, body: { pass: true } }),
  ])
  expect(both.filter((b) => b.status === 'fulfilled')).toHaveLength(1)
  const { rows } = await buyer.call(c.expertPage, { query: { keyword: '陶然', library: 'company' } })
  expect(rows.map((r) => r.mobile)).toContain(PEOPLE.supplier2.mobile)
  const own = await supplier.call(audit.ownApplications, {})
  expect(own.rows.map((r) => r.status)).toEqual([1, 2])
  expect(own.libraries.map((l) => l.companyId)).toContain(null)
})

test('a company puts somebody forward for the platform; the platform decides', async () => {
  const { buyer, agent, admin, t } = world
  const file = await buyer.upload('expert-certificate', '证书.pdf', PDF)
  const body = {
    ...fields,
    mobile: '13977770003',
    library: 'platform' as const,
    files: [{ fileId: file.fileId, name: '证书.pdf' }],
  }
  const params = await buyer.call(audit.recommendExpert, { body })
  expect((await buyer.refused(audit.decideApplication, { params, body: { pass: true } })).status).toBe(404)
  expect((await agent.refused(audit.applicationFile, { params: { ...params, fileId: file.fileId } })).status).toBe(404)
  const read = await admin.file(audit.applicationFile, { params: { ...params, fileId: file.fileId } })
  expect(read.content.equals(PDF)).toBe(true)
  await admin.call(audit.decideApplication, { params, body: { pass: true } })
  await t.settle()
  const found = await agent.call(c.expertPage, { query: { library: 'platform', major: 'C01', title: '高级审计师' } })
  expect(found.rows.map((r) => r.mobile)).toEqual(['139****0003'])
  const from = await buyer.call(audit.applicationPage, { query: { direction: 'from' } })
  expect(from.rows[0]).toMatchObject({ status: 1, decidedByName: '平台管理员' })
})

test('experts are shared along the hierarchy and through the platform, on record', async () => {
  const { buyer, agent, admin, t } = world
  await importPeople(world, agent, [{ name: '代理专家', mobile: '13977770004', majors: '法律服务' }])
  const { rows } = await agent.call(c.expertPage, { query: { library: 'company' } })
  const params = { expertId: rows[0]!.expertId }
  const share = { params, body: { companyId: COMPANIES.hospital.id, note: '借用' } }
  // No relation, no sharing; and of others' experts nothing is known.
  expect((await agent.refused(audit.shareExpert, share)).status).toBe(404)
  expect((await buyer.refused(audit.sharedRecords, { params })).status).toBe(404)
  const { associationId } = await agent.call(association.sendAssociation, {
    body: { companyId: COMPANIES.hospital.id, kind: 2, message: '归口管理' },
  })
  await buyer.call(association.agreeAssociation, { params: { id: associationId }, body: { answer: '同意' } })
  expect((await buyer.refused(c.expertDetail, { params })).status).toBe(404)
  await agent.call(audit.shareExpert, share)
  expect((await agent.refused(audit.shareExpert, share)).code).toBe(10003)
  expect(await buyer.call(c.expertDetail, { params })).toMatchObject({ library: 'shared', mayEdit: false, files: [] })
  expect((await buyer.call(c.expertPage, { query: { library: 'shared' } })).total).toBe(1)
  const { rows: records } = await agent.call(audit.sharedRecords, { params })
  expect(records).toMatchObject([{ companyName: COMPANIES.hospital.name, relation: 'above', endedAt: null }])
  const shareId = records[0]!.shareId
  const end = { params: { ...params, shareId }, body: { reason: '借用结束' } }
  await agent.call(audit.endShare, end)
  expect((await agent.refused(audit.endShare, end)).code).toBe(10002)
  expect((await buyer.refused(c.expertDetail, { params })).status).toBe(404)
  // To the platform's library only after its audit.
  await agent.call(audit.shareExpert, { params, body: { companyId: null } })
  expect((await agent.refused(audit.shareExpert, { params, body: { companyId: null } })).code).toBe(10003)
  expect((await buyer.refused(c.expertDetail, { params })).status).toBe(404)
  const { rows: asked } = await admin.call(audit.applicationPage, { query: { kind: 3 } })
  await admin.call(audit.decideApplication, { params: asked[0]!, body: { pass: true } })
  await t.settle()
  expect((await buyer.call(c.expertDetail, { params })).library).toBe('shared')
})

test('the classification is kept by the platform; leave by oneself', async () => {
  const { buyer, admin, t } = world
  const major = { params: { code: 'D01' }, body: { name: '古建修缮' } }
  expect((await buyer.refused(c.putMajor, major)).status).toBe(403)
  expect((await admin.refused(c.putMajor, major)).message).toContain('上级 D 不存在')
  await admin.call(c.putMajor, { params: { code: 'D' }, body: { name: '其他' } })
  await admin.call(c.putMajor, major)
  expect((await admin.refused(c.putMajor, { params: { code: 'D02' }, body: major.body })).message).toContain('相同名称')
  await admin.call(c.putMajor, { params: major.params, body: { name: '古建筑', isEnabled: false } })
  const tree = await buyer.call(c.majorTree, {})
  expect(tree.find((m) => m.code === 'D01')).toEqual({ code: 'D01', parent: 'D', name: '古建筑', isEnabled: false })
  const refused = await buyer.refused(c.addExpert, { body: { ...fields, mobile: '13977770009', majors: ['D01'] } })
  expect(refused.message).toContain('D01')

  const expert = await t.login('expert1', { workbench: 'expert' })
  const other = await t.login('expert2', { workbench: 'expert' })
  const day = (n: number) => new Date(t.kernel.clock.now().getTime() + n * DAY).toISOString().slice(0, 10)
  const wrong = { firstDay: day(3), lastDay: day(2) }
  expect((await expert.refused(audit.addLeave, { body: wrong })).status).toBe(400)
  expect((await expert.refused(audit.addLeave, { body: { firstDay: day(-5), lastDay: day(-3) } })).status).toBe(400)
  const leave = await expert.call(audit.addLeave, { body: { firstDay: day(1), lastDay: day(2), reason: '会议' } })
  expect(await expert.call(audit.ownLeaves, {})).toMatchObject([{ ...leave, reason: '会议', isOver: false }])
  expect(await other.call(audit.ownLeaves, {})).toEqual([])
  expect((await other.refused(audit.dropLeave, { params: leave })).status).toBe(404)
  const { expertId } = PEOPLE.expert1.expert!
  expect((await buyer.call(c.expertDetail, { params: { expertId } })).leaves).toHaveLength(1)
  await expert.call(audit.dropLeave, { params: leave })
  expect(await expert.call(audit.ownLeaves, {})).toEqual([])
})
