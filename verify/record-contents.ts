import { check, type Check, demand } from '#features/sealing/core/check.ts'
import { roundOf } from '#features/sealing/core/receipt.ts'
import { verifyBonds } from '#features/sealing/core/verify-bonds.ts'
import { type JointSecrets, verifyJoint } from '#features/sealing/core/verify-joint.ts'
import { verifyFacts, verifyNotices, verifyPublished } from '#features/sealing/core/verify-record.ts'
import { isOfTime } from '#features/sealing/core/verify-witnessed.ts'
import { agreeChecks } from './agree.ts'
import { sha256Of } from './digests.ts'
import type { Gathered } from './gather.ts'
import { procedureSections } from './procedure.ts'
import { bidSections } from './record-bids.ts'
import { checkReviewThere, reviewSections } from './record-review.ts'
import type { Contents } from './record-types.ts'
import type { Section } from './report.ts'

/** What a record says, against itself: notices, history, bonds, bids and how they were opened. In a record nothing may be missing. */
export async function verifyContents(contents: Contents): Promise<Section[]> {
  const { body, found, beside } = contents
  const { memo } = beside
  const sections: Section[] = []
  const add = (title: string, checks: Check[]) => sections.push({ title, checks: strict(checks) })

  add('归属', [await check('own', '材料属于本采购单', () => checkOwn(contents)), await checkReviewThere(contents)])
  const keys = found.noticeKeys
  const notices: Check[] = []
  for (const notice of found.published)
    notices.push(...(await memo(['notice', JSON.stringify(notice), ...keys], () => verifyNotices([notice], keys))))
  add('公告', [
    ...notices,
    await verifyPublished(found.published, found.facts),
    await check('notice-deadline', '公告的截止时间', () => checkDeadline(found)),
  ])
  const facts = found.places.get(found.facts)
  add(
    '过程记录',
    await memo(['facts', facts ? await sha256Of(facts.blob) : ''], async () => [
      await verifyFacts(found.facts),
      await check('audit-own', '过程记录的归属', () => checkFacts(contents)),
    ]),
  )
  for (const record of found.bonds)
    add('投标保证金', await memo(['bonds', JSON.stringify(record)], () => verifyBonds(record)))
  const secrets = new Map<number, JointSecrets>()
  for (const opening of found.joint) {
    const fingerprint = found.notices.find((one) => one.orderId === opening.orderId)?.jointKey
    const joint = await verifyJoint(opening, { fingerprint })
    if (joint.secrets) secrets.set(opening.round, joint.secrets)
    add('联合解密', joint.checks)
  }
  const rounds = found.joint.map(({ round }) => round)
  if (new Set(rounds).size < rounds.length)
    add('联合解密', [{ id: 'joint-rounds', title: '联合解密记录', ok: false, detail: '同一轮有不止一份联合解密记录' }])
  const isJoint = found.notices.some((notice) => notice.jointKey !== undefined)
  if (body.sections.includes('opening') && isJoint && found.releases.length > 0)
    add('联合解密', [
      await check('joint-there', '联合解密记录', () => {
        demand(found.joint.length === 1, '公告称由多人联合解密，但没有联合解密记录')
        return '已提供'
      }),
    ])
  for (const section of await bidSections(contents, secrets)) add(section.title, section.checks)
  add('各处所载', await agreeChecks(contents))
  // Openings and leaves may come after the record was made: those wait, and are no fault of it.
  return [...sections, ...(await reviewSections(found)), ...(await procedureSections(found, { isRecord: true }))]
}

/** In a record, what cannot be checked for want of material is a fault of the record; that a witness was away is none. */
function strict(checks: readonly Check[]): Check[] {
  return checks.map((one) => (one.ok === null && !isOfTime(one) ? { ...one, ok: false } : one))
}

interface OrderRow {
  id?: string
  code?: string
  tenant_id?: number
  suite?: string
}

/** Everything that names an order or tenant names that of the manifest. */
function checkOwn({ body, found }: Contents): string {
  const { orderId, tenantId, code } = body
  const order: OrderRow | undefined = [...found.places].find(([, { path }]) => path === 'order/order.json')?.[0]
  demand(order?.id === orderId && order.code === code && String(order.tenant_id) === tenantId, '采购单与归档清单不符')
  demand(order.suite === body.suite, '密码套件与归档清单不符')
  const named: { what: string; orderId: string; tenantId?: string }[] = [
    ...found.receipts.map(({ body: of }) => ({ what: '回执', orderId: of.orderId, tenantId: of.tenantId })),
    ...found.notices.map((of) => ({ what: '公告校验文件', orderId: of.orderId, tenantId: of.tenantId })),
    ...found.manifests.map((of) => ({ what: '投标清单', orderId: of.orderId, tenantId: of.tenantId })),
    ...found.releases.map(({ release }) => ({
      what: '解密密钥',
      orderId: release.orderId,
      tenantId: release.tenantId,
    })),
    ...found.unopened.map((of) => ({ what: '未开启记录', orderId: of.orderId, tenantId: of.tenantId })),
    ...found.joint.map((of) => ({ what: '联合解密记录', orderId: of.orderId, tenantId: of.tenantId })),
    ...found.records.map((of) => ({ what: '存证记录', orderId: of.orderId, tenantId: of.tenantId })),
    ...found.completeness.map((of) => ({ what: '完整性说明', orderId: of.orderId, tenantId: of.tenantId })),
    ...found.auctions.map((of) => ({ what: '竞价记录', orderId: of.orderId, tenantId: of.tenantId })),
    ...found.bonds.map((of) => ({ what: '保证金', orderId: of.orderId })),
  ]
  const foreign = named.find((one) => one.orderId !== orderId || (one.tenantId ?? tenantId) !== tenantId)
  demand(foreign === undefined, `${foreign?.what}属于别的采购单`)
  const strange = found.published.find((one) => one.orderCode !== code || String(one.tenant_id) !== tenantId)
  demand(strange === undefined, `公告 ${strange?.code} 属于别的采购单`)
  return `${named.length + found.published.length} 项材料均属于 ${code}`
}

/** The deadline that receipts are judged by is the one that was announced last. */
function checkDeadline(found: Gathered): string {
  const [notice] = found.notices.filter((one) => roundOf(one) === 1)
  const announced = found.published
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
    .flatMap(({ data }) => (data as { schedule?: { bidEnd?: string | null } } | null)?.schedule?.bidEnd ?? [])
    .at(-1)
  if (!notice || announced === undefined) return '没有投标截止时间'
  demand(
    Date.parse(notice.deadline) === Date.parse(announced),
    `公告校验文件的截止时间 ${notice.deadline} 与公告的 ${announced} 不同`,
  )
  return `${announced}，与公告一致`
}

function checkFacts({ body, found }: Contents): string {
  demand(found.facts.length > 0, '没有过程记录')
  for (const { seq, body: text } of found.facts) {
    const { entity, entityId } = JSON.parse(text) as { entity?: string; entityId?: string }
    demand(entity === 'order' && entityId === body.orderId, `第 ${seq} 条不是本采购单的记录`)
  }
  return `${found.facts.length} 条均为本采购单的记录`
}
