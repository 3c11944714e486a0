import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implementForPerson, type Route } from '#server/implement.ts'
import * as c from '../contract.ts'
import { codeProblem, type Major, mergeMajors } from '../rules/majors.ts'

export const majorRoutes: readonly Route[] = [
  implementForPerson(c.majorTree, {}, (ctx) => majorsOf(ctx)),

  implementForPerson(c.putMajor, { workbench: 'admin', right: 'platform' }, async (ctx, { params, body }) => {
    const { code } = params
    const majors = await majorsOf(ctx)
    const before = majors.find((m) => m.code === code)
    const problem = codeProblem(code, new Set(majors.map((m) => m.code)))
    if (problem) throw new AppError('invalid', problem, [{ path: 'code', message: problem }])
    const parent = code.length === 1 ? null : code.slice(0, code.length === 3 ? 1 : -2)
    if (majors.some((m) => m.code !== code && m.parent === parent && m.name === body.name))
      throw new AppError('invalid', '同级已有相同名称的专业', [{ path: 'name', message: '同级已有相同名称的专业' }])
    const values = { name: body.name, isEnabled: body.isEnabled }
    await ctx.tx
      .insertInto('expert_major')
      .values({ tenantId: ctx.tenantId, code, parent, ...values })
      .onConflict((on) => on.columns(['tenantId', 'code']).doUpdateSet(values))
      .execute()
    ctx.audit({
      action: before ? 'expert-major.update' : 'expert-major.add',
      entity: 'expert-major',
      entityId: code,
      summary: `${before ? '修改' : '新增'}专业分类 ${code} ${body.name}${body.isEnabled ? '' : '（停用）'}`,
      data: { from: before ?? null, to: { code, ...body } },
    })
  }),
]

/** The classification in force at this tenant. */
export async function majorsOf(ctx: Context<Actor | null>): Promise<Major[]> {
  const own = await ctx.tx.selectFrom('expert_major').selectAll().where('tenantId', '=', ctx.tenantId).execute()
  return mergeMajors(own.map(({ code, parent, name, isEnabled }) => ({ code, parent, name, isEnabled })))
}

/** Refuses majors that are not in use, unless the record had them before. */
export async function demandMajors(
  ctx: Context<Actor>,
  codes: readonly string[],
  kept: readonly string[] = [],
): Promise<void> {
  const fresh = codes.filter((code) => !kept.includes(code))
  if (fresh.length === 0) return
  const usable = new Set((await majorsOf(ctx)).filter((m) => m.isEnabled).map((m) => m.code))
  const wrong = fresh.filter((code) => !usable.has(code))
  if (wrong.length > 0)
    throw new AppError('invalid', `没有专业 ${wrong.join('、')}，或已停用`, [
      { path: 'majors', message: '请重新选择专业' },
    ])
}

export async function majorNames(ctx: Context<Actor | null>): Promise<(codes: readonly string[]) => string[]> {
  const names = new Map((await majorsOf(ctx)).map((m) => [m.code, m.name]))
  return (codes) => codes.map((code) => names.get(code) ?? code)
}
