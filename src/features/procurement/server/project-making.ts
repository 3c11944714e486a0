import type { BodyOf } from '#contract/endpoint.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { createProject, replaceItems } from '../contract/project.ts'
import { codeFrom, drawProjectCode } from './codes.ts'
import { draftProject, sidesOf } from './project-draft.ts'
import { draftItems } from './project-items.ts'

type Fields = BodyOf<typeof createProject>

/** For whom a project would be made from this workbench: the own company, or the purchaser that an agency names. Else `invalid`. */
export async function purchaserOf(
  ctx: Context<Employee>,
  partner: Pick<Fields, 'purchaserCompanyId'>,
): Promise<string> {
  return (await sidesOf(ctx, partner)).purchaserCompanyId
}

/**
 * A project of the own company with its bill of quantities, as if somebody had registered it; written with the commit.
 * `isSupplement`: it is made by registering a finished purchase.
 */
export async function makeProject(
  ctx: Context<Employee>,
  {
    fields,
    items,
    isSupplement = false,
  }: { fields: Fields; items: BodyOf<typeof replaceItems>['items']; isSupplement?: boolean },
): Promise<{ projectId: string; code: string }> {
  const [drawn] = await ctx.run([drawProjectCode(ctx.clock.now())])
  const { id, code } = await draftProject(ctx, fields, { code: codeFrom(drawn), isSupplement })
  draftItems(ctx, id, items)
  return { projectId: id, code }
}
