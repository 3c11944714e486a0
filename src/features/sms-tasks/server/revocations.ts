import { AppError } from '#contract/errors.ts'
import { implementForPerson, type Route } from '#server/implement.ts'
import { revokeTemplate } from '../contract/templates.ts'
import { type Any, PLATFORM, type Task } from './access.ts'

/** Event that the platform took back a version that it had passed. */
export const REVOKED = 'sms-template.revoked'

/** A version that was passed may be taken back: tasks under way with it stop (`sending.ts`), others are refused. */
export const revocationRoutes: readonly Route[] = [
  implementForPerson(revokeTemplate, PLATFORM, async (ctx, { params: { templateId }, body: { version, reason } }) => {
    // Whoever hands a task in holds it: it either sees the revocation or is seen by it.
    const row = await ctx.one('sms_template', { id: templateId }, { lock: 'update' })
    if (!row) throw new AppError('notFound')
    const review = await ctx.one('sms_template_review', { templateId, version }, { columns: ['isPassed'] })
    if (!review?.isPassed) throw new AppError('wrongState', `第 ${version} 版没有通过审核，不需要撤销`)
    if (await ctx.one('sms_template_revocation', { templateId, version }, { columns: ['version'] }))
      throw new AppError('wrongState', `第 ${version} 版已撤销`)
    await ctx.insert('sms_template_revocation', {
      templateId,
      version,
      reason,
      byName: ctx.actor.name,
      at: ctx.clock.now(),
    })
    // Its owner replaced the versions before: none of them comes back by itself.
    if (row.offeredVersion === version) await ctx.update('sms_template', { id: templateId }, { offeredVersion: null })
    ctx.audit({
      action: 'sms-template.revoke',
      entity: 'sms-template',
      entityId: templateId,
      summary: `撤销短信模板第 ${version} 版（${reason}）：${row.name}`,
      data: { version, reason },
    })
    ctx.emit({ kind: REVOKED, payload: { templateId, version } })
  }),
]

type Version = Pick<Task, 'templateId' | 'templateVersion'>

/** Why the platform took back the version that a task was made with; null: it did not. */
export async function revocationOf(ctx: Any, { templateId, templateVersion }: Version): Promise<string | null> {
  const found = await ctx.one('sms_template_revocation', { templateId, version: templateVersion })
  return found?.reason ?? null
}

/** The locked template of a task; throws `wrongState` where the platform took its version back. */
export async function demandUnrevoked(ctx: Any, task: Version) {
  const template = await ctx.expectOne('sms_template', { id: task.templateId }, { lock: 'share' })
  const reason = await revocationOf(ctx, task)
  if (reason !== null)
    throw new AppError(
      'wrongState',
      `平台已撤销模板“${template.name}”第 ${task.templateVersion} 版：${reason}，不能再发送`,
    )
  return template
}
