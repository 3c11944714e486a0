import { AppError } from '#contract/errors.ts'
import type { Selectable } from 'kysely'
import type * as tables from '#server/database/tables.ts'
import { type Any, type Ctx, invalid } from './access.ts'

export type Parameter = Selectable<tables.DemandParameter>

/** A parameter as it is given: a known one by its id, or a further one. */
export interface GivenParameter {
  parameterId?: string | undefined
  section: string
  name: string
  unit: string
  wished: string
  isMust: boolean
  weight: number
  remark: string
}

/** The parameters of a version, in their order. */
export function parametersOf(ctx: Any, demandId: string, version: number): Promise<Parameter[]> {
  return ctx.many('demand_parameter', { demandId, version }, { orderBy: ['line'] })
}

/** What each of these rounds asked for. */
export function askedIn(ctx: Any, demandId: string, rounds: readonly { roundNo: number; version: number }[]) {
  return Promise.all(
    rounds.map(async ({ roundNo, version }) => ({
      roundNo,
      parameters: (await parametersOf(ctx, demandId, version)).map(parameterValue),
    })),
  )
}

/** The version behind all there are. */
export async function nextVersion(ctx: Any, demandId: string): Promise<number> {
  const versions = await ctx.many('demand_version', { demandId }, { columns: ['version'] })
  return Math.max(0, ...versions.map(({ version }) => version)) + 1
}

/** Writes a version whole; `known`: ids that may go on, all others are new. Names are given once. */
export async function writeVersion(
  ctx: Ctx,
  demandId: string,
  {
    version,
    reason,
    parameters,
    known,
  }: { version: number; reason: string; parameters: readonly GivenParameter[]; known: ReadonlySet<string> },
): Promise<void> {
  const seen = new Set<string>()
  for (const [i, { section, name }] of parameters.entries()) {
    const key = `${section}\n${name}`
    if (seen.has(key)) throw invalid(`parameters.${i}.name`, `参数“${name}”重复`)
    seen.add(key)
  }
  const ids = parameters.flatMap(({ parameterId }) => (parameterId && known.has(parameterId) ? [parameterId] : []))
  if (new Set(ids).size < ids.length) throw new AppError('invalid', '参数重复，请刷新后重试')
  const made = { madeByName: ctx.actor.name, madeAt: ctx.clock.now() }
  await ctx.insert('demand_version', { demandId, version, reason, ...made })
  await ctx.insert(
    'demand_parameter',
    parameters.map(({ parameterId, section, name, unit, wished, isMust, weight, remark }, line) => ({
      demandId,
      version,
      parameterId: parameterId && known.has(parameterId) ? parameterId : ctx.newId(),
      line: line + 1,
      section,
      name,
      unit,
      wished,
      isMust,
      weight,
      remark,
    })),
  )
}

export function parameterValue({ parameterId, section, name, unit, wished, isMust, weight, remark }: Parameter) {
  return { parameterId, section, name, unit, wished, isMust, weight, remark }
}

/** Whether a parameter asks for the same as before. */
export function isSame(one: GivenParameter, other: GivenParameter): boolean {
  return (['section', 'name', 'unit', 'wished', 'isMust', 'weight', 'remark'] as const).every(
    (field) => one[field] === other[field],
  )
}
