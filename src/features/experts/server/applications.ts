import { AppError } from '#contract/errors.ts'
import { formatDate } from '#contract/time.ts'
import { demandProven, mobileOf } from '#features/passport/server/public.ts'
import { listPage } from '#server/search/list-page.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implementFile, implementForPerson, type Route } from '#server/implement.ts'
import * as c from '../contract-audit.ts'
import { ApplicationKind, AuditStatus } from '../rules/enums.ts'
import { placeName } from '../rules/regions.ts'
import { qualificationGaps } from '../rules/titles.ts'
import {
  type ApplicationContent,
  applicationView,
  applications,
  demandApplication,
  mobileOfApplication,
} from './application-view.ts'
import { demandOwnFiles, fileAnswer, storedFiles } from './files.ts'
import { add } from './keeping.ts'
import { libraryOf } from './library.ts'
import { demandMajors, majorNames } from './majors.ts'
import { insertShare } from './shares.ts'

type Ctx = Context<Actor>

const KEEPER = { workbench: ['purchaser', 'agency', 'admin'], right: ['expertManagement', 'platform'] } as const
/** Who may look: keepers, and those who put forward. */
const READER = {
  workbench: ['purchaser', 'agency', 'admin'],
  right: ['expertManagement', 'expertExtraction', 'platform'],
} as const

const S = AuditStatus.values

export const applicationRoutes: readonly Route[] = [
  implementForPerson(c.applicationPage, READER, async (ctx, { query }) => {
    const library = libraryOf(ctx.actor)
    const base = applications(ctx)
      .clearSelect()
      .$if(query.direction === 'to', (q) => q.where('a.libraryId', library === null ? 'is' : '=', library))
      .$if(query.direction === 'from', (q) => q.where('a.companyId', library === null ? 'is' : '=', library))
      .$if(query.status !== undefined, (q) => q.where('a.status', '=', query.status!))
      .$if(query.kind !== undefined, (q) => q.where('a.kind', '=', query.kind!))
    const list = { alias: 'a', keys: ['id'], rows: () => base }
    const [page, names] = await Promise.all([
      listPage(ctx, { query, list, show: (page) => applications(ctx).innerJoin(page, 'page.id', 'a.id') }),
      majorNames(ctx),
    ])
    return { ...page, rows: page.rows.map((row) => applicationView(ctx, row, names)) }
  }),

  implementForPerson(c.applicationDetail, READER, async (ctx, { params }) => {
    const row = await demandApplication(ctx, params.applicationId)
    const content = row.content as ApplicationContent
    const earlier = await applications(ctx)
      .where('a.mobileHash', 'in', ctx.cipher.hashes('expert_application.mobile', mobileOfApplication(ctx, row)))
      .where('a.libraryId', row.libraryId === null ? 'is' : '=', row.libraryId)
      .where('a.id', '<>', row.id)
      .orderBy('a.id', 'desc')
      .limit(20)
      .execute()
    return {
      ...applicationView(ctx, row, await majorNames(ctx)),
      fields: content,
      place: placeName(content.region, content.city),
      statement: content.statement,
      files: await storedFiles(ctx, content.files),
      gaps: qualificationGaps(content, Number(formatDate(row.appliedAt).slice(0, 4))),
      history: earlier.map((one) => ({
        applicationId: one.id,
        status: one.status as 0,
        reason: one.reason,
        appliedAt: one.appliedAt.toISOString(),
        decidedByName: one.decidedByName,
        decidedAt: one.decidedAt?.toISOString() ?? null,
      })),
    }
  }),

  implementFile(c.applicationFile, { ...READER, audience: 'person' }, async (ctx, { params }) => {
    const row = await demandApplication(ctx, params.applicationId)
    return fileAnswer(ctx, (row.content as ApplicationContent).files, params.fileId)
  }),

  implementForPerson(c.decideApplication, KEEPER, async (ctx, { params, body }) => {
    const row = await demandApplication(ctx, params.applicationId, { toOwn: true, lock: true })
    if (row.status !== S.pending) throw new AppError('wrongState', '该申请已审核')
    if (row.appliedBy === ctx.actor.userId) throw new AppError('wrongState', '不能审核本人提交的申请')
    if (!body.pass && body.reason.length < 2)
      throw new AppError('invalid', '请填写未通过的原因', [{ path: 'reason', message: '请填写未通过的原因' }])
    const expertId = body.pass ? await takeIn(ctx, row) : row.expertId
    await ctx.update(
      'expert_application',
      { id: row.id },
      {
        status: body.pass ? S.pass : S.refuse,
        reason: body.reason,
        expertId,
        decidedBy: ctx.actor.userId,
        decidedByName: ctx.actor.name,
        decidedAt: ctx.clock.now(),
      },
    )
    ctx.audit({
      action: body.pass ? 'expert.application-pass' : 'expert.application-refuse',
      entity: 'expert-application',
      entityId: row.id,
      summary: `${body.pass ? '通过' : '不予通过'}${(row.content as ApplicationContent).name}的专家入库申请`,
      data: { reason: body.reason, expertId },
    })
    ctx.emit({ kind: 'expert.application-decided', payload: { applicationId: row.id } })
  }),

  implementForPerson(c.recommendExpert, { ...READER, workbench: ['purchaser', 'agency'] }, async (ctx, { body }) => {
    const { library, mobile, files, ...rest } = body
    const companyId = libraryOf(ctx.actor)
    await demandOwnFiles(ctx, files)
    return file(ctx, {
      kind: ApplicationKind.values.recommended,
      libraryId: library === 'platform' ? null : companyId,
      companyId,
      mobile,
      content: { ...rest, files },
    })
  }),

  implementForPerson(c.ownApplications, {}, async (ctx) => {
    const user = await ownAccount(ctx)
    const rows = await applications(ctx)
      .where('a.appliedBy', '=', ctx.actor.userId)
      .where('a.kind', '=', ApplicationKind.values.own)
      .orderBy('a.id', 'desc')
      .limit(50)
      .execute()
    const names = await majorNames(ctx)
    return {
      rows: rows.map((row) => applicationView(ctx, row, names)),
      libraries: [{ companyId: null, name: '平台专家库' }, ...(await openLibraries(ctx))],
      mobile: user.mobile,
      name: user.nickname,
    }
  }),

  implementForPerson(c.applyAsExpert, {}, async (ctx, { body }) => {
    demandProven(ctx.actor)
    const { companyId, files, ...rest } = body
    const { mobile } = await ownAccount(ctx)
    if (companyId !== null && !(await openLibraries(ctx)).some((one) => one.companyId === companyId))
      throw new AppError('notFound')
    await demandOwnFiles(ctx, files)
    return file(ctx, {
      kind: ApplicationKind.values.own,
      libraryId: companyId,
      companyId: null,
      mobile,
      content: { ...rest, files },
    })
  }),
]

const PENDING = '该专家的入库申请正在审核，请勿重复提交'

async function file(
  ctx: Ctx,
  application: {
    kind: number
    libraryId: string | null
    companyId: string | null
    mobile: string
    content: ApplicationContent
  },
): Promise<{ applicationId: string }> {
  const { kind, libraryId, companyId, mobile, content } = application
  await demandMajors(ctx, content.majors)
  const known = await ctx.tx
    .selectFrom('expert')
    .select('id')
    .where('tenantId', '=', ctx.tenantId)
    .where('mobileHash', 'in', ctx.cipher.hashes('expert.mobile', mobile))
    .where('companyId', libraryId === null ? 'is' : '=', libraryId)
    .executeTakeFirst()
  if (known) throw new AppError('conflict', '该手机号对应的专家已在专家库中')
  const open = await applications(ctx)
    .where('a.status', '=', S.pending)
    .where('a.mobileHash', 'in', ctx.cipher.hashes('expert_application.mobile', mobile))
    .where('a.libraryId', libraryId === null ? 'is' : '=', libraryId)
    .executeTakeFirst()
  if (open) throw new AppError('conflict', PENDING)
  const id = ctx.newId()
  const added = await ctx.tx
    .insertInto('expert_application')
    .values({
      tenantId: ctx.tenantId,
      id,
      kind,
      libraryId,
      companyId,
      ...ctx.cipher.fields('expert_application.mobile', id, mobile),
      content: JSON.stringify(content),
      appliedBy: ctx.actor.userId,
      appliedByName: ctx.actor.name,
      appliedAt: ctx.clock.now(),
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw new AppError('conflict', PENDING)
  ctx.audit({
    action: 'expert.apply',
    entity: 'expert-application',
    entityId: id,
    summary: `${ApplicationKind.label(kind)}：${content.name}申请进入专家库`,
  })
  ctx.emit({ kind: 'expert.applied', payload: { applicationId: id } })
  return { applicationId: id }
}

/** Makes of a passed application what it asked for, and gives the expert's id. */
async function takeIn(ctx: Ctx, row: Awaited<ReturnType<typeof demandApplication>>): Promise<string> {
  const { statement, ...fields } = row.content as ApplicationContent
  if (row.kind === ApplicationKind.values.shared) {
    await insertShare(ctx, {
      expertId: row.expertId!,
      companyId: null,
      note: statement,
      byName: row.appliedByName,
    })
    return row.expertId!
  }
  const { expertId } = await add(ctx, { ...fields, mobile: mobileOfApplication(ctx, row) }, row.libraryId)
  return expertId
}

async function ownAccount(ctx: Ctx): Promise<{ mobile: string; nickname: string }> {
  const user = await ctx.expectOne('app_user', { id: ctx.actor.userId }, { columns: ['id', 'mobile', 'nickname'] })
  const mobile = mobileOf(ctx, user)
  if (mobile === '') throw new AppError('invalid', '请先在账户中绑定手机号码')
  return { mobile, nickname: user.nickname }
}

/** Companies that keep a library of experts: buyers and agencies with the feature. */
async function openLibraries(ctx: Ctx): Promise<{ companyId: string; name: string }[]> {
  return ctx.tx
    .selectFrom('company_tenant as t')
    .innerJoin('company as c', 'c.id', 't.companyId')
    .select(['c.id as companyId', 'c.name'])
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.isCertified', '=', true)
    .where('t.status', '=', 1)
    .where((e) => e(e.val('expertLibrary'), '=', e.fn.any('t.features')))
    .orderBy('c.name')
    .limit(500)
    .execute()
}
