import { expertsOnOffer, expertsToChoose, expertTitles, usableExtractions } from '#features/experts/server/public.ts'
import { ExtractionKind } from '#features/experts/rules/enums.ts'
import { tiesTo } from '#features/procurement/server/public.ts'
import { implement, implementForPerson, type Route } from '#server/implement.ts'
import { AppError } from '#contract/errors.ts'
import * as contract from '../contract.ts'
import {
  acting,
  ACTS,
  activeOf,
  announce,
  type Any,
  type Ctx,
  invalid,
  record,
  seatAt,
  SEATED,
  type Verification,
} from './access.ts'
import { subjectOf } from './subjects.ts'
import { tellExperts, tellHandler } from './telling.ts'

interface Person {
  userId: string
  name: string
  employer: string
  employerCode: string
}

/** Who verifies: named or drawn, none tied to a supplier that is named in the answers. */
export const expertRoutes: readonly Route[] = [
  implement(contract.verificationExperts, ACTS, async (ctx, { params }) => {
    const { verification, who } = await seatAt(ctx, params.verificationId)
    if (!who.isHandler) throw new AppError('notFound')
    const offered = await expertsOnOffer(ctx, ctx.actor.companyId)
    const ties = await tiesOf(ctx, verification, offered)
    const titles = await expertTitles(
      ctx,
      offered.map(({ id }) => id),
    )
    return {
      experts: offered.map(({ id, userId, name, employer }) => ({
        expertId: id,
        name,
        title: titles.get(id) ?? '',
        employer,
        tie: ties.get(userId) ?? '',
      })),
      extractions: (await extractionsFor(ctx)).map(({ id, ...rest }) => ({ extractionId: id, ...rest })),
    }
  }),

  implement(contract.inviteExperts, ACTS, async (ctx, { params, body }) => {
    const before = await seatAt(ctx, params.verificationId)
    const { verification, members, to } = await acting(
      ctx,
      params.verificationId,
      before.facts.state === 'draft' ? 'invite' : 'add',
    )
    const drawn = body.extractionId === null ? [] : await drawnBy(ctx, body.extractionId)
    const wanted = [...new Set([...body.expertIds, ...drawn])]
    const chosen = await expertsToChoose(ctx, { companyId: ctx.actor.companyId, ids: wanted })
    if (chosen.length < wanted.length) throw invalid('expertIds', '所选专家不存在或已停用，请刷新后重新选择')
    const fresh = chosen.filter(({ userId }) => members.every((one) => one.userId !== userId))
    if (fresh.length === 0 && body.chairId === null) throw invalid('expertIds', '请选择专家')
    const ties = await tiesOf(ctx, verification, fresh)
    const [tied] = fresh.filter(({ userId }) => ties.has(userId))
    if (tied) throw invalid('expertIds', `${tied.name}应当回避：${ties.get(tied.userId)}`)
    const titles = await expertTitles(
      ctx,
      fresh.map(({ id }) => id),
    )
    const now = ctx.clock.now()
    await ctx.insert(
      'verification_expert',
      fresh.map(({ id, userId, name, employer, employerCode }) => ({
        id: ctx.newId(),
        verificationId: verification.id,
        expertId: id,
        userId,
        name,
        title: titles.get(id) ?? '',
        employer,
        employerCode,
        isDrawn: drawn.includes(id),
        isChair: false,
        reply: 'waiting',
        chosenAt: now,
      })),
    )
    if (body.chairId !== null) await appoint(ctx, verification, body.chairId)
    await ctx.update('verification', { id: verification.id }, { state: to, invitedAt: verification.invitedAt ?? now })
    record(ctx, verification, {
      action: 'invite',
      summary: `邀请论证专家 ${fresh.length} 名`,
      data: { experts: fresh.map(({ id }) => id), drawn },
    })
    await tellExperts(ctx, verification, {
      userIds: fresh.map(({ userId }) => userId),
      title: '邀请您参加需求论证',
      content: '请查看论证内容和供应商名单，声明无利害关系后接受，或者说明原因。',
    })
    announce(ctx, verification)
  }),

  implementForPerson(contract.replyVerification, SEATED, async (ctx, { params, body }) => {
    const { verification, own } = await acting(ctx, params.verificationId, 'reply')
    const { accepts, reason } = body
    if (accepts) {
      const tie = (await tiesOf(ctx, verification, [own!])).get(own!.userId)
      if (tie) throw new AppError('wrongState', `您应当回避：${tie}`)
    }
    await ctx.update(
      'verification_expert',
      { id: own!.id },
      { reply: accepts ? 'accepted' : 'refused', replyReason: reason, repliedAt: ctx.clock.now() },
    )
    record(ctx, verification, {
      action: 'reply',
      summary: accepts ? `${own!.name}接受论证邀请，声明无利害关系` : `${own!.name}不参加论证：${reason}`,
      data: { memberId: own!.id },
    })
    await tellHandler(ctx, verification, {
      title: accepts ? '专家已接受论证邀请' : '专家不参加论证',
      content: accepts ? `${own!.name}已接受。` : `${own!.name}：${reason}。请补充专家。`,
    })
    announce(ctx, verification)
  }),

  implement(contract.beginVerification, ACTS, async (ctx, { params }) => {
    const { verification, members, to } = await acting(ctx, params.verificationId, 'begin')
    const active = activeOf(members)
    const ties = await tiesOf(ctx, verification, active)
    const [tied] = active.filter(({ userId }) => ties.has(userId))
    if (tied) throw new AppError('wrongState', `${tied.name}应当回避：${ties.get(tied.userId)}`)
    const { version } = await subjectOf(ctx, verification)
    if (version !== verification.version)
      throw new AppError('wrongState', '论证对象在邀请后已变更，请终止本次论证，按变更后的内容重新论证')
    await ctx.update('verification', { id: verification.id }, { state: to, begunAt: ctx.clock.now() })
    record(ctx, verification, { action: 'begin', summary: `开始论证，专家 ${active.length} 名` })
    await tellExperts(ctx, verification, {
      userIds: active.map(({ userId }) => userId),
      title: '请提交论证意见',
      content: '请逐题独立提交意见，全部提交前互不可见。',
    })
    announce(ctx, verification)
  }),

  implement(contract.failVerification, ACTS, async (ctx, { params, body }) => {
    const { verification, members, to } = await acting(ctx, params.verificationId, 'fail')
    await ctx.update(
      'verification',
      { id: verification.id },
      { state: to, failReason: body.reason, endedAt: ctx.clock.now() },
    )
    record(ctx, verification, { action: 'fail', summary: `终止论证：${body.reason}` })
    await tellExperts(ctx, verification, {
      userIds: members.filter(({ reply }) => reply !== 'refused').map(({ userId }) => userId),
      title: '论证已终止',
      content: `原因：${body.reason}。`,
    })
    announce(ctx, verification)
  }),
]

/** Why people have to avoid, by user id: they work for a supplier named in the answers, or for the buyer. */
async function tiesOf(ctx: Any, verification: Verification, people: readonly Person[]): Promise<Map<string, string>> {
  const { purchaserCompanyId, companyId, suppliers } = await subjectOf(ctx, verification)
  const ids = suppliers.flatMap((one) => one.companyId ?? [])
  const buyers = await companiesOf(ctx, [purchaserCompanyId, companyId])
  const named = await companiesOf(ctx, ids)
  // Who answered on paper is known by its name alone.
  const paper = suppliers.flatMap(({ companyId: id, name }) => (id === null ? [{ id: name, name, code: '' }] : []))
  const companies = [...named, ...paper].map((one) => ({ ...one, tradeId: one.id }))
  const ties = await tiesTo(
    ctx,
    { purchaserCompanyId, ownerCompanyId: companyId },
    {
      companies: companies.filter(({ id }) => named.some((one) => one.id === id)),
      called: '应答单位',
      people: people.map(({ userId, name, employer, employerCode }) => ({ userId, name, employer, employerCode })),
    },
  )
  const found = new Map(ties.map(({ userId, reason }) => [userId, reason]))
  for (const { userId, employer, employerCode } of people) {
    const buyer = buyers.find((one) => (employerCode !== '' && one.code === employerCode) || one.name === employer)
    if (buyer) found.set(userId, `任职于${buyer.name}`)
    const supplier = paper.find(({ name }) => name === employer)
    if (supplier) found.set(userId, `任职于应答单位${supplier.name}`)
  }
  return found
}

async function companiesOf(ctx: Any, ids: readonly string[]) {
  if (ids.length === 0) return []
  return ctx.tx
    .selectFrom('company')
    .select(['id', 'name', 'creditCode as code'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
}

function extractionsFor(ctx: Ctx) {
  return usableExtractions(ctx, { companyId: ctx.actor.companyId, kind: ExtractionKind.values.demand })
}

async function drawnBy(ctx: Ctx, extractionId: string): Promise<string[]> {
  const found = (await extractionsFor(ctx)).find(({ id }) => id === extractionId)
  if (!found) throw invalid('extractionId', '所选抽取不存在、尚未结束或者名单尚未公开')
  return found.expertIds
}

/** One leads; by the id of the expert. */
async function appoint(ctx: Ctx, { id: verificationId }: Verification, chairId: string): Promise<void> {
  const members = await ctx.many('verification_expert', { verificationId })
  const chair = members.find(({ expertId, reply }) => expertId === chairId && reply !== 'refused')
  if (!chair) throw invalid('chairId', '组长须为受邀且未拒绝的专家')
  await ctx.update('verification_expert', { verificationId }, { isChair: false })
  await ctx.update('verification_expert', { id: chair.id }, { isChair: true })
}
