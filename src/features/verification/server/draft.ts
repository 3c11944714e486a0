import { AppError } from '#contract/errors.ts'
import { formatDate } from '#contract/time.ts'
import { handlesDemands } from '#features/demands/server/public.ts'
import { drawNumber } from '#features/procurement/server/public.ts'
import { keptFiles, type StoredFile } from '#server/files/own-files.ts'
import { implement, type Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { type SubjectKind, SUBJECTS } from '../rules/verification.ts'
import { acting, ACTS, announce, type Ctx, invalid, record } from './access.ts'
import { USE } from './files.ts'
import { subjectOf, subjectsOf } from './subjects.ts'

/** Verifications while they are drafted. */
export const draftRoutes: readonly Route[] = [
  implement(contract.verificationSubjects, ACTS, (ctx, { query }) => subjectsOf(ctx, query.subjectKind)),

  implement(contract.createVerification, ACTS, async (ctx, { body }) => {
    if (!handlesDemands(ctx.actor)) throw new AppError('noRight')
    const { subjectKind, subjectId, title, kind, background, questions, files } = body
    const own = await subjectsOf(ctx, subjectKind)
    if (!own.some((one) => one.subjectId === subjectId))
      throw invalid('subjectId', `所选${SUBJECTS[subjectKind]}不存在，或者尚不能论证`)
    const of = subjectColumns(subjectKind, subjectId)
    const subject = await subjectOf(ctx, of)
    const id = ctx.newId()
    const code = await drawCode(ctx)
    await ctx.insert('verification', {
      ...of,
      id,
      code,
      companyId: ctx.actor.companyId,
      subjectTitle: subject.title,
      subjectCode: subject.code,
      version: subject.version,
      title,
      kind,
      background,
      questions: JSON.stringify(sound(questions)),
      files: JSON.stringify(await keptFiles(ctx, files, { use: USE })),
      state: 'draft',
      createdBy: ctx.actor.userId,
      createdByName: ctx.actor.name,
      createdAt: ctx.clock.now(),
    })
    record(ctx, { id, code }, { action: 'create', summary: `起草需求论证：${title}` })
    return { verificationId: id }
  }),

  implement(contract.updateVerification, ACTS, async (ctx, { params, body }) => {
    const { verification } = await acting(ctx, params.verificationId, 'edit')
    const { title, kind, background, questions } = body
    const files = await keptFiles(ctx, body.files, { use: USE, kept: verification.files as StoredFile[] })
    const { version } = await subjectOf(ctx, verification)
    await ctx.update(
      'verification',
      { id: verification.id },
      { title, kind, background, version, questions: JSON.stringify(sound(questions)), files: JSON.stringify(files) },
    )
    record(ctx, verification, { action: 'update', summary: `修改需求论证：${title}` })
    announce(ctx, verification)
  }),

  implement(contract.removeVerification, ACTS, async (ctx, { params }) => {
    const { verification } = await acting(ctx, params.verificationId, 'remove')
    await ctx.remove('verification', { id: verification.id })
    record(ctx, verification, { action: 'remove', summary: `删除需求论证草稿：${verification.title}` })
  }),
]

function subjectColumns(subjectKind: SubjectKind, subjectId: string) {
  return subjectKind === 'source'
    ? { subjectKind, demandId: null, orderId: subjectId }
    : { subjectKind, demandId: subjectId, orderId: null }
}

/** Questions by ids of their own, each asked once. */
function sound(questions: readonly { questionId: string; title: string }[]) {
  if (new Set(questions.map(({ questionId }) => questionId)).size < questions.length)
    throw invalid('questions', '论证问题重复，请刷新后重试')
  return questions
}

async function drawCode(ctx: Ctx): Promise<string> {
  const [[row] = []] = await ctx.run([drawNumber(ctx.tenantId, 'verification')])
  return `LZ${formatDate(ctx.clock.now()).replaceAll('-', '')}${String(row!.last).padStart(6, '0')}`
}
