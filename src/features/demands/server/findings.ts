import { DAY, formatDate } from '#contract/time.ts'
import { type DemandCase, type DemandFinding, findingsOf } from '../rules/findings.ts'
import type { SurveyMode } from '../rules/status.ts'
import type { Any, Demand, Round } from './access.ts'
import { answerCount } from './counts.ts'
import { profileOf } from '../rules/profiles.ts'
import { permitOf } from '../rules/permit.ts'
import { type Answerer, compare } from './compare.ts'
import { parametersOf } from './parameters.ts'

/** What the rules look at in a demand. `isOpen`: answers may be read, so that the brands they name count. */
export async function caseOf(
  ctx: Any,
  demand: Demand,
  { round, isOpen }: { round: Round | undefined; isOpen: boolean },
): Promise<DemandCase> {
  const { category, budget, isPublicService, isComplex, mode } = demand
  const isSettled = isOpen && round !== undefined && demand.state !== 'draft' && demand.state !== 'surveying'
  const brands = isOpen && round ? await ctx.many('demand_answer', { demandId: demand.id }, { columns: ['brand'] }) : []
  const profile = profileOf(demand.profile)
  const compared = isSettled && (profile.warnsOfBrands || profile.expiry) ? await compare(ctx, demand, round) : null
  return {
    category: category as 'goods',
    budget,
    isPublicService,
    isComplex,
    mode: mode as SurveyMode,
    respondents: isSettled ? await answerCount(ctx, demand.id, round.roundNo) : null,
    earlier: await earlierSurveys(ctx, demand),
    parameters: await parametersOf(ctx, demand.id, demand.version),
    brands: [...new Set(brands.map(({ brand }) => brand))].filter((brand) => brand !== ''),
    unpermitted: permitOf(profile, demand.extras as Record<string, string>)?.missing ?? null,
    expired: {
      label: profile.expiry?.label ?? '',
      names: profile.expiry && compared ? expiredNames(compared.parties, profile.expiry.field, today(ctx)) : [],
    },
    fewBrands:
      profile.warnsOfBrands && compared
        ? compared.coverage.flatMap(({ flag, brands: met }, line) =>
            flag === null ? [] : [{ name: compared.parameters[line]!.name, brands: met }],
          )
        : [],
  }
}

/** Who named a last day that is over. */
function expiredNames(parties: readonly Answerer[], field: string, day: string): string[] {
  return parties.flatMap(({ name, extras }) => {
    const until = extras[field]
    return typeof until === 'string' && until !== '' && until < day ? [name] : []
  })
}

const today = (ctx: Any) => formatDate(ctx.clock.now())

export async function demandFindings(
  ctx: Any,
  demand: Demand,
  at: { round: Round | undefined; isOpen: boolean },
): Promise<DemandFinding[]> {
  return findingsOf(await caseOf(ctx, demand, at))
}

/** Surveys of the same category of demands, for the same purchaser, that ended within a year before. */
async function earlierSurveys(ctx: Any, demand: Demand): Promise<string[]> {
  if (demand.categoryId === null) return []
  const until = demand.publishedAt ?? ctx.clock.now()
  const rows = await ctx.tx
    .selectFrom('demand as d')
    .innerJoin('demand_round as r', (j) => j.onRef('r.tenantId', '=', 'd.tenantId').onRef('r.demandId', '=', 'd.id'))
    .select('d.code')
    .distinct()
    .where('d.tenantId', '=', ctx.tenantId)
    .where('d.purchaserCompanyId', '=', demand.purchaserCompanyId)
    .where('d.categoryId', '=', demand.categoryId)
    .where('d.id', '<>', demand.id)
    .where('d.state', 'not in', ['draft', 'withdrawn'])
    .where('r.endedAt', '>', new Date(until.getTime() - 365 * DAY))
    .where('r.endedAt', '<=', until)
    .orderBy('d.code')
    .limit(3)
    .execute()
  return rows.map(({ code }) => code)
}
