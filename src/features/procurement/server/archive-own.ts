import { type BondRecord, BONDS_TYPE } from '#features/sealing/core/verify-bonds.ts'
import { PUBLISHED_NOTICE_TYPE } from '#features/sealing/core/verify-record.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { inColumns } from '#server/database/column-names.ts'
import { sql } from 'kysely'
import type { FileRef } from '../contract/shared.ts'
import { noticeLabel } from '../methods/notices.ts'
import { say } from '../methods/say.ts'
import { FILE_KINDS, NoticeKind, OPENING_KINDS, TradeStatus } from '../rules/enums.ts'
import { wireStatus } from '../engine/states.ts'
import { publicises } from '../rules/candidate-days.ts'
import { OrderSettings } from '../rules/settings.ts'
import type { Order } from './access.ts'
import { type ArchiveEntry, type ArchivePart, filed, type Folder, jsonEntry, numbered } from './archive-parts.ts'
import { awardLetter } from './award-letter.ts'
import { contractEntries } from './dossier.ts'
import { bondRegister } from './bond-port.ts'
import { bondStandings } from './bond-standings.ts'
import { orderFiles, tradeFiles } from './files.ts'
import { invitedOf } from './invited.ts'
import { noticePdf } from './notice-pdf.ts'
import { noticePublicKey } from './notice-publish.ts'
import { publishedNotice, publishedNotices } from './notices.ts'
import { objectionValue } from './objections.ts'
import { orderItems, participants } from './public.ts'
import { awardItems, awardLines, awardsOf, candidateRows, evidenceOf, resultVersions } from './results.ts'
import { companyName } from './trades.ts'
import { itemValue, scheduleOf } from './values.ts'

type Ctx = Context<Actor>

/** What procurement itself puts into the archive of an order. */
export const ownParts: readonly ArchivePart[] = [
  { name: 'order', entries: orderEntries },
  { name: 'notices', entries: noticeEntries },
  { name: 'documents', entries: documentEntries },
  { name: 'sign-ups', entries: signUpEntries },
  { name: 'objections', entries: objectionFileEntries },
  { name: 'contract', entries: contractEntries },
  {
    name: 'audit',
    entries: async (ctx, order) => [
      jsonEntry('audit/order.json', await auditOf(ctx, { entity: 'order', id: order.id })),
    ],
  },
]

/** Rows stand in it under the names of their columns: that is the form of archives, which verifiers read. */
async function orderEntries(ctx: Ctx, order: Order): Promise<ArchiveEntry[]> {
  const project = await ctx.expectOne('project', { id: order.projectId })
  const own = async (table: 'order_question' | 'objection' | 'document_download' | 'bond_decision') => {
    const rows = await ctx.tx
      .selectFrom(table)
      .selectAll()
      .where('tenantId', '=', ctx.tenantId)
      .where('orderId', '=', order.id)
      .execute()
    return rows.map(inColumns)
  }
  const invited = await invitedOf(ctx, order.id)
  // The form of archives tells where it stood by the specification's number.
  const { state, ...row } = order
  return [
    jsonEntry('order/project.json', inColumns(project)),
    jsonEntry('order/order.json', inColumns({ ...row, status: wireStatus(state) })),
    jsonEntry('order/items.json', (await orderItems(ctx, order)).map(itemValue)),
    jsonEntry('order/schedule-versions.json', await scheduleVersions(ctx, order)),
    jsonEntry('order/questions.json', await own('order_question')),
    jsonEntry('order/objections.json', await own('objection')),
    ...(await resultEntries(ctx, order)),
    jsonEntry(
      'order/bonds.json',
      await bondEntry(ctx, order, {
        recorded: (await bondRegister().archived(ctx, order.id)).map(inColumns),
        decisions: await own('bond_decision'),
      }),
    ),
    ...(invited.length > 0 ? [jsonEntry('order/invitations.json', invited.map(inColumns))] : []),
    jsonEntry('order/downloads.json', await own('document_download')),
  ]
}

/** Candidates and winners in force, every version of both with its evidence, and the letter of each award. */
async function resultEntries(ctx: Ctx, order: Order): Promise<ArchiveEntry[]> {
  const awards = await awardsOf(ctx, order.id)
  const versions = {
    candidates: await resultVersions(ctx, order, 'candidates'),
    award: await resultVersions(ctx, order, 'award'),
  }
  const letters = await Promise.all(
    versions.award.flatMap(({ resultId, version, decidedAt, notice, rows }) =>
      rows.map(async (row, n) => ({
        name: `${say(order, '{won}')}通知书${versions.award.length === 1 ? '' : `（第 ${version} 版）`} ${numbered(n + 1, row.supplierName)}.pdf`,
        content: await awardLetter(ctx, order, {
          resultId,
          tradeId: row.tradeId,
          name: row.supplierName,
          price: row.price,
          noticeId: notice?.noticeId ?? null,
          decidedAt,
        }),
      })),
    ),
  )
  return [
    jsonEntry('order/candidates.json', await candidateRows(ctx, order.id)),
    jsonEntry(
      'order/award.json',
      await Promise.all(awards.map(async (award) => ({ ...inColumns(award), lines: await awardLines(ctx, award) }))),
    ),
    jsonEntry('order/result-versions.json', versions),
    ...(awards[0] ? itemEntries(await awardItems(ctx, awards[0])) : []),
    ...letters.flatMap(({ name, content }) => (content ? [filed('result', name, content)] : [])),
    ...(await evidenceOf(ctx, order.id)).map(({ kind, version, name, sha256 }) =>
      filed('result', `变更依据/${kind === 'award' ? '结果' : '候选人'}第 ${version} 版-${name}`, { sha256 }),
    ),
  ]
}

/** What was said of single lines: reasons, and what is not bought. */
function itemEntries(items: Awaited<ReturnType<typeof awardItems>>): ArchiveEntry[] {
  return items.length > 0 ? [jsonEntry('order/award-items.json', items.map(inColumns))] : []
}

/**
 * What the documents demanded of bonds, what was recorded and decided, and how each participant's stood; with the audit
 * records, so that whoever has the archive can judge anew.
 */
async function bondEntry(ctx: Ctx, order: Order, kept: Record<'recorded' | 'decisions', unknown[]>) {
  const { of } = await bondStandings(ctx, order)
  const standings = (await participants(ctx, order.id)).map(({ tradeId, companyName: supplier }) => ({
    tradeId,
    supplier,
    standing: of(tradeId),
  }))
  return {
    type: BONDS_TYPE satisfies BondRecord['type'],
    orderId: order.id,
    amount: order.bond,
    bidEnd: order.bidEnd,
    terms: OrderSettings.parse(order.settings).bond,
    ...kept,
    standings,
    candidates: await recommended(ctx, order),
    facts: await auditOf(ctx, { entity: 'bond', id: order.id }),
  }
}

/** Who was publicised as a candidate; of an order that publicises nobody, who won. */
async function recommended(ctx: Ctx, order: Order): Promise<string[]> {
  if (!publicises(order)) return (await awardsOf(ctx, order.id)).map((award) => award.tradeId)
  return order.publicityEnd ? (await candidateRows(ctx, order.id)).map(({ tradeId }) => tradeId) : []
}

/** The schedule as it was announced, and after each change. */
async function scheduleVersions(ctx: Ctx, order: Order) {
  const versions: unknown[] = []
  for (const { id, kind, code, publishedAt } of await publishedNotices(ctx, order.id)) {
    if (!OPENING_KINDS.includes(kind) && kind !== NoticeKind.values.change) continue
    const data = (await publishedNotice(ctx, id)).data as { version?: number; schedule?: unknown }
    versions.push({ version: data.version, notice: code, at: publishedAt, schedule: data.schedule })
  }
  return { versions, final: scheduleOf(order) }
}

async function noticeEntries(ctx: Ctx, order: Order): Promise<ArchiveEntry[]> {
  const org = await companyName(ctx, order.ownerCompanyId)
  const entries: ArchiveEntry[] = [{ path: 'notices/public-key.pem', content: Buffer.from(noticePublicKey(ctx)) }]
  for (const [i, { id }] of (await publishedNotices(ctx, order.id)).entries()) {
    const notice = await publishedNotice(ctx, id)
    const confirmations = await ctx.many(
      'notice_confirmation',
      { noticeId: id },
      { columns: ['tradeId', 'confirmedBy', 'confirmedAt'] },
    )
    const { contentHash: hash, ...rest } = notice
    const facts = {
      type: PUBLISHED_NOTICE_TYPE,
      ...inColumns(rest),
      contentHash: hash?.toString('hex'),
      orderCode: order.code,
      confirmations: confirmations.map(inColumns),
    }
    entries.push(jsonEntry(`notices/${notice.code}.json`, facts))
    const name = numbered(i + 1, `${noticeLabel(notice.kind, order)} ${notice.title}.pdf`)
    const content = await noticePdf(notice, { org, method: order.method })
    entries.push(filed(FOLDER_OF_NOTICE[notice.kind] ?? 'notices', name, content))
  }
  return entries
}

const FOLDER_OF_NOTICE: Readonly<Record<number, Folder>> = {
  [NoticeKind.values.change]: 'changes',
  [NoticeKind.values.clarification]: 'changes',
  [NoticeKind.values.candidate]: 'result',
  [NoticeKind.values.result]: 'result',
}

async function documentEntries(ctx: Ctx, order: Order): Promise<ArchiveEntry[]> {
  return (await orderFiles(ctx, order.id)).map(({ sha256, name, kind }, i) => {
    const label = say(order, FILE_KINDS[kind as keyof typeof FILE_KINDS] ?? '附件')
    return filed(kind === 'change' ? 'changes' : 'documents', numbered(i + 1, `${label}-${name}`), { sha256 })
  })
}

async function signUpEntries(ctx: Ctx, order: Order): Promise<ArchiveEntry[]> {
  const trades = await ctx.tx
    .selectFrom('trade as t')
    .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
    .selectAll('t')
    .select(['c.name', 'c.creditCode'])
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.orderId', '=', order.id)
    .orderBy('t.id')
    .execute()
  const list = trades.map((t) => ({ ...inColumns(t), statusLabel: TradeStatus.label(t.status) }))
  const entries = [jsonEntry('sign-ups/sign-ups.json', list)]
  for (const [i, trade] of trades.entries())
    entries.push(...fileEntries('signUps', numbered(i + 1, trade.name), await tradeFiles(ctx, trade.id)))
  return entries
}

/** What was handed in with objections and their answers; the objections themselves stand with the order. */
async function objectionFileEntries(ctx: Ctx, order: Order): Promise<ArchiveEntry[]> {
  const rows = await ctx.many('objection', { orderId: order.id }, { orderBy: ['createdAt'] })
  return rows
    .map(objectionValue)
    .flatMap(({ files, answerFiles }, i) => [
      ...fileEntries('objections', numbered(i + 1, '异议'), files),
      ...fileEntries('objections', `${numbered(i + 1, '异议')}/答复`, answerFiles),
    ])
}

function fileEntries(folder: Folder, path: string, files: readonly FileRef[]): ArchiveEntry[] {
  return files.map(({ sha256, name, kind }, i) =>
    filed(folder, `${path}/${numbered(i + 1, kind ? `${kind}-${name}` : name)}`, { sha256 }),
  )
}

/** The audit entries of a record with their place in the tenant's chain: body, previous hash, hash. */
async function auditOf(ctx: Ctx, { entity, id }: { entity: 'order' | 'bond'; id: string }) {
  const rows = await ctx.tx
    .selectFrom('audit_entry')
    .select(['seq', 'at', 'prevHash', 'hash'])
    // As text: that is what was hashed.
    .select(sql<string>`body::text`.as('body'))
    .where('tenantId', '=', ctx.tenantId)
    .where(sql<string>`body->>'entity'`, '=', entity)
    .where(sql<string>`body->>'entityId'`, '=', id)
    .orderBy('seq')
    .execute()
  return rows.map((row) => ({
    ...inColumns(row),
    prev_hash: row.prevHash?.toString('hex') ?? null,
    hash: row.hash?.toString('hex') ?? null,
  }))
}
