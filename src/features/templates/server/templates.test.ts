import { beforeAll, describe, expect, test } from 'vitest'
import type { ContentOf } from '../contract/content.ts'
import * as c from '../contract/templates.ts'
import { checkTemplates } from './check.ts'
import { bodyOf, newDraft, notice, published, templateWorld, type World } from './testing/template-world.ts'

let world: World
beforeAll(async () => {
  world = await templateWorld()
})

describe('writing', () => {
  test('a new template is whole, is saved whatever it says, and names what is wrong', async () => {
    const { buyer } = world
    const made = await newDraft(buyer, 'notice', '1')
    expect(made).toMatchObject({ status: 0, versionNo: 0, findings: [], hasChanges: true, isPreset: false })
    const content = notice('{{采购人}}，{{监督电话}}')
    const saved = await buyer.call(c.saveDraft, { params: made, body: bodyOf(made, { content }) })
    expect(saved.revision).toBe(made.revision + 1)
    expect(saved.findings).toEqual([expect.objectContaining({ path: 'body', mark: '{{监督电话}}' })])
    // The same again changes nothing.
    const again = await buyer.call(c.saveDraft, {
      params: made,
      body: bodyOf(made, { content, revision: saved.revision }),
    })
    expect(again.revision).toBe(saved.revision)
    const refused = await buyer.refused(c.saveDraft, {
      params: made,
      body: bodyOf(made, { content: { title: 1 } as unknown as ContentOf, revision: saved.revision }),
    })
    expect(refused).toMatchObject({ status: 400, code: 10001 })
    expect(JSON.stringify(refused.details)).toContain('content.title')
    const wrongScope = bodyOf(made, { scope: '99', revision: saved.revision })
    expect((await buyer.refused(c.saveDraft, { params: made, body: wrongScope })).code).toBe(10001)
  })

  test('who saves upon an older text is asked, and then overwrites', async () => {
    const { buyer } = world
    const made = await newDraft(buyer, 'notice', '1')
    await buyer.call(c.saveDraft, { params: made, body: bodyOf(made, { content: notice('一') }) })
    const late = bodyOf(made, { content: notice('二') })
    expect(await buyer.refused(c.saveDraft, { params: made, body: late })).toMatchObject({
      code: 10017,
      isConfirm: true,
    })
    expect(await buyer.refused(c.publishTemplate, { params: made, body: late })).toMatchObject({ code: 10017 })
    await buyer.call(c.saveDraft, { params: made, body: { ...late, confirm: true } })
    const now = await buyer.call(c.templateDetail, { params: made })
    expect(JSON.stringify(now.content)).toContain('二')
  })

  test('only drafts that were never published are deleted', async () => {
    const { buyer } = world
    const made = await newDraft(buyer, 'material', '')
    await buyer.call(c.deleteTemplate, { params: made })
    expect((await buyer.refused(c.templateDetail, { params: made })).status).toBe(404)
    const kept = await published(buyer, 'material', '')
    expect((await buyer.refused(c.deleteTemplate, { params: kept })).code).toBe(10002)
  })
})

describe('publishing', () => {
  test('is refused while a placeholder is unresolved, and numbers versions without a gap', async () => {
    const { buyer } = world
    const made = await newDraft(buyer, 'notice', '4')
    for (const line of ['{{监督电话}}', '{{中标人}}', '{{}}', '{{采购人', '采购人}}', '{{constructor}}']) {
      const refused = await buyer.refused(c.publishTemplate, {
        params: made,
        body: bodyOf(made, { content: notice(line) }),
      })
      expect({ line, ...refused }).toMatchObject({ line, status: 400, code: 10001 })
      expect({ line, found: refused.details }).toEqual({ line, found: [expect.objectContaining({ path: 'body' })] })
    }
    const first = await buyer.call(c.publishTemplate, { params: made, body: bodyOf(made) })
    expect(first.versionNo).toBe(1)
    const now = await buyer.call(c.templateDetail, { params: made })
    expect(now).toMatchObject({ status: 1, versionNo: 1, hasChanges: false })
    expect(now.versions[0]!.contentHash).toBe(first.contentHash)
    // What says the same is not published again.
    expect(await buyer.refused(c.publishTemplate, { params: made, body: bodyOf(now) })).toMatchObject({ code: 10002 })
    const body = { ...bodyOf(now, { content: notice('{{候选人表}}') }), note: '精简' }
    expect((await buyer.call(c.publishTemplate, { params: made, body })).versionNo).toBe(2)
    const old = await buyer.call(c.templateVersion, { params: { versionId: first.versionId } })
    expect(old.content).toEqual(made.content)
  })

  test('the same request twice makes one version', async () => {
    const { buyer } = world
    const made = await newDraft(buyer, 'notice', '1')
    const input = { params: made, body: bodyOf(made) }
    const [a, b] = [
      await buyer.call(c.publishTemplate, input, { key: 'same-key-of-a-publication' }),
      await buyer.call(c.publishTemplate, input, { key: 'same-key-of-a-publication' }),
    ]
    expect(b).toEqual(a)
    expect((await buyer.call(c.templateDetail, { params: made })).versions).toHaveLength(1)
  })

  test('two people at once get one version each, without a gap', async () => {
    const { buyer, t } = world
    const other = await t.login('buyer', { workbench: 'purchaser' })
    const made = await newDraft(buyer, 'notice', '1')
    const publish = (client: typeof buyer, line: string) =>
      client.call(c.publishTemplate, {
        params: made,
        body: { ...bodyOf(made, { content: notice(line) }), confirm: true },
      })
    const outcome = await Promise.all(['一', '二', '三', '四'].map((line, i) => publish(i % 2 ? buyer : other, line)))
    expect(outcome.map((o) => o.versionNo).toSorted((x, y) => x - y)).toEqual([1, 2, 3, 4])
    const { versions } = await buyer.call(c.templateDetail, { params: made })
    expect(versions.map((v) => v.versionNo)).toEqual([4, 3, 2, 1])
    expect(new Set(versions.map((v) => v.contentHash)).size).toBe(4)
  })

  test('a version cannot be changed, not even by the owner of the database; what was forged is found', async () => {
    const { buyer, t } = world
    const { versionId } = await published(buyer, 'notice', '1')
    const { owner } = t
    const forge = (statement: string) => owner.query(statement, statement.includes('$1') ? [versionId] : [])
    await expect(forge(`update template_version set name = '改' where id = $1`)).rejects.toThrow('cannot be changed')
    await expect(forge('delete from template_version where id = $1')).rejects.toThrow('cannot be changed')
    await expect(forge('truncate template_version cascade')).rejects.toThrow('cannot be changed')
    expect(await checkTemplates(t.kernel, 1)).toEqual([])
    await owner.query('alter table template_version disable trigger immutable')
    await forge(`update template_version set content = jsonb_set(content, '{title}', '"改"') where id = $1`)
    expect(await checkTemplates(t.kernel, 1)).toEqual([expect.objectContaining({ id: versionId })])
    await forge(`delete from template_version where id = $1`)
    await owner.query('alter table template_version enable trigger immutable')
  })
})

describe('states', () => {
  test('one default per scope; retired templates are none, and come back', async () => {
    const { buyer } = world
    const [a, b] = [await published(buyer, 'selection', 'works'), await published(buyer, 'selection', 'works')]
    const act = (
      params: { templateId: string },
      action: 'setDefault' | 'retire' | 'restore' | 'discard' | 'unsetDefault',
    ) => buyer.call(c.actOnTemplate, { params, body: { action } })
    const isDefault = async (params: { templateId: string }) =>
      (await buyer.call(c.templateDetail, { params })).isDefault
    await act(a, 'setDefault')
    await act(b, 'setDefault')
    expect([await isDefault(a), await isDefault(b)]).toEqual([false, true])
    await act(b, 'retire')
    const retired = await buyer.call(c.templateDetail, { params: b })
    expect(retired).toMatchObject({ status: 2, isDefault: false })
    expect(retired.actions.map((one) => one.action)).toEqual(['copy', 'restore'])
    expect((await buyer.refused(c.saveDraft, { params: b, body: bodyOf(retired) })).code).toBe(10002)
    expect((await buyer.refused(c.actOnTemplate, { params: b, body: { action: 'setDefault' } })).code).toBe(10002)
    await act(b, 'restore')
    const back = await buyer.call(c.templateDetail, { params: b })
    await buyer.call(c.saveDraft, { params: b, body: bodyOf(back, { name: '改名' }) })
    expect((await buyer.call(c.templateDetail, { params: b })).hasChanges).toBe(true)
    await act(b, 'discard')
    expect(await buyer.call(c.templateDetail, { params: b })).toMatchObject({ name: back.name, hasChanges: false })
    const draft = await newDraft(buyer, 'selection', '')
    expect((await buyer.refused(c.actOnTemplate, { params: draft, body: { action: 'retire' } })).code).toBe(10002)
  })

  test('a template that moves to another scope leaves the default behind', async () => {
    const { buyer } = world
    const made = await published(buyer, 'material', 'services')
    await buyer.call(c.actOnTemplate, { params: made, body: { action: 'setDefault' } })
    const now = await buyer.call(c.templateDetail, { params: made })
    await buyer.call(c.publishTemplate, { params: made, body: bodyOf(now, { scope: 'works' }) })
    expect(await buyer.call(c.templateDetail, { params: made })).toMatchObject({ scope: 'works', isDefault: false })
  })
})

describe('presets', () => {
  test('are kept by the platform, read and copied by companies once published', async () => {
    const { admin, buyer, agent } = world
    const made = await newDraft(admin, 'review-report', '', '平台报告')
    expect((await buyer.refused(c.templateDetail, { params: made })).status).toBe(404)
    await admin.call(c.publishTemplate, { params: made, body: bodyOf(made) })
    await admin.call(c.saveDraft, { params: made, body: bodyOf(made, { name: '未发布的名称' }) })
    const seen = await buyer.call(c.templateDetail, { params: made })
    expect(seen).toMatchObject({ isPreset: true, name: '平台报告', hasChanges: false, updatedBy: '平台' })
    expect(seen.actions.map((one) => one.action)).toEqual(['copy'])
    for (const call of [
      buyer.refused(c.saveDraft, { params: made, body: bodyOf(seen) }),
      buyer.refused(c.actOnTemplate, { params: made, body: { action: 'retire' } }),
      buyer.refused(c.deleteTemplate, { params: made }),
    ])
      expect((await call).status).toBe(404)
    const body = { name: '我的报告', copyOf: made.templateId }
    const copy = await buyer.call(c.createTemplate, { params: { kind: 'review-report' }, body })
    expect(await buyer.call(c.templateDetail, { params: copy })).toMatchObject({
      isPreset: false,
      status: 0,
      content: seen.content,
    })
    // The copy is the buyer's alone; the platform does not see it.
    for (const other of [agent, admin])
      expect((await other.refused(c.templateDetail, { params: copy })).status).toBe(404)
    const page = await buyer.call(c.templatePage, { params: { kind: 'review-report' }, query: { owner: 'preset' } })
    expect(page.rows.map((row) => row.templateId)).toContain(made.templateId)
    const wrongKind = { params: { kind: 'notice' as const }, body: { ...body, scope: '1' } }
    expect((await buyer.refused(c.createTemplate, wrongKind)).status).toBe(404)
  })
})

test('pages of a list follow one another, and tabs are counted', async () => {
  const { agent } = world
  const params = { kind: 'demands-parameter' as const }
  for (let i = 0; i < 5; i++) await newDraft(agent, 'demands-parameter', '', `参数${i}`)
  const first = await agent.call(c.templatePage, { params, query: { pageSize: 3, owner: 'own' } })
  const second = await agent.call(c.templatePage, { params, query: { pageSize: 3, owner: 'own', cursor: first.next! } })
  expect(first.counts).toMatchObject({ all: 5, '0': 5, '1': 0 })
  expect(second.next).toBeNull()
  expect(new Set([...first.rows, ...second.rows].map((r) => r.templateId)).size).toBe(5)
  const found = await agent.call(c.templatePage, { params, query: { keyword: '参数3' } })
  expect(found.rows.map((r) => r.name)).toEqual(['参数3'])
  expect((await agent.refused(c.templatePage, { params, query: { cursor: "' or 1=1" } })).status).toBe(400)
})

test('strangers, people without the right, nobody', async () => {
  const { t, buyer, agent, newbie, suppliers } = world
  const made = await published(buyer, 'notice', '1')
  const whole = await buyer.call(c.templateDetail, { params: made })
  const version = { params: { versionId: made.versionId } }
  for (const call of [
    agent.refused(c.templateDetail, { params: made }),
    agent.refused(c.saveDraft, { params: made, body: bodyOf(whole) }),
    agent.refused(c.publishTemplate, { params: made, body: bodyOf(whole) }),
    agent.refused(c.actOnTemplate, { params: made, body: { action: 'retire' } }),
    agent.refused(c.deleteTemplate, { params: made }),
    agent.refused(c.templateVersion, version),
    agent.refused(c.templateUses, { params: made, query: {} }),
    agent.refused(c.materialSheet, version),
    agent.refused(c.createTemplate, {
      params: { kind: 'notice' },
      body: { name: '偷', scope: '1', copyOf: made.templateId },
    }),
  ])
    expect((await call).status).toBe(404)
  // Runs tenders, but does not keep templates; the digital host is another matter for who has that right.
  for (const call of [
    newbie.refused(c.templatePage, { params: { kind: 'notice' }, query: {} }),
    newbie.refused(c.templateDetail, { params: made }),
    suppliers[0]!.refused(c.templatePage, { params: { kind: 'notice' }, query: {} }),
  ])
    expect(await call).toMatchObject({ status: 403, code: 10008 })
  await t.owner
    .query(`update employee set rights = '{openingVoice}' where id = (select id from employee e where e.user_id =
    (select id from app_user where account = 'buyer2'))`)
  const voice = await t.login('buyer2', { workbench: 'purchaser' })
  expect((await voice.call(c.templatePage, { params: { kind: 'ai-avatar' }, query: {} })).rows).toEqual([])
  expect((await voice.refused(c.templatePage, { params: { kind: 'notice' }, query: {} })).code).toBe(10008)
  for (const endpoint of [c.templateDetail, c.deleteTemplate, c.templateUses])
    expect((await t.client().refused(endpoint, { params: made })).status).toBe(401)
})
