import { type SqlBool, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { readsDemands } from '#features/demands/server/public.ts'
import { keptFile, type StoredFile } from '#server/files/own-files.ts'
import { implement, implementFile, implementForPerson, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract.ts'
import { type Reply, STATES, STATUS } from '../rules/verification.ts'
import { type Ctx, type Personal, READS, seatAt, SEATED, type Verification } from './access.ts'
import { subjectOf } from './subjects.ts'

const TABS = {
  all: sql<boolean>`true`,
  ...Object.fromEntries(Object.keys(STATES).map((state) => [state, sql<boolean>`v.state = ${sql.lit(state)}`])),
}
const IS_OVER = sql<boolean>`v.state in ('reported', 'failed')`

/** Verifications as their owner reads them, and as each expert may. */
export const viewRoutes: readonly Route[] = [
  implement(contract.verificationPage, READS, async (ctx, { query }) => {
    if (!readsDemands(ctx.actor)) throw new AppError('noRight')
    const page = await listPage(ctx, {
      query,
      tabs: TABS,
      tab: query.state ?? 'all',
      list: {
        alias: 'v',
        keys: ['id'],
        rows: () => own(ctx).$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, TEXTS))),
      },
      show: (rows) => own(ctx).innerJoin(rows, 'page.id', 'v.id').selectAll('v'),
    })
    return { ...page, rows: page.rows.map(rowValue) }
  }),

  implementForPerson(contract.ownVerifications, { workbench: 'expert' }, async (ctx, { query }) => {
    const page = await listPage(ctx, {
      query,
      tabs: { all: sql<boolean>`true`, open: sql<boolean>`not ${IS_OVER}`, done: IS_OVER },
      tab: query.tab ?? 'all',
      list: {
        alias: 'v',
        keys: ['id'],
        rows: () => seats(ctx).$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, TEXTS))),
      },
      show: (rows) =>
        seats(ctx)
          .innerJoin(rows, 'page.id', 'v.id')
          .innerJoin('company as o', 'o.id', 'v.companyId')
          .selectAll('v')
          .select(['o.name as ownerName', 'm.reply', 'm.givenAt']),
    })
    return {
      ...page,
      rows: page.rows.map(({ ownerName, reply, givenAt, ...row }) => {
        const { createdByName: _, ...value } = rowValue(row)
        return { ...value, ownerName, reply: reply as Reply, hasGiven: givenAt !== null }
      }),
    }
  }),

  implementForPerson(contract.verificationDetail, SEATED, async (ctx, { params }) => {
    const { verification, members, own: seat, facts, who, isUnsealed } = await seatAt(ctx, params.verificationId)
    const subject = await subjectOf(ctx, verification)
    const waivers = await ctx.many('verification_waiver', { verificationId: verification.id }, { orderBy: ['version'] })
    // Of others who were asked an expert learns once it has accepted; what they say, once all have spoken.
    const mayKnow = seat === undefined || seat.reply === 'accepted'
    const known = members.filter((one) => mayKnow || one.id === seat?.id)
    const readable = known.filter(({ id }) => (isUnsealed && mayKnow) || id === seat?.id)
    const opinions =
      readable.length === 0 ? [] : await ctx.many('verification_opinion', { memberId: readable.map(({ id }) => id) })
    const concluded = mayKnow
    return {
      ...rowValue(verification),
      background: verification.background,
      questions: verification.questions as { questionId: string; title: string }[],
      files: verification.files as StoredFile[],
      version: verification.version,
      currentVersion: subject.version,
      isOutdated: seat === undefined && facts.isOutdated && verification.state !== 'draft',
      waivers: waivers.map(({ version, reason, madeByName, madeAt }) => ({
        version,
        reason,
        madeByName,
        madeAt: madeAt.toISOString(),
      })),
      isHandler: who.isHandler,
      isUnsealed,
      facts: subject.facts,
      parameters: subject.parameters,
      suppliers: subject.suppliers.map(({ name }) => name),
      members: known.map((one) => ({
        memberId: one.id,
        expertId: one.expertId,
        name: one.name,
        title: one.title,
        employer: one.employer,
        isDrawn: one.isDrawn,
        isChair: one.isChair,
        isOwn: one.id === seat?.id,
        reply: one.reply as Reply,
        replyReason: one.replyReason,
        hasGiven: one.givenAt !== null,
        signedAt: one.signedAt?.toISOString() ?? null,
        dissent: one.dissent,
        opinions: opinions
          .filter(({ memberId }) => memberId === one.id)
          .map(({ questionId, opinion, reason }) => ({ questionId, opinion: opinion as 'agree', reason })),
      })),
      conclusion: concluded ? (verification.conclusion as '') : '',
      summary: concluded ? verification.summary : '',
      amendments: concluded ? verification.amendments : '',
      hash: concluded ? (verification.reportHash?.toString('hex') ?? '') : '',
      failReason: verification.failReason,
      concludedAt: verification.concludedAt?.toISOString() ?? null,
      actions: STATUS.allowed(facts, who, ctx.clock.now().getTime()),
    }
  }),

  implementFile(contract.verificationFile, { ...SEATED, audience: 'person' }, async (ctx, { params }) => {
    const { verification, own: seat } = await seatAt(ctx, params.verificationId)
    if (seat?.reply === 'refused') throw new AppError('notFound')
    return keptFile(ctx, verification.files as StoredFile[], params.fileId)
  }),
]

const TEXTS = ['v.title', 'v.code', 'v.subjectTitle', 'v.subjectCode']

function own(ctx: Ctx) {
  return ctx.tx
    .selectFrom('verification as v')
    .where('v.tenantId', '=', ctx.tenantId)
    .where('v.companyId', '=', ctx.actor.companyId)
}

function seats(ctx: Personal) {
  return ctx.tx
    .selectFrom('verification as v')
    .innerJoin('verification_expert as m', (j) =>
      j.onRef('m.tenantId', '=', 'v.tenantId').onRef('m.verificationId', '=', 'v.id'),
    )
    .where('v.tenantId', '=', ctx.tenantId)
    .where('m.userId', '=', ctx.actor.userId)
    .where(sql<SqlBool>`v.state <> 'draft'`)
}

function rowValue(row: Verification) {
  return {
    verificationId: row.id,
    code: row.code,
    title: row.title,
    subjectKind: row.subjectKind as 'demand',
    subjectId: (row.demandId ?? row.orderId)!,
    subjectTitle: row.subjectTitle,
    subjectCode: row.subjectCode,
    kind: row.kind as 'general',
    state: row.state as 'draft',
    conclusion: row.conclusion as '',
    createdByName: row.createdByName,
    createdAt: row.createdAt.toISOString(),
  }
}
