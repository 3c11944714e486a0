import type { BodyOf, Endpoint } from '#contract/endpoint.ts'
import { formatAmount, formatDigits } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { Section } from '#features/workflow/contract/workflows.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as notice from '../contract/notice.ts'
import type { addInvitees } from '../contract/follow-up.ts'
import type { declareAbortive } from '../contract/order.ts'
import type { AwardChange, CandidateChange } from '../contract/result.ts'
import type { decideTrade } from '../contract/trade.ts'
import { methodOf } from '../methods/all.ts'
import type { ScheduleField } from '../methods/method.ts'
import { say } from '../methods/say.ts'
import { publicises } from '../rules/candidate-days.ts'
import { OPENING_KINDS } from '../rules/enums.ts'
import { causeLabel } from '../rules/result-change.ts'
import type { RichNode } from '../rules/rich-text.ts'
import { winnerFields } from '../rules/winner-fields.ts'
import type { Order } from './access.ts'
import { choiceIn, chosenParts, type ChosenWinner, chosenWinners } from './award-decision.ts'
import { plannedCandidates } from './candidate-list.ts'
import { orderFiles, tradeFiles } from './files.ts'
import { lapsesOf } from './lapses.ts'
import { standingInWords } from '../rules/qualification.ts'
import { invitedOf } from './invited.ts'
import { candidateBlocks } from './filling.ts'
import { type Live, withLiveFields } from './notice-text.ts'
import { DATES } from './order-check.ts'
import { isRanked } from './award-scope.ts'
import type { Choice } from './proposal.ts'
import { orderItems, orderRow } from './public.ts'
import { candidateRows, type ResultKind, resultVersions } from './results.ts'
import { companyName } from './trades.ts'
import { scheduleOf } from './values.ts'
import { isPrivate } from './visible.ts'

/*
 * What an approver reads of each step: what would be published, in words, tables and the text itself. Approvers need no
 * right to the order's own pages.
 */

type Any = Context<Actor | null>
/** What a step is done with: the validated body of its call, stored as JSON. */
export type Payload<E extends Endpoint> = Omit<BodyOf<E>, 'approval'>

function datesOf(order: Order): [field: ScheduleField, label: string][] {
  return Object.entries(methodOf(order.method).dates.labels) as [ScheduleField, string][]
}

export async function announcement(ctx: Any, orderId: string): Promise<Section[]> {
  const order = await orderRow(ctx, orderId)
  const notice = await ctx.one('notice', { orderId, kind: OPENING_KINDS }, { columns: ['title', 'content'] })
  const dates = scheduleOf(order)
  const schedule = datesOf(order).map(([key, label]) => ({ label, value: formatTime(dates[key]) }))
  const draft = {
    title: notice?.title ?? say(order, '{announcement}'),
    content: (notice?.content ?? null) as RichNode | null,
  }
  return [
    section('项目概况', { rows: [...summary(order), ...schedule] }),
    ...(isPrivate(order) ? [section('受邀供应商', { rows: await invitedRows(ctx, orderId) })] : []),
    await textSection(ctx, order, { text: draft }),
    section(say(order, '{documents}'), { files: (await orderFiles(ctx, orderId, null)).map(fileOf) }),
  ]
}

async function invitedRows(ctx: Any, orderId: string) {
  return (await invitedOf(ctx, orderId)).map(({ name, reason }) => ({ label: name, value: reason }))
}

export async function change(
  ctx: Any,
  orderId: string,
  body: Payload<typeof notice.publishChange>,
): Promise<Section[]> {
  const order = await orderRow(ctx, orderId)
  const before = scheduleOf(order)
  const moved = datesOf(order).filter(([key]) => body.schedule[key] !== undefined && body.schedule[key] !== before[key])
  return [
    section('变更内容', {
      rows: [...summary(order), { label: say(order, '影响{offer}编制'), value: body.affectsBids ? '是' : '否' }],
      table:
        moved.length > 0
          ? {
              columns: ['时间', '变更前', '变更后'],
              rows: moved.map(([key, label]) => [label, formatTime(before[key]), formatTime(body.schedule[key])]),
            }
          : null,
    }),
    await textSection(ctx, changedBy(order, body.schedule), { text: body, files: await sized(ctx, body.files) }),
  ]
}

export async function clarification(
  ctx: Any,
  orderId: string,
  body: Payload<typeof notice.publishClarification>,
): Promise<Section[]> {
  const ids = body.answers.map((a) => a.questionId)
  const questions = ids.length
    ? await ctx.many('order_question', { orderId, id: ids }, { columns: ['id', 'content'] })
    : []
  const order = await orderRow(ctx, orderId)
  const textOf = (id: string) => questions.find((q) => q.id === id)?.content ?? ''
  return [
    section('答复', {
      rows: [...summary(order), { label: say(order, '影响{offer}编制'), value: body.affectsBids ? '是' : '否' }],
      table: { columns: ['问题', '答复'], rows: body.answers.map((a) => [textOf(a.questionId), a.answer]) },
    }),
    await textSection(ctx, order, { text: body }),
  ]
}

export async function candidates(
  ctx: Any,
  orderId: string,
  body: Payload<typeof notice.publishCandidates>,
): Promise<Section[]> {
  const order = await orderRow(ctx, orderId)
  // The instant follows from when it is published, after the last approval.
  const more = { 公示截止时间: `发布之日起 ${body.publicityDays} 日期满时` }
  const { change } = body
  const before = change ? await rowsOf(ctx, order, { kind: 'candidates', change }) : []
  const planned = await plannedCandidates(ctx, order, body)
  const winners = body.awards
    ? (await chosenParts(ctx, order, body)).map(({ lines, ...row }) => ({ ...row, lines: lines ?? [] }))
    : []
  return [
    ...(change ? [await changeSection(ctx, order, { change, label: say(order, '原{won}候选人'), rows: before })] : []),
    section(say(order, change ? '变更后的{won}候选人' : '{won}候选人'), {
      rows: [
        ...summary(order),
        { label: '公示期', value: `${body.publicityDays} 日` },
        ...(body.reason ? [{ label: '选定原因', value: body.reason }] : []),
      ],
      table: ranking(order, isRanked(order) ? planned : planned.map((row) => ({ ...row, rank: null }))),
    }),
    ...(await lineSections(ctx, order, { choice: body, winners })),
    await textSection(ctx, order, { text: body, more, blocks: candidateBlocks(order, planned) }),
  ]
}

export async function winner(
  ctx: Any,
  orderId: string,
  body: Payload<typeof notice.publishWinner>,
): Promise<Section[]> {
  const rows = await candidateRows(ctx, orderId)
  const order = await orderRow(ctx, orderId)
  const choice = await choiceIn(ctx, order, body)
  const winners = await chosenWinners(ctx, order, body)
  const more = winners.length > 0 ? winnerFields(winners) : {}
  const { change } = body
  const fell = change ? await rowsOf(ctx, order, { kind: 'award', change }) : []
  // Several who were proposed together have no order.
  const hasRanks = isRanked(order) || !publicises(order)
  const rankOf = (tradeId: string) => rows.find((row) => row.tradeId === tradeId)?.rank ?? '-'
  const named = winners.map(
    ({ tradeId, supplierName }) => `${supplierName}${hasRanks ? `（第 ${rankOf(tradeId)} 候选人）` : ''}`,
  )
  return [
    ...(change ? [await changeSection(ctx, order, { change, label: say(order, '原{winner}'), rows: fell })] : []),
    section(say(order, change ? '变更后的{winner}' : '{winner}'), {
      rows: [
        ...summary(order),
        { label: say(order, '{winner}'), value: named.join('、') || '-' },
        { label: say(order, '{won}金额'), value: more.中标金额 ?? '-' },
        ...(choice.reason ? [{ label: '选定原因', value: choice.reason }] : []),
      ],
      table: ranking(order, hasRanks ? rows : rows.map((row) => ({ ...row, rank: null }))),
    }),
    ...(await lineSections(ctx, order, { choice, winners })),
    await textSection(ctx, order, { text: body, more }),
  ]
}

/** Who delivers what line by line, and what is not bought. */
async function lineSections(
  ctx: Any,
  order: Order,
  { choice, winners }: { choice: Choice; winners: readonly ChosenWinner[] },
): Promise<Section[]> {
  if (!choice.awards) return []
  const items = new Map((await orderItems(ctx, order)).map((item) => [item.id, item]))
  const reasons = new Map(choice.reasons?.map(({ itemId, reason }) => [itemId, reason]))
  const lead = (itemId: string) => {
    const item = items.get(itemId)
    return [String(item?.line ?? '-'), item?.name ?? '-']
  }
  const { unbought = [] } = choice
  const columns = ['序号', '名称', '数量', '单价（元）', '金额（元）', '选定原因']
  return [
    ...winners.map(({ supplierName, price, lines }) =>
      section(`${supplierName}：${formatAmount(price)} 元`, {
        table: {
          columns,
          rows: lines.map(({ itemId, quantity, unitPrice, amount }) => [
            ...lead(itemId),
            formatDigits(quantity),
            formatDigits(unitPrice, 2),
            formatAmount(amount),
            reasons.get(itemId) ?? '',
          ]),
        },
      }),
    ),
    ...(unbought.length === 0
      ? []
      : [
          section('不采购的清单行', {
            table: {
              columns: ['序号', '名称', '数量', '原因'],
              rows: unbought.map(({ itemId, quantity, reason }) => [...lead(itemId), quantity, reason]),
            },
          }),
        ]),
  ]
}

/** What falls away, why, and on what evidence. */
async function changeSection(
  ctx: Any,
  order: Order,
  { change, label, rows }: { change: CandidateChange | AwardChange; label: string; rows: readonly Ranked[] },
): Promise<Section> {
  const excluded = change.excluded ? rows.filter(({ tradeId }) => change.excluded!.includes(tradeId)) : rows
  return section(label, {
    rows: [
      { label: '资格取消', value: excluded.map(({ supplierName }) => supplierName).join('、') },
      { label: '变更原因', value: say(order, causeLabel(change.cause)) },
      { label: '具体说明', value: change.reason },
    ],
    table: ranking(order, rows),
    files: await sized(ctx, [change.evidence]),
  })
}

export async function abortive(ctx: Any, orderId: string, body: Payload<typeof declareAbortive>): Promise<Section[]> {
  const order = await orderRow(ctx, orderId)
  const text = await withLiveFields(ctx, order, { text: { title: '流标处理', content: body.content } })
  return [
    section('流标处理', {
      rows: [...summary(order), { label: '流标原因', value: body.reason }],
      content: text.content as Section['content'],
    }),
  ]
}

export async function invitees(ctx: Any, orderId: string, body: Payload<typeof addInvitees>): Promise<Section[]> {
  const order = await orderRow(ctx, orderId)
  const names = await Promise.all(body.companyIds.map((id) => companyName(ctx, id)))
  return [
    section('追加供应商', {
      rows: [
        ...summary(order),
        { label: '报名截止时间', value: formatTime(order.signUpEnd) },
        { label: '追加的供应商', value: names.join('、') },
        { label: '原因', value: body.reason },
      ],
    }),
  ]
}

export async function signUpResult(ctx: Any, tradeId: string, body: Payload<typeof decideTrade>): Promise<Section[]> {
  const trade = await ctx.expectOne('trade', { id: tradeId })
  const mobile = ctx.cipher.open('trade.contact_mobile', trade.id, trade.contactMobile)
  const order = await orderRow(ctx, trade.orderId)
  const files = await tradeFiles(ctx, tradeId)
  const lapses = await lapsesOf(ctx, order, { companyId: trade.supplierCompanyId, given: files })
  return [
    section('审核结果', {
      rows: [
        ...summary(order),
        { label: '供应商', value: await companyName(ctx, trade.supplierCompanyId) },
        { label: '联系人', value: `${trade.contactName} ${mobile}` },
        { label: '审核意见', value: body.pass ? '通过' : `不通过：${body.reason}` },
        ...lapses.map((one) => ({ label: one.kind, value: standingInWords(one) })),
      ],
    }),
    section('报名材料', { files: files.map(fileOf) }),
  ]
}

/** The text that would be published, its live fields as an approver must judge them. */
async function textSection(
  ctx: Any,
  order: Order,
  { text, files = [], ...live }: Live & { text: NoticeDraft; files?: Section['files'] },
): Promise<Section> {
  const { title, content } = await withLiveFields(ctx, order, {
    text: { title: text.title, content: text.content },
    ...live,
  })
  return section(title, { content: content as Section['content'], files })
}

interface NoticeDraft {
  title: string
  content: RichNode | null
}

/** An order with the dates that a change would give it. */
function changedBy(order: Order, schedule: Partial<Record<string, string | null>>): Order {
  const moved = DATES.flatMap((field) => {
    const at = schedule[field]
    return at === undefined ? [] : [[field, at === null ? null : new Date(at)]]
  })
  return { ...order, ...Object.fromEntries(moved) }
}

function section(title: string, parts: Partial<Section>): Section {
  return { title, rows: [], table: null, content: null, files: [], ...parts }
}

function summary(order: Order) {
  return [
    { label: say(order, '{title}'), value: order.title },
    { label: '编号', value: order.code },
    { label: '采购方式', value: methodOf(order.method).name },
    { label: '采购预算', value: `${formatAmount(order.estimatedPrice)} 元` },
  ]
}

interface Ranked {
  tradeId: string
  rank: number | null
  supplierName: string
  price: string
  score?: string | null
}

/** Those who stood in the version that a change replaces, also after it was replaced. */
async function rowsOf(
  ctx: Any,
  order: Order,
  { kind, change }: { kind: ResultKind; change: { version: number } },
): Promise<Ranked[]> {
  const versions = await resultVersions(ctx, order, kind)
  return versions.find(({ version }) => version === change.version)?.rows ?? []
}

function ranking(order: Order, rows: readonly Ranked[]): Section['table'] {
  const [isRanked, isScored] = [rows.some(({ rank }) => rank !== null), rows.some(({ score }) => score != null)]
  return {
    columns: [
      ...(isRanked ? ['名次'] : []),
      say(order, '{contender}'),
      say(order, '{offerPrice}（元）'),
      ...(isScored ? ['评分'] : []),
    ],
    rows: rows.map((row) => [
      ...(isRanked ? [String(row.rank)] : []),
      row.supplierName,
      formatAmount(row.price),
      ...(isScored ? [row.score ?? '-'] : []),
    ]),
  }
}

function fileOf({ fileId, name, size }: { fileId: string; name: string; size: number }) {
  return { fileId, name, size }
}

/** Files of a body that is not stored with the order yet. They were the initiator's own when it was checked. */
async function sized(ctx: Any, files: readonly { fileId: string; name: string }[]): Promise<Section['files']> {
  if (files.length === 0) return []
  const ids = files.map((f) => f.fileId)
  const rows = await ctx.many('file_object', { id: ids }, { columns: ['id', 'size'] })
  return files.map(({ fileId, name }) => ({ fileId, name, size: rows.find((r) => r.id === fileId)?.size ?? 0 }))
}
