import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { canonicalBytes } from '#features/sealing/core/canonical.ts'
import { implement, implementFile, implementForPerson, type Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { CONCLUSIONS, conclusionProblem, type Opinion } from '../rules/verification.ts'
import {
  acting,
  ACTS,
  activeOf,
  announce,
  invalid,
  type Member,
  type Personal,
  record,
  seatAt,
  SEATED,
  type Verification,
} from './access.ts'
import { reportPdf } from './report-pdf.ts'
import { subjectOf } from './subjects.ts'
import { tellExperts, tellHandler } from './telling.ts'

/** What experts say, alone and then together, and the report of it. */
export const opinionRoutes: readonly Route[] = [
  implementForPerson(contract.giveOpinions, SEATED, async (ctx, { params, body }) => {
    const { verification, members, own } = await acting(ctx, params.verificationId, 'opine')
    const questions = verification.questions as { questionId: string }[]
    const given = new Map(body.opinions.map((one) => [one.questionId, one]))
    if (given.size !== questions.length || questions.some(({ questionId }) => !given.has(questionId)))
      throw invalid('opinions', '请逐题提交意见')
    const bare = body.opinions.findIndex(({ opinion, reason }) => opinion !== 'agree' && reason.length < 2)
    if (bare >= 0) throw invalid(`opinions.${bare}.reason`, '修改后同意、不同意的，请说明理由')
    await ctx.insert(
      'verification_opinion',
      [...given.values()].map((one) => ({ memberId: own!.id, ...one })),
    )
    await ctx.update('verification_expert', { id: own!.id }, { givenAt: ctx.clock.now() })
    // That it was given is on record, what it says not before all have.
    record(ctx, verification, { action: 'opinion', summary: '专家提交论证意见', data: { memberId: own!.id } })
    const silent = activeOf(members).filter(({ id, givenAt }) => id !== own!.id && givenAt === null)
    if (silent.length === 0)
      await tellExperts(ctx, verification, {
        userIds: activeOf(members)
          .filter(({ isChair }) => isChair)
          .map(({ userId }) => userId),
        title: '请形成论证结论',
        content: '专家意见已全部提交，请综述并形成结论。',
      })
    announce(ctx, verification)
  }),

  implementForPerson(contract.concludeVerification, SEATED, async (ctx, { params, body }) => {
    const { verification, members, own, to } = await acting(ctx, params.verificationId, 'conclude')
    const { conclusion, summary, amendments } = body
    const active = activeOf(members)
    const opinions = await ctx.many('verification_opinion', { memberId: active.map(({ id }) => id) })
    const problem = conclusionProblem(
      conclusion,
      opinions.map(({ opinion }) => opinion as Opinion),
    )
    if (problem) throw invalid('conclusion', problem)
    if (conclusion === 'amended' && amendments.length < 2) throw invalid('amendments', '请填写应当修改的内容')
    const now = ctx.clock.now()
    const text = {
      type: 'kaibiao/verification-report/1',
      code: verification.code,
      at: now.toISOString(),
      conclusion,
      summary,
      amendments,
      opinions: opinions.map(({ memberId, questionId, opinion, reason }) => ({
        memberId,
        questionId,
        opinion,
        reason,
      })),
    }
    const reportHash = createHash('sha256').update(canonicalBytes(text)).digest()
    await ctx.update(
      'verification',
      { id: verification.id },
      { state: to, conclusion, summary, amendments, reportHash, concludedAt: now },
    )
    const hash = reportHash.toString('hex')
    record(ctx, verification, {
      action: 'conclude',
      summary: `组长${own!.name}形成论证结论：${CONCLUSIONS[conclusion]}`,
      data: { conclusion, hash },
    })
    await tellExperts(ctx, verification, {
      userIds: active.map(({ userId }) => userId),
      title: '请签署论证报告',
      content: '论证报告已编制，请核对后签署。',
    })
    announce(ctx, verification)
    return { hash }
  }),

  implementForPerson(contract.signVerification, SEATED, async (ctx, { params, body }) => {
    const { verification, members, own } = await acting(ctx, params.verificationId, 'sign')
    if (body.signature !== own!.name) throw invalid('signature', `请输入本人姓名“${own!.name}”签名`)
    if (verification.reportHash!.toString('hex') !== body.hash)
      throw new AppError('wrongState', '论证报告与所见不符，请核对后签署')
    await ctx.update('verification_expert', { id: own!.id }, { signedAt: ctx.clock.now(), dissent: body.dissent })
    record(ctx, verification, {
      action: 'sign',
      summary: `${own!.name}签署论证报告`,
      data: { memberId: own!.id, hash: body.hash, dissent: body.dissent },
    })
    const isLast = activeOf(members).every(({ id, signedAt }) => id === own!.id || signedAt !== null)
    if (isLast) await issue(ctx, verification)
    else announce(ctx, verification)
  }),

  implement(contract.closeReport, ACTS, async (ctx, { params, body }) => {
    const { verification, members } = await acting(ctx, params.verificationId, 'close')
    const silent = activeOf(members).filter(({ signedAt }) => signedAt === null)
    for (const { id } of silent)
      await ctx.update('verification_expert', { id }, { dissent: `未签字（${ctx.actor.name}记录）：${body.reason}` })
    record(ctx, verification, { action: 'close', summary: `记录${namesOf(silent)}未签署论证报告：${body.reason}` })
    await issue(ctx, verification)
  }),

  implement(contract.waiveVerification, ACTS, async (ctx, { params, body }) => {
    const { verification } = await acting(ctx, params.verificationId, 'waive')
    const { version } = await subjectOf(ctx, verification)
    await ctx.insert('verification_waiver', {
      verificationId: verification.id,
      version,
      reason: body.reason,
      madeByName: ctx.actor.name,
      madeAt: ctx.clock.now(),
    })
    record(ctx, verification, {
      action: 'waive',
      summary: `第 ${version} 版不再论证：${body.reason}`,
      data: { version },
    })
    announce(ctx, verification)
  }),

  implementFile(contract.verificationReport, { ...SEATED, audience: 'person' }, async (ctx, { params }) => {
    const { verification, members, own, who } = await seatAt(ctx, params.verificationId)
    if (own && who.seat?.reply !== 'accepted') throw new AppError('notFound')
    if (verification.reportHash === null) throw new AppError('wrongState', '论证报告尚未编制')
    const content = await reportPdf(ctx, verification, members)
    return { name: `论证报告-${verification.code}.pdf`, mime: 'application/pdf', content, size: content.length }
  }),
]

async function issue(ctx: Personal, verification: Verification): Promise<void> {
  await ctx.update('verification', { id: verification.id }, { state: 'reported', endedAt: ctx.clock.now() })
  record(ctx, verification, { action: 'report', summary: '出具论证报告' })
  await tellHandler(ctx, verification, {
    title: '论证报告已出具',
    content: `结论：${CONCLUSIONS[verification.conclusion as 'passed']}。`,
  })
  announce(ctx, verification)
}

function namesOf(members: readonly Member[]): string {
  return members.map(({ name }) => name).join('、')
}
