import { bindRow } from '#server/bound-rows.ts'
import { formatTime } from '#contract/time.ts'
import { type ArchivePart, buyer, filed, jsonEntry } from '#features/procurement/server/public.ts'
import { keepFile } from '#server/files/keep-file.ts'
import type { Route } from '#server/implement.ts'
import { renderPdf } from '#server/pdf/render.ts'
import * as contract from '../contract.ts'
import { ASK_KINDS, isUnsealed, STANCES } from '../rules/review.ts'
import {
  announce,
  type Any,
  demandReview,
  handedIn,
  type Order,
  record,
  type ReviewRow,
  seatAt,
  type StoredFile,
} from './access.ts'
import { REVIEWS } from './bound.ts'
import { signedOpinion } from './opinions.ts'
import { answersTo, asksOf, reviewValue } from './values.ts'

/** The owner sums up; what was said is kept as a document. */
export const concludeRoutes: readonly Route[] = [
  buyer(contract.concludeReview, async (ctx, { params, body }) => {
    const seat = await seatAt(ctx, params.orderId, 'share')
    const { order } = seat
    const review = await demandReview(ctx, seat, 'conclude')
    const now = ctx.clock.now()
    const ended: ReviewRow = {
      ...review,
      status: 'concluded',
      endedAt: now,
      endedByName: ctx.actor.name,
      conclusion: body.conclusion,
    }
    const pdf = await renderPdf(TEMPLATE, await recordData(ctx, order, ended), { at: now, by: ctx.actor })
    const name = `线上评审记录-${order.code}-${review.no}.pdf`
    const { fileId, sha256 } = await keepFile(ctx, await ctx.files.put(pdf), { name, use: 'light-review-record' })
    const { status, endedAt, endedByName, conclusion } = ended
    await ctx.update(
      'light_review',
      { id: review.id },
      { status, endedAt, endedByName, conclusion, recordFileId: fileId, recordHash: sha256 },
    )
    bindRow(ctx, REVIEWS, [review.id])
    const hash = sha256.toString('hex')
    record(ctx, order.id, {
      action: 'conclude',
      summary: `汇总线上评审，记录 SHA-256 ${hash}`,
      data: { reviewId: review.id, fileId, sha256: hash },
    })
    announce(ctx, 'changed', { orderId: order.id })
    return { sha256: hash }
  }),
]

/** Reviews in the archive of an order: their records, what was signed, and what suppliers answered. */
export const opinionArchive: ArchivePart = {
  name: 'light-review',
  async entries(ctx, order) {
    const rows = (await ctx.many('light_review', { orderId: order.id }, { orderBy: ['no'] })).filter(
      ({ status }) => status !== 'set',
    )
    const entries = await Promise.all(
      rows.map(async (review) => {
        const folder = `light-review/${review.no}`
        const asks = await asksOf(ctx, review.id)
        const files = [...(await answersTo(ctx, asks)).values()].flat().flatMap((one) => one.files as StoredFile[])
        return [
          jsonEntry(`${folder}/review.json`, await reviewValue(ctx, review, { tellsProgress: true })),
          // Of a review that was broken off nobody ever reads what was said.
          ...(isUnsealed(review.status)
            ? [jsonEntry(`${folder}/opinions.json`, await signedOpinions(ctx, review))]
            : []),
          ...(review.recordHash
            ? [filed('review', `线上评审记录-${review.no}.pdf`, { sha256: review.recordHash.toString('hex') })]
            : []),
          ...files.map(({ sha256, name }) =>
            filed('review', `线上评审-${review.no} 供应商答复/${sha256.slice(0, 8)}-${name}`, { sha256 }),
          ),
        ]
      }),
    )
    return entries.flat()
  },
}

async function signedOpinions(ctx: Any, review: ReviewRow) {
  return [...(await handedIn(ctx, review.id)).values()].map((row) => ({
    signed: signedOpinion(ctx, {
      review,
      opinion: {
        ...row,
        signature: row.signature!,
        handedInAt: row.handedInAt!,
        salt: row.salt!,
      },
    }),
    hash: row.hash!.toString('hex'),
  }))
}

const time = (at: string) => `${formatTime(at, true)}（北京时间）`

async function recordData(ctx: Any, order: Order, review: ReviewRow) {
  const owner = await ctx.expectOne('company', { id: order.ownerCompanyId }, { columns: ['name'] })
  const { members, opinions, asks, criteria, note, conclusion, endedByName, ...dates } = await reviewValue(
    ctx,
    review,
    {
      tellsProgress: true,
    },
  )
  const of = (memberId: string) => opinions.find((one) => one.memberId === memberId)
  return {
    org: owner.name,
    number: `${order.code}-${review.no}`,
    facts: [
      ['采购单', order.title],
      ['发起', `${review.createdByName}，${time(dates.startedAt)}`],
      ['提交截止', time(dates.deadline)],
      ['意见开启', time(dates.openedAt!)],
      ...(note ? [['说明', note]] : []),
    ],
    members: members.map(({ memberId, name, isChair, outAt, outReason }) => ({
      name: isChair ? `${name}（牵头人）` : name,
      state: outAt
        ? `已更换：${outReason}`
        : of(memberId)
          ? `${time(of(memberId)!.at)}${of(memberId)!.isLate ? '，逾期提交' : ''}`
          : '未提交',
    })),
    opinions: opinions.map(({ name, answers, remark, signature, at, hash }) => ({
      name,
      rows: criteria.map((title, i) => ({
        no: String(i + 1),
        title,
        stance: STANCES[answers[i]!.stance!],
        reason: answers[i]!.reason,
      })),
      remark,
      sign: `${signature}，${time(at)}`,
      hash,
    })),
    asks: asks.map(({ supplierName, kind, title, content, deadline, answers: [answer] }) => ({
      supplier: supplierName,
      what: [`${ASK_KINDS[kind]}：${title}`, content].filter(Boolean).join('\n'),
      answer: answer
        ? [answer.content, ...answer.files.map((file) => file.name), `${answer.byName}，${time(answer.at)}`]
            .filter(Boolean)
            .join('\n')
        : `截至 ${time(deadline)} 未答复`,
    })),
    conclusion,
    signs: [
      ['汇总', `${endedByName}，${time(dates.endedAt!)}`],
      ['评审设置指纹', review.settingHash!.toString('hex')],
    ],
  }
}

const TEMPLATE = `#import "base.typ": *
#show: official.with(title: "线上评审记录", org: input.org, number: input.number)
#facts(input.facts)
= 评审人员
#data-table(
  ((title: "姓名", key: "name", width: 1fr), (title: "提交情况", key: "state", width: 2.4fr)),
  input.members,
)
= 评审意见
#for one in input.opinions [
  == #one.name
  #data-table(
    ((title: "序号", key: "no", width: 32pt, align: "center"), (title: "评审事项", key: "title", width: 1.6fr), (title: "意见", key: "stance", width: 0.7fr, align: "center"), (title: "理由", key: "reason", width: 1.6fr)),
    one.rows,
  )
  #if one.remark != "" { par[其他意见：#one.remark] }
  #text(size: 9pt, fill: muted)[签名：#one.sign \\ SHA-256：#one.hash]
]
#if input.asks.len() > 0 [
  = 供应商补充文件和说明
  #data-table(
    ((title: "供应商", key: "supplier", width: 1.1fr), (title: "要求", key: "what", width: 1.3fr), (title: "答复", key: "answer", width: 1.6fr)),
    input.asks,
  )
]
= 评审结论
#par(input.conclusion)
#seal-block(title: "汇总", facts: input.signs, hashes: (), note: "各评审人员在意见开启前互不可见；意见提交后不能修改，指纹记入审计链。")
`
