import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { signerOf } from '#features/e-sign/server/public.ts'
import { drawNumber } from '#features/procurement/server/public.ts'
import { formatDate } from '#contract/time.ts'
import { inContext, type Kernel } from '#server/context.ts'
import type { Actor } from '#server/actor.ts'
import { type Caller, implement, type Input, type Route } from '#server/implement.ts'
import { keptFiles, type StoredFile } from '#server/files/own-files.ts'
import * as contract from '../contract.ts'
import { MOST_BYTES } from '../rules/limits.ts'
import { bytesOf, type Ctx, demand, ownTask, record, SIGNS, type Task, tellPages } from './access.ts'
import { admitApart } from './pdf/apart.ts'
import { send } from './send.ts'

/** What documents to be signed are uploaded for. */
export const USE = 'sign-document'

type Body = z.output<typeof contract.TaskInput>
/** A file that was read and found fit to be signed: uploaded, or made by the platform. */
export interface Base<S = StoredFile> {
  source: S
  sha256: string
  size: number
  pages: number
  isRewritten: boolean
}

export const draftRoutes: readonly Route[] = [
  implement(contract.createSignTask, { ...SIGNS, prepare }, async (ctx, { body, prepared }) => {
    const { id } = await createTask(ctx, body, { base: prepared as Base })
    return { id }
  }),

  implement(contract.updateSignTask, { ...SIGNS, prepare }, async (ctx, { params, body, prepared }) => {
    const whole = await ownTask(ctx, params.id, 'update')
    demand(ctx, whole, 'edit')
    await ctx.update('sign_task', { id: params.id }, columnsOf(body, prepared as Base))
    await ctx.remove('sign_task_signer', { taskId: params.id })
    await keepSigners(ctx, params.id, body)
    record(ctx, { ...whole.task, title: body.title }, { action: 'edit', summary: '修改签署任务草稿' })
  }),

  implement(contract.removeSignTask, SIGNS, async (ctx, { params }) => {
    const whole = await ownTask(ctx, params.id, 'update')
    demand(ctx, whole, 'remove')
    await ctx.remove('sign_task', { id: params.id })
    record(ctx, whole.task, { action: 'remove', summary: '删除签署任务草稿' })
  }),

  implement(contract.sendSignTask, SIGNS, async (ctx, { params }) => {
    const whole = await ownTask(ctx, params.id, 'update')
    demand(ctx, whole, 'send')
    for (const { userId, companyId, userName } of whole.signers)
      if (userId && !(await signerOf(ctx, { companyId, userId })))
        throw new AppError('wrongState', `${userName}已不能代表企业签署，请更换签署人`)
    await send(ctx, whole.task)
    tellPages(ctx, whole)
  }),
]

/** Reads the file outside of the transaction that stores the task: who may use it is asked first. */
async function prepare(
  kernel: Kernel,
  input: Input<unknown, unknown, unknown>,
  { tenantId, actor }: Caller,
): Promise<Base> {
  const { file, deadline } = input.body as Body
  if (!actor) throw new AppError('unauthenticated')
  if (Date.parse(deadline) <= kernel.clock.now().getTime()) throw invalid('deadline', '签署期限应晚于现在')
  const { id } = input.params as { id?: string }
  const source = await inContext(kernel, { tenantId, actor, readOnly: true }, async (ctx) => {
    const kept = id ? (await ownTask(ctx, id)).task.source : null
    const [stored] = await keptFiles(ctx, [file], {
      use: USE,
      path: 'file',
      ...(kept && { kept: [kept as StoredFile] }),
    })
    return stored!
  })
  return admitBase(kernel, actor, source)
}

/** Finds a stored file fit to be signed. Throws `fileType` or `tooLarge`. */
export async function admitBase<S extends Pick<StoredFile, 'size' | 'sha256'>>(
  kernel: Kernel,
  actor: Actor,
  source: S,
): Promise<Base<S>> {
  if (source.size > MOST_BYTES) throw new AppError('tooLarge', `待签署的 PDF 不能超过 ${MOST_BYTES / 1048576} MB`)
  const { content, pages, isRewritten } = await admitApart(actor, await bytesOf(kernel, source.sha256))
  if (!isRewritten) return { source, sha256: source.sha256, size: source.size, pages, isRewritten }
  return { source, ...(await kernel.files.put(Buffer.from(content))), pages, isRewritten }
}

/** Stores a draft of the caller's company. `subject`: what another feature asks it for. */
export async function createTask(
  ctx: Ctx,
  body: Omit<Body, 'file'>,
  { base, subject }: { base: Base; subject?: { kind: string; id: string } },
): Promise<Task> {
  const { companyId, companyName, userId, name: userName } = ctx.actor
  const day = formatDate(ctx.clock.now()).replaceAll('-', '')
  const [drawn] = await ctx.run([drawNumber(ctx.tenantId, `QS/${day}`)])
  const [id, code] = [ctx.newId(), `QS${day}${String(drawn![0]!.last).padStart(4, '0')}`]
  await ctx.insert('sign_task', {
    ...columnsOf(body, base),
    id,
    code,
    companyId,
    companyName,
    userId,
    userName,
    subjectKind: subject?.kind ?? '',
    subjectId: subject?.id ?? null,
    state: 'draft',
    createdAt: ctx.clock.now(),
  })
  await keepSigners(ctx, id, body)
  record(ctx, { id, code, title: body.title }, { action: 'create', summary: '起草签署任务' })
  return (await ctx.expectOne('sign_task', { id })) as Task
}

function columnsOf({ title, message, order, deadline }: Omit<Body, 'file'>, base: Base) {
  return {
    title,
    message,
    orderKind: order,
    deadline: new Date(deadline),
    source: JSON.stringify(base.source),
    baseSha256: Buffer.from(base.sha256, 'hex'),
    baseSize: base.size,
    pages: base.pages,
    isRewritten: base.isRewritten,
  }
}

async function keepSigners(ctx: Ctx, taskId: string, { signers }: Pick<Body, 'signers'>): Promise<void> {
  const seen = new Set<string>()
  for (const [index, { companyId, userId, seal }] of signers.entries()) {
    const path = `signers.${index}`
    const key = `${companyId} ${userId ?? ''}`
    if (seen.has(key)) throw invalid(path, '同一签署方只能添加一次')
    seen.add(key)
    const company = await ctx.tx
      .selectFrom('company as c')
      .innerJoin('company_tenant as m', 'm.companyId', 'c.id')
      .select('c.name')
      .where('m.tenantId', '=', ctx.tenantId)
      .where('m.isCertified', '=', true)
      .where('c.id', '=', companyId)
      .executeTakeFirst()
    if (!company) throw invalid(path, '签署企业不存在或未认证')
    // Of another company nobody is named: it decides itself who signs for it.
    if (userId && companyId !== ctx.actor.companyId) throw invalid(path, '只能指定本企业的签署人')
    const person = userId ? await signerOf(ctx, { companyId, userId }) : null
    if (userId && !person) throw invalid(path, '该人员尚未开通个人签署')
    await ctx.insert('sign_task_signer', {
      id: ctx.newId(),
      taskId,
      place: index + 1,
      companyId,
      companyName: company.name,
      userId,
      userName: person?.name ?? '',
      seal: seal && JSON.stringify(seal),
    })
  }
}

function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}
