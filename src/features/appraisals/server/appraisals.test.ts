import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#contract/id.ts'
import { COMPANIES } from '#demo/companies.ts'
import { inbox } from '#features/home/contract.ts'
import { messagePage } from '#features/messages/contract.ts'
import { admission } from '#features/suppliers/server/public.ts'
import { supplierDetail } from '#features/suppliers/contract/library.ts'
import { agree, approver, enable } from '#features/workflow/server/testing/flows.ts'
import { checkBoundRows } from '#server/bound-rows.ts'
import { inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { OBJECTIONS } from './bound.ts'
import * as c from '../contract/appraisals.ts'
import { supplierConduct } from '../contract/conduct.ts'
import * as h from '../contract/hall.ts'
import * as i from '../contract/indicators.ts'
import * as s from '../contract/supplier.ts'
import {
  type AppraisalWorld,
  appraisalWorld,
  drafted,
  fill,
  JUDGES,
  judged,
  started,
} from './testing/appraisal-world.ts'

const NOT_FOUND = { status: 404 }
const WRONG_STATE = { code: 10002 }
const PDF = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')

let world: AppraisalWorld
let buyer: HttpClient
beforeAll(async () => {
  world = await appraisalWorld()
  ;({ buyer } = world)
})

const detail = (appraisalId: string, client = buyer) => client.call(c.appraisalDetail, { params: { appraisalId } })
const titles = async (client: HttpClient) =>
  (await client.call(messagePage, { query: { identity: client.workbench as 'supplier', pageSize: 100 } })).rows.map(
    ({ title }) => title,
  )

describe('indicators and templates', () => {
  test('weights are exactly the whole, or there is no version', async () => {
    const { service, answers } = world.indicators
    const of = (...weights: string[]) => ({
      name: `模板${weights.join('-')}`,
      note: '',
      items: weights.map((weight, n) => ({ indicatorId: [service, answers][n]!, weight })),
    })
    const said = async (body: ReturnType<typeof of>) => (await buyer.refused(i.createTemplate, { body })).message
    expect(await said(of('60', '39.99'))).toContain('须为 100%')
    expect(await said(of('60', '40.01'))).toContain('须为 100%')
    const twice = { ...of('50', '50'), items: [...of('50').items, ...of('50').items] }
    expect(await said(twice)).toContain('只能选择一次')
    const foreign = { ...of('100'), items: [{ indicatorId: newId(), weight: '100' }] }
    expect(await said(foreign)).toContain('不存在')
    const { templateId } = await buyer.call(i.createTemplate, { body: of('60', '40') })
    const body = { ...of('30', '70'), name: '改名', version: 1 }
    const both = await Promise.allSettled(
      [1, 2].map(() => buyer.call(i.updateTemplate, { params: { templateId }, body })),
    )
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const versions = await buyer.call(i.templateVersions, { params: { templateId } })
    expect(versions.map(({ content }) => content.map(({ weight }) => weight))).toEqual([
      ['30', '70'],
      ['60', '40'],
    ])
    await expect(world.t.owner.query('delete from appraisal_template_version')).rejects.toThrow('on record')
  })

  test('facts know their direction and ask what a case costs; names are there once', async () => {
    const body = {
      name: '资质有效',
      kind: 'objective',
      source: 'certificates',
      fullMarks: '10',
      direction: 'more',
      step: null,
    } as const
    expect((await buyer.refused(i.createIndicator, { body })).message).toContain('每次扣分')
    expect((await buyer.refused(i.createIndicator, { body: { ...body, source: 'weather' } })).message).toContain(
      '数据来源',
    )
    const { indicatorId } = await buyer.call(i.createIndicator, { body: { ...body, step: '5' } })
    const { rows } = await buyer.call(i.indicatorPage, { query: { kind: 'objective' } })
    expect(rows.find((row) => row.indicatorId === indicatorId)).toMatchObject({ direction: 'less', step: '5.00' })
    expect((await buyer.refused(i.createIndicator, { body: { ...body, step: '5' } })).message).toContain('已存在')
    await buyer.call(i.switchIndicator, { params: { indicatorId }, body: { isActive: false } })
    const items = [{ indicatorId, weight: '100' }]
    expect((await buyer.refused(i.createTemplate, { body: { name: '停用的', note: '', items } })).message).toContain(
      '已停用',
    )
  })

  test('are the owner’s alone', async () => {
    const { other, foreign, templateId, supplier1, newbie } = world
    for (const client of [other, foreign]) {
      expect((await client.call(i.templatePage, { query: {} })).rows).toEqual([])
      expect(await client.refused(i.templateVersions, { params: { templateId } })).toMatchObject(NOT_FOUND)
      const params = { indicatorId: world.indicators.service }
      expect(await client.refused(i.switchIndicator, { params, body: { isActive: false } })).toMatchObject(NOT_FOUND)
    }
    for (const client of [supplier1, newbie])
      expect((await client.refused(i.templatePage, { query: {} })).status).toBe(403)
  })
})

describe('an appraisal', () => {
  test('goes from facts and marks to published grades, and past an objection to a corrected one', async () => {
    const { newbie, colleague, supplier1, supplier2, supplierIds, indicators, t } = world
    const appraisalId = await started(world)
    const params = { appraisalId }
    const [first, second, third] = supplierIds as [string, string, string]
    await t.settle()
    expect(await titles(newbie)).toContain('请完成供应商考核打分：年度考核')
    expect((await newbie.call(inbox, { query: {} })).rows).toContainEqual(
      expect.objectContaining({ label: '供应商考核打分' }),
    )
    // Only with whom there was something to do.
    const sheet = await newbie.call(h.sheetDetail, { params })
    expect(sheet.rows.map(({ supplierId }) => supplierId).toSorted()).toEqual([first, second].toSorted())
    expect(sheet.items.map(({ name }) => name)).toEqual(['服务质量'])
    // Nobody reads the marks of others before all are in, however they ask.
    await fill(newbie, appraisalId, '70')
    await judged(colleague, appraisalId, '100')
    expect((await newbie.call(h.sheetDetail, { params })).marks.map(({ marks }) => marks)).toEqual(['70.00', '70.00'])
    expect((await buyer.call(h.sheetDetail, { params })).marks).toEqual([])
    const before = await detail(appraisalId)
    expect(before.results.map(({ marks, score }) => [marks, score])).toEqual([
      [[], null],
      [[], null],
      [[], null],
    ])
    expect(before.appraisers.filter(({ handedInAt }) => handedInAt)).toHaveLength(1)
    expect(await supplier1.refused(s.ownResult, { params })).toMatchObject(NOT_FOUND)
    expect(await colleague.refused(h.saveMarks, { params, body: { marks: [] } })).toMatchObject(WRONG_STATE)
    await newbie.call(h.handInMarks, { params })
    await judged(buyer, appraisalId, '80')
    // 70, 80, 100: one highest and one lowest go. Answered: 100, not answered: 0; nothing was abandoned.
    const scored = await detail(appraisalId)
    expect(scored.state).toBe('scored')
    const conduct = { params: { supplierId: first } }
    expect(await buyer.call(supplierConduct, conduct)).toMatchObject({ records: [], appraisals: [] })
    const of = (id: string, from = scored) => from.results.find(({ supplierId }) => supplierId === id)!
    expect(of(first)).toMatchObject({ score: '88.00', grade: 'B' })
    expect(of(first).marks.map(({ marks }) => marks)).toEqual(['80.00', '70.00', '100.00'])
    expect(of(second)).toMatchObject({ score: '58.00', grade: 'D', items: [{}, { found: '0/1' }, { found: '0 次' }] })
    expect(of(second).facts).toMatchObject([{ source: 'invitations', note: '未答复', code: 'X-1-1' }])
    expect(of(third)).toMatchObject({ isActive: false, score: null, grade: null })
    // The same records give the same figures.
    expect(await buyer.call(c.checkAppraisal, { params })).toEqual({
      frozenHash: scored.factsHash,
      storedHash: scored.factsHash,
      freshHash: scored.factsHash,
      differing: [],
    })
    // A supplier learns nothing before it is published.
    expect(await supplier1.refused(s.ownResult, { params })).toMatchObject(NOT_FOUND)
    expect((await supplier1.call(s.ownResultPage, { query: {} })).rows).toEqual([])

    const item = of(first) && scored.vetoes[0]!
    const veto = { params: { appraisalId, supplierId: first }, body: { item, evidence: '内部举报经查实' } }
    expect(
      (await buyer.refused(c.vetoSupplier, { ...veto, body: { item: '心情不好', evidence: 'xx' } })).message,
    ).toContain('不在评级规则')
    await buyer.call(c.vetoSupplier, veto)
    expect(of(first, await detail(appraisalId))).toMatchObject({ score: '88.00', grade: 'D', veto: item })
    const until = world.day(365)
    expect((await buyer.refused(c.publishAppraisal, { params, body: { until: world.day(-1) } })).status).toBe(400)
    const published = await Promise.allSettled(
      Array.from({ length: 10 }, () => buyer.call(c.publishAppraisal, { params, body: { until } })),
    )
    expect(published.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await t.settle()
    expect(await titles(supplier1)).toContain(`${COMPANIES.hospital.name}已发布供应商考核结果`)
    const kept = await buyer.call(supplierDetail, { params: { supplierId: second } })
    expect(kept).toMatchObject({ grade: 'D', gradeUntil: until, grades: [{ from: world.day(0) }] })
    // The grade keeps from invitations by policy, and never from signing up where the law opens an order to all.
    const asks = (act: 'invite' | 'signUp' | 'draw', isOpenByLaw = false) =>
      inContext(t.kernel, { tenantId: 1, actor: null, readOnly: true }, (ctx) =>
        admission(ctx, {
          ownerCompanyId: COMPANIES.hospital.id,
          companyId: COMPANIES.supplier2.id,
          act,
          isOpenByLaw,
        }),
      )
    expect(await asks('invite')).toMatchObject({ level: 'block', rule: 'grade' })
    expect(await asks('draw')).toMatchObject({ level: 'block', rule: 'grade' })
    expect(await asks('signUp', true)).toEqual({ level: 'ok' })

    const mine = await supplier1.call(s.ownResult, { params })
    expect(mine).toMatchObject({ score: '88.00', grade: 'D', veto: item, mayObject: true })
    expect(JSON.stringify(mine)).not.toMatch(/内部|陈默|王宁|张晓/)
    const supplier3 = await t.login('supplier3', { workbench: 'supplier' })
    expect(await supplier3.call(s.ownResult, { params })).toMatchObject({ score: null, items: [], mayObject: false })
    for (const [client, refused] of [
      [supplier3, WRONG_STATE],
      [await t.login('supplier4', { workbench: 'supplier' }), NOT_FOUND],
      [world.foreign, { status: 403 }],
    ] as const) {
      const body = { content: '对考核结果有异议，请求复核', files: [] }
      expect(await client.refused(s.objectToResult, { params, body })).toMatchObject(refused)
    }
    const { fileId } = await supplier1.upload('appraisal-objection', '说明.pdf', PDF)
    const objection = {
      params,
      body: { content: '所述事项与本公司无关，附证明', files: [{ fileId, name: '说明.pdf' }] },
    }
    const asked = await Promise.allSettled(
      Array.from({ length: 10 }, () => supplier1.call(s.objectToResult, objection)),
    )
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await t.settle()
    expect(await titles(buyer)).toContain(`收到考核异议：${COMPANIES.supplier1.name}`)
    const { objectionId } = of(first, await detail(appraisalId)).objection!
    const file = { ...params, objectionId, fileId }
    expect((await buyer.file(c.objectionFile, { params: file })).content.equals(PDF)).toBe(true)
    expect(await world.other.refused(c.objectionFile as never, { params: file } as never)).toMatchObject(NOT_FOUND)
    expect(
      await supplier2.refused(s.ownObjectionFile as never, { params: { ...params, fileId } } as never),
    ).toMatchObject(NOT_FOUND)

    const at = { ...params, objectionId }
    const answer = { outcome: 'upheld' as const, answer: '查无此事，予以更正', corrections: [], liftsVeto: false }
    expect((await buyer.refused(c.answerObjection, { params: at, body: answer })).message).toContain('请更正')
    const over = { ...answer, corrections: [{ indicatorId: indicators.service, marks: '100.01' }] }
    expect((await buyer.refused(c.answerObjection, { params: at, body: over })).message).toContain('不能超过')
    const right = { ...answer, liftsVeto: true, corrections: [{ indicatorId: indicators.service, marks: '95' }] }
    expect(await world.other.refused(c.answerObjection, { params: at, body: right })).toMatchObject(NOT_FOUND)
    await buyer.call(c.answerObjection, { params: at, body: right })
    expect(await buyer.refused(c.answerObjection, { params: at, body: right })).toMatchObject(WRONG_STATE)
    expect(of(first, await detail(appraisalId))).toMatchObject({
      score: '97.00',
      grade: 'A',
      veto: '',
      versions: [{ version: 2 }, { version: 1, score: '88.00', grade: 'D' }],
    })
    expect(await supplier1.call(s.ownResult, { params })).toMatchObject({ score: '97.00', grade: 'A', version: 2 })
    expect(await buyer.call(supplierDetail, { params: { supplierId: first } })).toMatchObject({ grade: 'A' })
    // Of two versions the one in force.
    const { appraisals } = await buyer.call(supplierConduct, conduct)
    expect(appraisals).toMatchObject([{ appraisalId, score: '97.00', grade: 'A', veto: '' }])
    for (const client of [world.other, world.foreign])
      expect(await client.refused(supplierConduct, conduct)).toMatchObject(NOT_FOUND)
    for (const client of [supplier1, newbie]) expect((await client.refused(supplierConduct, conduct)).status).toBe(403)
    // Past every trigger: the check at the start names it all the same.
    const look = () => checkBoundRows(world.t.kernel, { tenantId: 1, tables: [OBJECTIONS] })
    expect(await look()).toEqual([])
    await world.t.owner.query('alter table appraisal_objection disable trigger user')
    await world.t.owner.query(`update appraisal_objection set answer = answer || '！'`)
    expect(await look()).toMatchObject([{ what: 'row', id: `appraisal_objection/${objectionId}` }])
    await world.t.owner.query(`update appraisal_objection set answer = rtrim(answer, '！')`)
    await world.t.owner.query('alter table appraisal_objection enable trigger user')
    expect(await look()).toEqual([])
    for (const table of ['appraisal_result', 'appraisal_objection', 'appraisal_supplier', 'appraisal'])
      await expect(world.t.owner.query(`delete from ${table}`)).rejects.toThrow(/on record|stay as they are|frozen/)
  })

  test('keeps the template that it began with, and refuses marks beyond it', async () => {
    const { templateId, indicators, supplierIds, newbie } = world
    const appraisalId = await started(world, { title: '冻结的模板', appraisers: [JUDGES[1]!] })
    const params = { appraisalId }
    await buyer.call(i.updateTemplate, {
      params: { templateId },
      body: { name: '年度考核模板', note: '', version: 1, items: [{ indicatorId: indicators.falls, weight: '100' }] },
    })
    expect((await detail(appraisalId)).items.map(({ weight }) => weight)).toEqual(['60', '30', '10'])
    const marks = (change: object) =>
      newbie.refused(h.saveMarks, {
        params,
        body: {
          marks: [{ supplierId: supplierIds[0]!, indicatorId: indicators.service, marks: '90', remark: '', ...change }],
        },
      })
    expect((await marks({ marks: '100.5' })).message).toContain('不能超过')
    expect((await marks({ marks: '-1' })).status).toBe(400)
    // Facts are nobody's to mark, and without dealings there is nothing to mark.
    expect(await marks({ indicatorId: indicators.answers })).toMatchObject(NOT_FOUND)
    expect(await marks({ supplierId: supplierIds[2]! })).toMatchObject(NOT_FOUND)
    expect((await newbie.refused(h.handInMarks, { params })).message).toBe('还有 2 项未打分，请完成后提交')
    // Whoever was not asked has no sheet.
    for (const client of [buyer, world.colleague, world.other, world.foreign])
      expect(await client.refused(h.sheetDetail, { params })).toMatchObject(NOT_FOUND)
    for (const client of [world.other, world.foreign]) {
      expect(await client.refused(c.appraisalDetail, { params })).toMatchObject(NOT_FOUND)
      expect(await client.refused(c.cancelAppraisal, { params, body: { reason: '不做了' } })).toMatchObject(NOT_FOUND)
    }
    expect((await newbie.refused(c.appraisalDetail, { params })).status).toBe(403)
    expect((await buyer.refused(c.removeAppraisal, { params })).code).toBe(10002)
    await buyer.call(c.cancelAppraisal, { params, body: { reason: '改由季度考核' } })
    expect(await newbie.refused(h.saveMarks, { params, body: { marks: [] } })).toMatchObject(WRONG_STATE)
    await expect(world.t.owner.query(`update appraisal set items = '[]' where id = $1`, [appraisalId])).rejects.toThrow(
      'cannot be changed',
    )
  })

  test('closes at its deadline with what was handed in; where nobody did, the keepers are told', async () => {
    const { newbie, colleague, t } = world
    const full = await buyer.call(i.createTemplate, {
      body: { name: '只看服务', note: '', items: [{ indicatorId: world.indicators.service, weight: '100' }] },
    })
    const change = { templateId: full.templateId, appraisers: JUDGES.slice(1) }
    const left = await started(world, { ...change, title: '无人打分' })
    const partly = await started(world, { ...change, title: '部分打分' })
    await judged(newbie, partly, '60')
    await fill(colleague, partly, '10')
    await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 4 * 86_400_000))
    expect((await colleague.refused(h.handInMarks, { params: { appraisalId: partly } })).message).toBe('打分已结束')
    const late = await colleague.refused(h.handInMarks, { params: { appraisalId: left } })
    expect(late.message).toBe('打分截止时间已过')
    // Drafts of who did not hand in count for nothing.
    expect((await detail(partly)).results.map(({ score }) => score)).toEqual(['60.00', '60.00', null])
    expect((await detail(left)).state).toBe('scoring')
    expect(await titles(buyer)).toContain('供应商考核逾期无人打分：无人打分')
    const deadline = new Date(t.kernel.clock.now().getTime() + 86_400_000).toISOString()
    await buyer.call(c.extendAppraisal, { params: { appraisalId: left }, body: { deadline, reason: '评分人出差' } })
    await judged(newbie, left, '90')
    await judged(colleague, left, '80')
    expect((await detail(left)).results.map(({ score }) => score)).toEqual(['85.00', '85.00', null])
  })

  test('is published by approval where the company has one, and objected to within five working days', async () => {
    const { supplier2, t, newbie } = world
    const appraisalId = await started(world, {
      title: '经审批的考核',
      appraisers: [],
      // The version in force asks for facts alone.
      from: world.day(-95),
    })
    const params = { appraisalId }
    expect((await detail(appraisalId)).state).toBe('scored')
    await enable(buyer, { type: 'appraisals', node: 'publish' }, [approver('chief', ['newbie'])])
    const held = await buyer.call(c.publishAppraisal, { params, body: { until: world.day(100) } })
    expect((await detail(appraisalId)).pendingApproval).toBe('发布考核结果')
    expect(await buyer.refused(c.cancelAppraisal, { params, body: { reason: '再想想' } })).toMatchObject(WRONG_STATE)
    expect(await supplier2.refused(s.ownResult, { params })).toMatchObject(NOT_FOUND)
    await agree(newbie, (held as { approval: { workflowId: string } }).approval.workflowId)
    const result = await supplier2.call(s.ownResult, { params })
    expect(result).toMatchObject({ score: '100.00', grade: 'A', mayObject: true })
    await t.advanceTo(result.objectionEnd)
    const body = { content: '对考核结果有异议，请求复核', files: [] }
    expect((await supplier2.refused(s.objectToResult, { params, body })).message).toBe('异议期已过')
  })

  test('does not begin without dealings, without appraisers, or about a supplier of somebody else', async () => {
    const { supplierIds } = world
    const start = async (change: Parameters<typeof drafted>[1]) => {
      const appraisalId = await drafted(world, change)
      return (await buyer.refused(c.startAppraisal, { params: { appraisalId } })).message
    }
    const alone = { supplierIds: [supplierIds[2]!], category: '', grade: null }
    expect(await start({ scope: alone })).toContain('均无已结束的采购往来')
    expect(await start({ from: world.day(-10), until: world.day(-5) })).toContain('均无已结束的采购往来')
    const body = { scope: { ...alone, supplierIds: [newId()] } }
    await expect(drafted(world, body)).rejects.toThrow('不存在')
    await expect(drafted(world, { until: world.day(1) })).rejects.toThrow('考核期')
    await expect(drafted(world, { appraisers: [newId()] })).rejects.toThrow('评分人')
    const twice = await drafted(world, { from: world.day(-120) })
    const begun = await Promise.allSettled(
      Array.from({ length: 10 }, () => buyer.call(c.startAppraisal, { params: { appraisalId: twice } })),
    )
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
